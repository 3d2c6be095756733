/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_peek.h"
#include "jp_sketch.h"
#include "jp_test.h"

static void assert_printed(struct jp_sketch *sketch, const char *pattern, size_t limit,
                           size_t matches, const char *expected)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_buf out = JP_BUF_INIT;
    struct jp_regex regex;
    struct jp_top top;

    assert_true(jp_regex_init(&regex, pattern, &error));
    sketch->context.show_bytes = true;
    jp_top_init(&top, &sketch->view, &sketch->keys, false);
    assert_int_equal(jp_report_peek(&out, &sketch->context, &top, &regex, limit), matches);
    assert_string_equal(out.ptr, expected);
    jp_top_release(&top);
    jp_regex_release(&regex);
    jp_buf_release(&out);
}

/* Worked out by hand; f recurs, directly and through g. */
static void test_recursion(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 10, "main", "f", "f", "leaf", NULL);
    jp_sketch_add(&sketch, 20, "main", "f", "g", "f", NULL);
    jp_sketch_add(&sketch, 30, "main", "g", "f", "in[inline]", "leaf[inline]", NULL);
    jp_sketch_add(&sketch, 25, "f", NULL);
    jp_sketch_add(&sketch, 15, "main", "other", NULL);
    jp_sketch_finish(&sketch);
    assert_printed(&sketch, "^f$", 80, 1,
                   "Total: 100 B\n"
                   "\n"
                   "      85  85.0%  f\n"
                   "  callers\n"
                   "        30  35.3%  g\n"
                   "        30  35.3%  main\n"
                   "        25  29.4%  [no caller]\n"
                   "  callees\n"
                   "        30  35.3%  in (inline)\n"
                   "        10  11.8%  leaf\n"
                   "        45  52.9%  [itself]\n");
    assert_printed(&sketch, "leaf|other", 1, 3,
                   "Total: 100 B\n"
                   "\n"
                   "      30  30.0%  leaf (inline)\n"
                   "  callers\n"
                   "        30 100.0%  in (inline)\n"
                   "  callees\n"
                   "        30 100.0%  [itself]\n"
                   "\n"
                   "2 more match, with smaller values\n");
    assert_printed(&sketch, "absent", 80, 0, "Total: 100 B\n");
    jp_sketch_release(&sketch);
}

/* A difference that cancels out: shares of a total of zero have no meaning. */
static void test_no_total(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 10, "main", "f", NULL);
    jp_sketch_add(&sketch, -10, "main", "g", NULL);
    jp_sketch_finish(&sketch);
    assert_printed(&sketch, "main|f", 80, 1,
                   "\n"
                   "      10      -  f\n"
                   "  callers\n"
                   "        10 100.0%  main\n"
                   "  callees\n"
                   "        10 100.0%  [itself]\n");
    jp_sketch_release(&sketch);
}

static void test_empty_stack(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 7, NULL);
    jp_sketch_add(&sketch, 3, "main", NULL);
    jp_sketch_finish(&sketch);
    assert_printed(&sketch, "no stack", 80, 1,
                   "Total: 10 B\n"
                   "\n"
                   "       7  70.0%  [no stack]\n"
                   "  callers\n"
                   "         7 100.0%  [no caller]\n"
                   "  callees\n"
                   "         7 100.0%  [itself]\n");
    jp_sketch_release(&sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_no_total),
        cmocka_unit_test(test_empty_stack),
    };
    return cmocka_run_group_tests_name("report_peek", tests, NULL, NULL);
}
