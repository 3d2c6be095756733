/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_tree.h"
#include "jp_sketch.h"
#include "jp_test.h"

static void draw(struct jp_sketch *sketch)
{
    jp_sketch_init(sketch);
    jp_sketch_add(sketch, 60, "_start", "main", "run", "grow", "copy[inline]", NULL);
    jp_sketch_add(sketch, 20, "_start", "main", "run", "keep", NULL);
    jp_sketch_add(sketch, 3, "_start", "main", "small", NULL);
    jp_sketch_add(sketch, 2, "_start", "main", "tiny", "copy[inline]", NULL);
    jp_sketch_add(sketch, 5, "_start", "main", NULL);
    jp_sketch_add(sketch, 10, NULL);
    jp_sketch_add(sketch, 0, "_start", "main", "run", "grow", "freed", NULL);
    jp_sketch_finish(sketch);
    sketch->context.show_bytes = true;
}

static void assert_printed(bool bottom_up, struct jp_report_tree_limits limits,
                           const char *expected)
{
    struct jp_sketch sketch;
    struct jp_tree tree;
    struct jp_buf out = JP_BUF_INIT;

    draw(&sketch);
    jp_tree_init(&tree, &sketch.view, &sketch.keys, bottom_up);
    jp_report_tree(&out, &sketch.context, &tree, &limits);
    assert_string_equal(out.ptr, expected);
    jp_buf_release(&out);
    jp_tree_release(&tree);
    jp_sketch_release(&sketch);
}

static void test_top_down(void **state)
{
    (void)state;
    assert_printed(false, (struct jp_report_tree_limits){80, 0.005},
                   "Total: 100 B\n"
                   "     cum   cum%      flat  flat%  function, its callees below\n"
                   "      90  90.0%         0   0.0%  - _start\n"
                   "      90  90.0%         5   5.0%    main\n"
                   "      80  80.0%         0   0.0%    - run\n"
                   "      60  60.0%         0   0.0%      - grow\n"
                   "      60  60.0%        60  60.0%        copy (inline)\n"
                   "      20  20.0%        20  20.0%      - keep\n"
                   "       3   3.0%         3   3.0%    - small\n"
                   "       2   2.0%         0   0.0%    - tiny\n"
                   "       2   2.0%         2   2.0%      copy (inline)\n"
                   "      10  10.0%        10  10.0%  - [no stack]\n");
    assert_printed(false, (struct jp_report_tree_limits){5, 0.1},
                   "Total: 100 B\n"
                   "     cum   cum%      flat  flat%  function, its callees below\n"
                   "      90  90.0%         0   0.0%  - _start\n"
                   "      90  90.0%         5   5.0%    main\n"
                   "      80  80.0%         0   0.0%    - run\n"
                   "      60  60.0%         0   0.0%      - grow\n"
                   "      60  60.0%        60  60.0%        copy (inline)\n"
                   "      20  20.0%                       - (1 more)\n"
                   "       5   5.0%                     - (2 more)\n"
                   "      10  10.0%                   - (1 more)\n"
                   "Cut: 5 of 10 nodes, 35 B (35.0%)\n");
}

static void test_bottom_up(void **state)
{
    (void)state;
    assert_printed(true, (struct jp_report_tree_limits){80, 0.05},
                   "Total: 100 B\n"
                   "   value      %  function, its callers below\n"
                   "      62  62.0%  - copy (inline)\n"
                   "      60  60.0%    - grow\n"
                   "      60  60.0%      run\n"
                   "      60  60.0%      main\n"
                   "      60  60.0%      _start\n"
                   "       2   2.0%    - (1 more)\n"
                   "      20  20.0%  - keep\n"
                   "      20  20.0%    run\n"
                   "      20  20.0%    main\n"
                   "      20  20.0%    _start\n"
                   "      10  10.0%  - [no stack]\n"
                   "       5   5.0%  - main\n"
                   "       5   5.0%    _start\n"
                   "       3   3.0%  - (1 more)\n"
                   "Cut: 6 of 18 nodes, 5 B (5.0%)\n");
}

static void test_nothing(void **state)
{
    struct jp_sketch sketch;
    struct jp_tree tree;
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_finish(&sketch);
    jp_tree_init(&tree, &sketch.view, &sketch.keys, false);
    jp_report_tree(&out, &sketch.context, &tree, &(struct jp_report_tree_limits){80, 0.005});
    assert_int_equal(out.len, 0);
    jp_buf_release(&out);
    jp_tree_release(&tree);
    jp_sketch_release(&sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_top_down),
        cmocka_unit_test(test_bottom_up),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests_name("report_tree", tests, NULL, NULL);
}
