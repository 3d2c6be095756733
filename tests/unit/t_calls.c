/* SPDX-License-Identifier: BSD-2-Clause */
/* The calls of all keys against jp_peek, which looks at one key after the other. */
#include "config.h"

#include "jp_calls.h"
#include "jp_peek.h"
#include "jp_sketch.h"
#include "jp_test.h"

#include <string.h>

struct fixture {
    struct jp_sketch sketch;
    struct jp_walk walk;
    struct jp_calls calls;
    struct jp_calls_values values;
};

static void start(struct fixture *fixture)
{
    jp_sketch_finish(&fixture->sketch);
    jp_walk_init(&fixture->walk, &fixture->sketch.view, &fixture->sketch.keys);
    jp_calls_init(&fixture->calls, &fixture->walk);
    fixture->values = jp_calls_values(&fixture->calls, &fixture->walk, &fixture->sketch.view);
}

static void clean(struct fixture *fixture)
{
    jp_calls_values_release(&fixture->values);
    jp_calls_release(&fixture->calls);
    jp_walk_release(&fixture->walk);
    jp_sketch_release(&fixture->sketch);
}

static uint32_t key_of(const struct fixture *fixture, const char *name)
{
    const uint32_t key =
        name[0] ? jp_intern_find(&fixture->sketch.keys.strings, jp_span_of(name)) : 0;

    assert_int_not_equal(key, JP_INDEX_NONE);
    return key;
}

static void assert_call(const struct fixture *fixture, const char *caller, const char *callee,
                        double to_callee, double from_caller)
{
    for (size_t i = 0; i < fixture->calls.list.count; i++) {
        const struct jp_call *const call = &fixture->calls.list.data[i];
        if (call->caller != key_of(fixture, caller) || call->callee != key_of(fixture, callee))
            continue;
        assert_true(fixture->values.to_callee[i] == to_callee);
        assert_true(fixture->values.from_caller[i] == from_caller);
        return;
    }
    fail_msg("no call %s - %s", caller, callee);
}

static void assert_rows(const struct fixture *fixture, uint32_t key, bool callers,
                        const struct jp_peek_row *rows, size_t count)
{
    size_t found = 0;

    for (size_t i = 0; i < fixture->calls.list.count; i++) {
        const struct jp_call *const call = &fixture->calls.list.data[i];
        const double value =
            callers ? fixture->values.to_callee[i] : fixture->values.from_caller[i];
        const uint32_t other = callers ? call->caller : call->callee;
        if ((callers ? call->callee : call->caller) != key || value == 0)
            continue;
        size_t row = 0;
        while (row < count && rows[row].key != other)
            row++;
        assert_true(row < count);
        assert_true(rows[row].value == value);
        found++;
    }
    assert_int_equal(found, count);
}

/* Values of sketches are whole, so both ways of adding them are exact. */
static void assert_as_peek(const struct fixture *fixture)
{
    for (uint32_t key = 1; key < fixture->sketch.keys.strings.spans.count; key++) {
        struct jp_peek peek;
        jp_peek_init(&peek, &fixture->walk, key);
        assert_rows(fixture, key, true, peek.callers.data, peek.callers.count);
        assert_rows(fixture, key, false, peek.callees.data, peek.callees.count);
        jp_peek_release(&peek);
    }
}

static void test_plain(void **state)
{
    struct fixture fixture;

    (void)state;
    jp_sketch_init(&fixture.sketch);
    jp_sketch_add(&fixture.sketch, 8, "main @m.c:1", "a", "b", NULL);
    jp_sketch_add(&fixture.sketch, 4, "main @m.c:2", "a", "in[inline]", NULL);
    jp_sketch_add(&fixture.sketch, 2, "main @m.c:2", "b", NULL);
    jp_sketch_add(&fixture.sketch, -1, "main @m.c:2", "c", NULL);
    jp_sketch_add(&fixture.sketch, 16, NULL);
    start(&fixture);
    assert_call(&fixture, "", "main", 13, 0);
    assert_call(&fixture, "main", "a", 12, 12);
    assert_call(&fixture, "a", "b", 8, 8);
    assert_call(&fixture, "main", "b", 2, 2);
    assert_call(&fixture, "a", "in (inline)", 4, 4);
    assert_call(&fixture, "main", "c", -1, -1);
    assert_call(&fixture, "", JP_NO_STACK_NAME, 16, 0);
    assert_int_equal(fixture.calls.list.count, 7);
    assert_as_peek(&fixture);
    clean(&fixture);
}

/*
 * r-a-r-b: the callers of r are main's alone, its callees b's alone. Direct recursion (r-r) is no
 * call of it.
 */
static void test_recursion(void **state)
{
    struct fixture fixture;

    (void)state;
    jp_sketch_init(&fixture.sketch);
    jp_sketch_add(&fixture.sketch, 8, "main", "r", "a", "r @f.c:1", "b", NULL);
    jp_sketch_add(&fixture.sketch, 4, "main", "r", "a", "c", NULL);
    jp_sketch_add(&fixture.sketch, 2, "main", "a", "r", "r @f.c:2", "r @f.c:3", "d", NULL);
    jp_sketch_add(&fixture.sketch, 1, "main", "r", "a", "r @f.c:1", "a @f.c:4", "r @f.c:5", NULL);
    start(&fixture);
    assert_call(&fixture, "main", "r", 13, 13);
    assert_call(&fixture, "a", "r", 2, 11);
    assert_call(&fixture, "r", "a", 13, 4);
    assert_call(&fixture, "r", "b", 8, 8);
    assert_call(&fixture, "r", "r", 0, 0);
    assert_call(&fixture, "r", "d", 2, 2);
    assert_as_peek(&fixture);
    clean(&fixture);
}

static void test_recorded(void **state)
{
    static const char *const names[] = {"relayd.collapsed", "relayd-base.collapsed"};

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(names); i++) {
        struct fixture fixture;
        jp_sketch_init(&fixture.sketch);
        jp_sketch_add_collapsed(&fixture.sketch, names[i]);
        start(&fixture);
        assert_true(fixture.calls.list.count > 20);
        assert_as_peek(&fixture);
        clean(&fixture);
    }
}

static void test_nothing(void **state)
{
    struct fixture fixture;

    (void)state;
    jp_sketch_init(&fixture.sketch);
    start(&fixture);
    assert_as_peek(&fixture);
    clean(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests_name("calls", tests, NULL, NULL);
}
