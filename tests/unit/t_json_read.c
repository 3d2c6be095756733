/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_json_read.h"

#include <string.h>

static const struct jp_json *read(struct jp_arena *arena, const char *text)
{
    struct jp_span rest = jp_span_of(text);

    return jp_json_read(&rest, arena);
}

static void test_values(void **state)
{
    struct jp_arena arena = JP_ARENA_INIT;
    struct jp_span text =
        JP_SPAN(" {\"a\": [1, -2.5e3, true, null, \"x\\\"y\"], \"b\": {\"c\": 7}} {}");

    (void)state;
    const struct jp_json *const root = jp_json_read(&text, &arena);
    assert_non_null(root);
    assert_true(jp_span_equal(jp_span_trim(text), JP_SPAN("{}")));
    const struct jp_json *element = jp_json_member(root, "a")->first;
    assert_true(element->kind == JP_JSON_NUMBER && element->number == 1);
    element = element->next;
    assert_true(element->number == -2500);
    element = element->next;
    assert_true(element->kind == JP_JSON_BOOL && element->number == 1);
    element = element->next;
    assert_true(element->kind == JP_JSON_NULL);
    element = element->next;
    assert_true(element->kind == JP_JSON_TEXT && jp_span_equal(element->text, JP_SPAN("x\\\"y")));
    assert_null(element->next);
    assert_true(jp_json_member_number(jp_json_member(root, "b"), "c") == 7);
    assert_null(jp_json_member(root, "d"));
    assert_null(jp_json_member(NULL, "d"));
    assert_true(jp_json_member_number(root, "a") == 0);
    assert_null(read(&arena, "[]")->first);
    assert_null(read(&arena, "{ }")->first);
    jp_arena_release(&arena);
}

static void test_damage(void **state)
{
    static const char *const damaged[] = {
        "",      "{",   "[1", "[1 2]",      "{\"a\"}", "{\"a\":}", "{a:1}", "[1,]", "\"x",
        "\"x\\", "tru", "[}", "{\"a\":1,}", "nan",     "--1",      "[\"\\", "]",    "1e999",
    };
    struct jp_arena arena = JP_ARENA_INIT;
    char deep[400];

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(damaged); i++)
        if (read(&arena, damaged[i]))
            fail_msg("%s was read", damaged[i]);
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    assert_null(read(&arena, deep));
    jp_arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests_name("json_read", tests, NULL, NULL);
}
