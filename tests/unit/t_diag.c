/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_diag.h"

static const char *message(const struct jp_diags *diags, size_t i)
{
    return jp_intern_text(&diags->strings, diags->list.data[i].message);
}

static void test_repetitions_are_counted(void **state)
{
    struct jp_diags diags;

    (void)state;
    jp_diags_init(&diags);
    jp_diags_add(&diags, JP_WARNING, "a.heap", 5, "bad %s", "row");
    jp_diags_add(&diags, JP_WARNING, "a.heap", 9, "bad %s", "row");
    jp_diags_add(&diags, JP_WARNING, "b.heap", 7, "bad %s", "row");
    jp_diags_add(&diags, JP_NOTE, "a.heap", 5, "bad %s", "row");
    jp_diags_add(&diags, JP_WARNING, NULL, 0, "bad row");
    jp_diags_add_many(&diags, JP_WARNING, "a.heap", 11, 40, "bad row");
    jp_diags_add_many(&diags, JP_WARNING, "a.heap", 12, 3, "other %d", 1);
    assert_int_equal(diags.list.count, 5);
    assert_int_equal(diags.list.data[0].count, 42);
    assert_int_equal(diags.list.data[0].line, 5);
    assert_string_equal(message(&diags, 0), "bad row");
    assert_int_equal(diags.list.data[1].line, 7);
    assert_int_equal(diags.list.data[3].path, 0);
    assert_string_equal(message(&diags, 4), "other 1");
    assert_int_equal(diags.list.data[4].count, 3);
    assert_int_equal(jp_diags_count(&diags, JP_WARNING), 4);
    assert_int_equal(jp_diags_count(&diags, JP_NOTE), 1);
    jp_diags_release(&diags);
}

static void test_nobody_listens(void **state)
{
    (void)state;
    jp_diags_add(NULL, JP_WARNING, "a", 1, "x");
    jp_diags_add_many(NULL, JP_WARNING, "a", 1, 2, "x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_repetitions_are_counted),
        cmocka_unit_test(test_nobody_listens),
    };
    return cmocka_run_group_tests_name("diag", tests, NULL, NULL);
}
