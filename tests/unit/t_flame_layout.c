/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame_layout.h"
#include "jp_sketch.h"
#include "jp_test.h"

#include <math.h>

struct fixture {
    struct jp_sketch sketch;
    struct jp_tree tree;
    struct jp_flame_layout layout;
};

/*
 * all 100 - main 90 - run 62 - grow 60 - copy 59
 *                |          \ t1 1, t2 1 (with u below it)
 *                | keep 20, a1 1, a2 1, itself 6
 *         \ [no stack] 10
 */
static void draw(struct fixture *fixture, double smallest)
{
    struct jp_sketch *const sketch = &fixture->sketch;

    jp_sketch_init(sketch);
    jp_sketch_add(sketch, 59, "main", "run", "grow", "copy[inline]", NULL);
    jp_sketch_add(sketch, 1, "main", "run", "grow", NULL);
    jp_sketch_add(sketch, 1, "main", "run", "t1", NULL);
    jp_sketch_add(sketch, 1, "main", "run", "t2", "u", NULL);
    jp_sketch_add(sketch, 20, "main", "keep", NULL);
    jp_sketch_add(sketch, 1, "main", "a2", NULL);
    jp_sketch_add(sketch, 1, "main", "a1", NULL);
    jp_sketch_add(sketch, 6, "main", NULL);
    jp_sketch_add(sketch, 10, NULL);
    jp_sketch_add(sketch, 0, "main", "run", "freed", NULL);
    jp_sketch_finish(sketch);
    jp_tree_init(&fixture->tree, &sketch->view, &sketch->keys, false);
    struct jp_tree_values values = jp_tree_values(&fixture->tree, &sketch->view);
    jp_flame_layout_init(&fixture->layout, &fixture->tree, &sketch->keys, values.total, smallest);
    jp_tree_values_release(&values);
}

static void clean(struct fixture *fixture)
{
    jp_flame_layout_release(&fixture->layout);
    jp_tree_release(&fixture->tree);
    jp_sketch_release(&fixture->sketch);
}

struct expected {
    const char *key; /* "": the root */
    uint32_t merged_count;
    uint32_t level;
    double start, width;
};

static void assert_boxes(const struct fixture *fixture, const struct expected *expected,
                         size_t count)
{
    const struct jp_flame_layout *const layout = &fixture->layout;

    assert_int_equal(layout->boxes.count, count);
    for (size_t i = 0; i < count; i++) {
        const struct jp_flame_box *const box = &layout->boxes.data[i];
        const uint32_t key = fixture->tree.nodes.data[box->node].key;
        assert_string_equal(box->node ? jp_intern_text(&fixture->sketch.keys.strings, key) : "",
                            expected[i].key);
        assert_int_equal(box->merged_count, expected[i].merged_count);
        assert_int_equal(box->level, expected[i].level);
        assert_true(box->start == expected[i].start && box->width == expected[i].width);
    }
}

/* Siblings by size, then by name; what a function holds itself stays free at its right end. */
static void test_all(void **state)
{
    static const struct expected expected[] = {
        {"", 0, 0, 0, 100},
        {"main", 0, 1, 0, 90},
        {"run", 0, 2, 0, 62},
        {"grow", 0, 3, 0, 60},
        {"copy (inline)", 0, 4, 0, 59},
        {"t1", 0, 3, 60, 1},
        {"t2", 0, 3, 61, 1},
        {"u", 0, 4, 61, 1},
        {"keep", 0, 2, 62, 20},
        {"a1", 0, 2, 82, 1},
        {"a2", 0, 2, 83, 1},
        {JP_NO_STACK_NAME, 0, 1, 90, 10},
    };
    struct fixture fixture;

    (void)state;
    draw(&fixture, 0.5);
    assert_boxes(&fixture, expected, JP_COUNT_OF(expected));
    assert_int_equal(fixture.layout.level_count, 5);
    assert_int_equal(fixture.layout.merged_count, 0);
    assert_true(fixture.layout.merged_width == 0);
    clean(&fixture);
}

/* t1, t2 and u become one box at 1.5, and so do a1 and a2, as they are 2 wide together. */
static void test_merged(void **state)
{
    static const struct expected expected[] = {
        {"", 0, 0, 0, 100},     {"main", 0, 1, 0, 90},          {"run", 0, 2, 0, 62},
        {"grow", 0, 3, 0, 60},  {"copy (inline)", 0, 4, 0, 59}, {"run", 3, 3, 60, 2},
        {"keep", 0, 2, 62, 20}, {"main", 2, 2, 82, 2},          {JP_NO_STACK_NAME, 0, 1, 90, 10},
    };
    struct fixture fixture;

    (void)state;
    draw(&fixture, 1.5);
    assert_boxes(&fixture, expected, JP_COUNT_OF(expected));
    assert_int_equal(fixture.layout.merged_count, 5);
    assert_true(fixture.layout.merged_width == 4);
    clean(&fixture);
}

/* Merged boxes that are too narrow together are left out, but counted. */
static void test_left_out(void **state)
{
    static const struct expected expected[] = {
        {"", 0, 0, 0, 100},    {"main", 0, 1, 0, 90},          {"run", 0, 2, 0, 62},
        {"grow", 0, 3, 0, 60}, {"copy (inline)", 0, 4, 0, 59}, {"main", 3, 2, 62, 22},
    };
    struct fixture fixture;

    (void)state;
    draw(&fixture, 21);
    assert_boxes(&fixture, expected, JP_COUNT_OF(expected));
    /* t1, t2, u; keep, a1, a2; [no stack] */
    assert_int_equal(fixture.layout.merged_count, 7);
    assert_true(fixture.layout.merged_width == 34);
    clean(&fixture);
}

static void test_nothing(void **state)
{
    struct fixture fixture;

    (void)state;
    jp_sketch_init(&fixture.sketch);
    jp_sketch_finish(&fixture.sketch);
    jp_tree_init(&fixture.tree, &fixture.sketch.view, &fixture.sketch.keys, false);
    jp_flame_layout_init(&fixture.layout, &fixture.tree, &fixture.sketch.keys, &(double){0},
                         INFINITY);
    assert_int_equal(fixture.layout.boxes.count, 0);
    assert_int_equal(fixture.layout.level_count, 0);
    clean(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_merged),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests_name("flame_layout", tests, NULL, NULL);
}
