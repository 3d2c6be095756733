/* SPDX-License-Identifier: BSD-2-Clause */
/* The --text output against what jeprof printed for the same stacks (tests/data/README.md). */
#include "config.h"

#include "jp_sketch.h"
#include "jp_test.h"

#include <math.h>

static struct jp_buf print(struct jp_sketch *sketch, bool sort_by_cum)
{
    struct jp_buf out = JP_BUF_INIT;
    struct jp_top top;

    jp_top_init(&top, &sketch->view, &sketch->keys, sort_by_cum);
    jp_report_text(&out, &sketch->context, &top);
    jp_top_release(&top);
    jp_buf_add_text(&out, "");
    return out;
}

static void assert_recorded(const char *stacks, const char *recorded, bool show_bytes)
{
    struct jp_sketch sketch;
    char *const expected = jp_sketch_read(recorded);

    jp_sketch_init(&sketch);
    jp_sketch_add_collapsed(&sketch, stacks);
    jp_sketch_finish(&sketch);
    sketch.context.show_bytes = show_bytes;
    struct jp_buf out = print(&sketch, false);
    assert_string_equal(out.ptr, expected);
    jp_buf_release(&out);
    jp_sketch_release(&sketch);
    free(expected);
}

static void test_recorded(void **state)
{
    (void)state;
    assert_recorded("relayd.collapsed", "relayd.text", false);
    assert_recorded("relayd.collapsed", "relayd.text-bytes", true);
    assert_recorded("relayd-base.collapsed", "relayd-base.text", false);
    assert_recorded("relayd-base.collapsed", "relayd-base.text-bytes", true);
}

/* 3 and -3 MB in stacks of one sum: percentages of nothing. Expected by jeprof's rule. */
static void test_total_of_zero(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 3 * 1048576, "main", "up", NULL);
    jp_sketch_add(&sketch, -3 * 1048576, "main", "down", NULL);
    jp_sketch_finish(&sketch);
    struct jp_buf out = print(&sketch, false);
    assert_string_equal(out.ptr, "     3.0   +inf   +inf      3.0   +inf up\n"
                                 "    -3.0   -inf    nan     -3.0   -inf down\n");
    jp_buf_release(&out);
    jp_sketch_release(&sketch);
}

static void test_thread_objects_and_cum(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 2.9, "main", "f", NULL);
    jp_sketch_add(&sketch, 7.2, "main", "g", NULL);
    jp_sketch_finish(&sketch);
    sketch.view.metric = JP_INUSE_OBJECTS;
    sketch.context.thread_name = "t3";
    struct jp_buf out = print(&sketch, true);
    assert_string_equal(out.ptr, "Total (t3): 10 objects\n"
                                 "       0   0.0%   0.0%       10 100.0% main\n"
                                 "       7  71.3%  71.3%        7  71.3% g\n"
                                 "       2  28.7% 100.0%        2  28.7% f\n");
    jp_buf_release(&out);
    jp_sketch_release(&sketch);
}

static void test_unknown_functions(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 4, "main", "?? @lost.c:7", NULL);
    jp_sketch_add(&sketch, 3, "main", "??", NULL);
    jp_sketch_add(&sketch, 2, "main", "00000000deadbeef", NULL);
    jp_sketch_finish(&sketch);
    sketch.context.show_bytes = true;
    struct jp_buf out = print(&sketch, false);
    assert_string_equal(out.ptr, "Total: 9 B\n"
                                 "       4  44.4%  44.4%        4  44.4% ?? lost.c:7\n"
                                 "       3  33.3%  77.8%        3  33.3% ?? ??:0\n"
                                 "       2  22.2% 100.0%        2  22.2% 00000000deadbeef\n"
                                 "       0   0.0% 100.0%        9 100.0% main\n");
    jp_buf_release(&out);
    jp_sketch_release(&sketch);
}

static void test_values(void **state)
{
    struct jp_sketch sketch;
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_finish(&sketch);
    jp_report_value(&out, &sketch.context, -100);
    assert_string_equal(out.ptr, "-0.0");
    jp_buf_clear(&out);
    sketch.context.show_bytes = true;
    jp_report_value(&out, &sketch.context, ldexp(1, 70));
    assert_string_equal(out.ptr, "1180591620717411303424");
    jp_buf_clear(&out);
    jp_report_value(&out, &sketch.context, -0.9);
    assert_string_equal(out.ptr, "0");
    jp_buf_release(&out);
    out = print(&sketch, false);
    assert_string_equal(out.ptr, "");
    jp_buf_release(&out);
    jp_sketch_release(&sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recorded),
        cmocka_unit_test(test_total_of_zero),
        cmocka_unit_test(test_thread_objects_and_cum),
        cmocka_unit_test(test_unknown_functions),
        cmocka_unit_test(test_values),
    };
    return cmocka_run_group_tests_name("report_text", tests, NULL, NULL);
}
