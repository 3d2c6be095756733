/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_sketch.h"
#include "jp_sum.h"
#include "jp_test.h"
#include "jp_walk.h"

#include <stdio.h>
#include <string.h>

/* The row of NAME; all zero when there is none. */
static struct jp_top_row find_row(const struct jp_top *top, const struct jp_sketch *sketch,
                                  const char *name)
{
    for (size_t i = 0; i < top->rows.count; i++) {
        if (strcmp(jp_intern_text(&sketch->keys.strings, top->rows.data[i].key), name) == 0)
            return top->rows.data[i];
    }
    return (struct jp_top_row){0};
}

static void assert_row(const struct jp_top *top, const struct jp_sketch *sketch, const char *name,
                       double flat, double cum)
{
    const struct jp_top_row row = find_row(top, sketch, name);

    assert_int_not_equal(row.key, 0);
    assert_true(row.flat == flat);
    assert_true(row.cum == cum);
}

/* a calls b calls a: each stack counts once for a. Values worked out by hand. */
static void test_recursion(void **state)
{
    struct jp_sketch sketch;
    struct jp_top top;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 1, "main", "a", NULL);
    jp_sketch_add(&sketch, 2, "main", "a", "b", NULL);
    jp_sketch_add(&sketch, 4, "main", "a", "b", "a", NULL);
    jp_sketch_add(&sketch, 8, "main", "b", "a", "a", NULL);
    jp_sketch_add(&sketch, 16, "main", NULL);
    jp_sketch_finish(&sketch);
    jp_top_init(&top, &sketch.view, &sketch.keys, false);
    assert_int_equal(top.rows.count, 3);
    assert_true(top.flat_total == 31);
    assert_row(&top, &sketch, "main", 16, 31);
    assert_row(&top, &sketch, "a", 13, 15);
    assert_row(&top, &sketch, "b", 2, 14);
    jp_top_release(&top);
    jp_sketch_release(&sketch);
}

static void test_inlined_frames(void **state)
{
    struct jp_sketch sketch;
    struct jp_top top;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 10, "main", "outer", "inner[inline]", NULL);
    jp_sketch_add(&sketch, 5, "main", "outer", NULL);
    /* A location that inlines the same function twice. */
    jp_sketch_add(&sketch, 3, "main", "x", "inner[inline]", "inner[inline]", NULL);
    jp_sketch_finish(&sketch);
    jp_top_init(&top, &sketch.view, &sketch.keys, false);
    assert_row(&top, &sketch, "main", 0, 18);
    assert_row(&top, &sketch, "outer", 5, 15);
    assert_row(&top, &sketch, "inner (inline)", 13, 13);
    assert_row(&top, &sketch, "x", 0, 3);
    jp_top_release(&top);
    jp_sketch_release(&sketch);
}

static void test_order_and_zero_rows(void **state)
{
    static const char *const by_flat[] = {"big", "eq1", "eq2", "main", "shrunk"};
    static const char *const by_cum[] = {"main", "big", "eq1", "eq2", "shrunk"};
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 2, "main", "eq2", NULL);
    jp_sketch_add(&sketch, 2, "main", "eq1", NULL);
    jp_sketch_add(&sketch, 9, "main", "big", NULL);
    jp_sketch_add(&sketch, 0, "main", "gone", NULL);
    jp_sketch_add(&sketch, -1, "main", "shrunk", NULL);
    /* Tenths cannot be written in binary; what cancels out still leaves no row. */
    jp_sketch_add(&sketch, 0.1 + 0.2, "main", "same", "p", NULL);
    jp_sketch_add(&sketch, -0.1, "main", "same", "q", NULL);
    jp_sketch_add(&sketch, -0.2, "main", "same", "r", NULL);
    jp_sketch_add(&sketch, 0.1 + 0.2 - 0.1 - 0.2, "main", "same", "s", NULL);
    jp_sketch_finish(&sketch);
    for (int cum = 0; cum < 2; cum++) {
        struct jp_top top;
        size_t seen = 0;
        jp_top_init(&top, &sketch.view, &sketch.keys, cum);
        assert_int_equal(find_row(&top, &sketch, "gone").key, 0);
        for (size_t i = 0; i < top.rows.count; i++) {
            const char *const name = jp_intern_text(&sketch.keys.strings, top.rows.data[i].key);
            if (seen < 5 && strcmp(name, cum ? by_cum[seen] : by_flat[seen]) == 0)
                seen++;
        }
        assert_int_equal(seen, 5);
        jp_top_release(&top);
    }
    jp_sketch_release(&sketch);
}

static void test_empty_stack(void **state)
{
    struct jp_sketch sketch;
    struct jp_top top;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 7, NULL);
    jp_sketch_add(&sketch, 3, "main", NULL);
    jp_sketch_finish(&sketch);
    jp_top_init(&top, &sketch.view, &sketch.keys, false);
    assert_int_equal(top.rows.count, 2);
    assert_row(&top, &sketch, JP_NO_STACK_NAME, 7, 7);
    assert_row(&top, &sketch, "main", 3, 3);
    assert_true(top.flat_total == 10);
    jp_top_release(&top);
    jp_sketch_release(&sketch);
}

/* The same stacks entered in another order give the same doubles, to the last bit. */
static void test_order_of_addition(void **state)
{
    double first = 0;

    (void)state;
    for (int turn = 0; turn < 2; turn++) {
        struct jp_sketch sketch;
        struct jp_top top;
        jp_sketch_init(&sketch);
        for (int i = 0; i < 500; i++) {
            const int step = turn ? 499 - i : i;
            const double value = 1e9 / (step + 3) - (step % 7) * 1e8 / 3;
            char name[16];
            snprintf(name, sizeof name, "f%d", step % 83);
            jp_sketch_add(&sketch, value, "main", name, step % 2 ? "a" : "b", NULL);
        }
        jp_sketch_finish(&sketch);
        jp_top_init(&top, &sketch.view, &sketch.keys, false);
        const double cum = find_row(&top, &sketch, "main").cum;
        assert_true(turn == 0 || cum == first);
        assert_true(cum == top.flat_total);
        first = cum;
        jp_top_release(&top);
        jp_sketch_release(&sketch);
    }
}

static void test_deep_stack(void **state)
{
    struct jp_sketch sketch;
    struct jp_top top;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 0, "main", "deep", NULL);
    for (uint32_t i = 0; i < 1000000; i++) {
        jp_vec_push(&sketch.profile.stacks, (struct jp_stack){2 + i, 1});
        jp_vec_push(&sketch.values, 1);
    }
    jp_sketch_finish(&sketch);
    jp_top_init(&top, &sketch.view, &sketch.keys, false);
    assert_row(&top, &sketch, "deep", 1e6, 1e6);
    assert_row(&top, &sketch, "main", 0, 1e6);
    jp_top_release(&top);
    jp_sketch_release(&sketch);
}

static void test_sum(void **state)
{
    struct jp_sum sum = {0};

    (void)state;
    jp_sum_add(&sum, 1e16);
    for (int i = 0; i < 1000; i++)
        jp_sum_add(&sum, 1.0 / 1024);
    jp_sum_add(&sum, -1e16);
    assert_true(jp_sum_value(sum) == 1000.0 / 1024);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_inlined_frames),
        cmocka_unit_test(test_order_and_zero_rows),
        cmocka_unit_test(test_empty_stack),
        cmocka_unit_test(test_order_of_addition),
        cmocka_unit_test(test_deep_stack),
        cmocka_unit_test(test_sum),
    };
    return cmocka_run_group_tests_name("top", tests, NULL, NULL);
}
