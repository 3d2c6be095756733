/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_index.h"
#include "jp_intern.h"
#include "jp_span.h"

#include <stdio.h>

static bool same(const void *owner, uint32_t id, const void *key)
{
    const uint64_t *const values = owner;

    return values[id] == *(const uint64_t *)key;
}

enum { COUNT = 50000 };
static uint64_t values[COUNT];

static void check_all(uint64_t (*hash)(uint64_t), uint32_t count)
{
    struct jp_index index = {0};
    const uint64_t missing = UINT64_MAX;

    for (uint32_t i = 0; i < count; i++) {
        values[i] = (uint64_t)i * i * 31;
        assert_int_equal(jp_index_find(&index, hash(values[i]), same, values, &values[i]),
                         JP_INDEX_NONE);
        jp_index_add(&index, hash(values[i]), i);
    }
    assert_int_equal(index.used_count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(jp_index_find(&index, hash(values[i]), same, values, &values[i]), i);
    assert_int_equal(jp_index_find(&index, hash(missing), same, values, &missing), JP_INDEX_NONE);
    jp_index_release(&index);
    assert_int_equal(jp_index_find(&index, 0, same, values, &values[0]), JP_INDEX_NONE);
}

static uint64_t good_hash(uint64_t value)
{
    return jp_hash_mix(value, 1);
}

static uint64_t equal_hash(uint64_t value)
{
    (void)value;
    return 0xffffffff00000000u;
}

static void test_find_after_growth(void **state)
{
    (void)state;
    check_all(good_hash, COUNT);
}

static void test_equal_hashes(void **state)
{
    (void)state;
    check_all(equal_hash, 500);
}

static void test_intern(void **state)
{
    struct jp_intern strings;

    (void)state;
    jp_intern_init(&strings);
    assert_int_equal(jp_intern_add(&strings, (struct jp_span){NULL, 0}), 0);
    assert_int_equal(jp_intern_add(&strings, JP_SPAN("a\0b")), 1);
    assert_int_equal(jp_intern_add(&strings, JP_SPAN("a")), 2);
    assert_int_equal(jp_intern_add(&strings, JP_SPAN("a\0b")), 1);
    assert_int_equal(jp_intern_find(&strings, JP_SPAN("a")), 2);
    assert_int_equal(jp_intern_find(&strings, JP_SPAN("a\0c")), JP_INDEX_NONE);
    assert_int_equal(jp_intern_span(&strings, 1).len, 3);
    jp_intern_release(&strings);
}

/* Texts stay where they are, whatever is added later. */
static void test_interned_texts_do_not_move(void **state)
{
    struct jp_intern strings;

    (void)state;
    jp_intern_init(&strings);
    const char *const first = jp_intern_text(&strings, jp_intern_add_text(&strings, "first"));
    for (unsigned i = 0; i < 20000; i++) {
        char text[16];
        snprintf(text, sizeof text, "%u", i);
        jp_intern_add_text(&strings, text);
    }
    assert_ptr_equal(jp_intern_text(&strings, 1), first);
    assert_string_equal(first, "first");
    jp_intern_release(&strings);
}

/* Two sets with a third of their strings in common become one. */
static void test_take(void **state)
{
    enum { SIZE = 3000 };
    struct jp_intern all;
    struct jp_intern from;
    uint32_t ids[SIZE + 1];
    char text[16];

    (void)state;
    jp_intern_init(&all);
    jp_intern_init(&from);
    for (unsigned i = 0; i < SIZE; i++) {
        snprintf(text, sizeof text, "%u", i);
        jp_intern_add_text(&all, text);
        snprintf(text, sizeof text, "%u", i + SIZE - SIZE / 3);
        jp_intern_add_text(&from, text);
    }
    const char *const kept = jp_intern_text(&from, SIZE);
    jp_intern_take(&all, &from, ids);
    assert_int_equal(from.spans.count, 0);
    assert_int_equal(all.spans.count, 1 + 2 * SIZE - SIZE / 3);
    assert_int_equal(ids[0], 0);
    for (unsigned i = 0; i < SIZE; i++) {
        snprintf(text, sizeof text, "%u", i + SIZE - SIZE / 3);
        assert_string_equal(jp_intern_text(&all, ids[i + 1]), text);
        assert_int_equal(jp_intern_add_text(&all, text), ids[i + 1]);
    }
    assert_ptr_equal(jp_intern_text(&all, ids[SIZE]), kept);
    jp_intern_release(&all);
    jp_intern_release(&from);
}

/* What was empty gets texts, too, and can be added to afterwards. */
static void test_take_into_empty(void **state)
{
    struct jp_intern all;
    struct jp_intern from;
    uint32_t ids[2];

    (void)state;
    jp_intern_init(&all);
    jp_intern_init(&from);
    jp_intern_add_text(&from, "text");
    jp_intern_take(&all, &from, ids);
    assert_int_equal(ids[1], 1);
    assert_string_equal(jp_intern_text(&all, 1), "text");
    assert_int_equal(jp_intern_add_text(&all, "more"), 2);
    jp_intern_release(&all);
}

/* Strings get ids in the order in which they are asked for, known ones keep theirs. */
static void test_copy(void **state)
{
    struct jp_intern from;
    struct jp_intern to;
    struct jp_intern_copy copy;

    (void)state;
    jp_intern_init(&from);
    jp_intern_init(&to);
    jp_intern_add_text(&from, "one");
    jp_intern_add_text(&from, "two");
    jp_intern_add_text(&from, "three");
    jp_intern_add_text(&to, "two");
    jp_intern_copy_init(&copy, &from, &to);
    assert_int_equal(jp_intern_copy_id(&copy, 3), 2);
    assert_int_equal(jp_intern_copy_id(&copy, 2), 1);
    assert_int_equal(jp_intern_copy_id(&copy, 3), 2);
    assert_int_equal(jp_intern_copy_id(&copy, 0), 0);
    jp_intern_copy_release(&copy);
    jp_intern_release(&from);
    assert_int_equal(to.spans.count, 3);
    assert_string_equal(jp_intern_text(&to, 2), "three");
    assert_int_equal(jp_intern_add_text(&to, "three"), 2);
    jp_intern_release(&to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_find_after_growth),
        cmocka_unit_test(test_equal_hashes),
        cmocka_unit_test(test_intern),
        cmocka_unit_test(test_interned_texts_do_not_move),
        cmocka_unit_test(test_take),
        cmocka_unit_test(test_take_into_empty),
        cmocka_unit_test(test_copy),
    };
    return cmocka_run_group_tests_name("index", tests, NULL, NULL);
}
