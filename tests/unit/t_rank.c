/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_rank.h"
#include "jp_sketch.h"
#include "jp_test.h"

#include <stdio.h>
#include <string.h>

/* The order of the nodes as "a b c", and that edges follow their nodes. */
static void assert_order(struct jp_sketch *sketch, const char *expected)
{
    const struct jp_graph_limits limits = {100000, 0, 0, 1000, JP_COUNT_STACKS};
    const struct jp_intern *const strings = &sketch->keys.strings;
    struct jp_buf text = JP_BUF_INIT;
    struct jp_top top;
    struct jp_graph graph;

    jp_sketch_finish(sketch);
    jp_top_init(&top, &sketch->view, &sketch->keys, false);
    jp_graph_init(&graph, &sketch->view, &sketch->keys, &top, &limits);
    for (size_t i = 0; i < graph.nodes.count; i++)
        jp_buf_format(&text, "%s%s", i ? " " : "",
                      jp_intern_text(strings, graph.nodes.data[i].key));
    assert_string_equal(text.ptr, expected);
    jp_buf_release(&text);
    jp_graph_release(&graph);
    jp_top_release(&top);
    jp_sketch_release(sketch);
}

/* Worked out by hand: big 50, then mid 30, then small 20, each behind its callers. */
static void test_ways(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 20, "main", "s", "t", "small", NULL);
    jp_sketch_add(&sketch, 50, "main", "x", "big", NULL);
    jp_sketch_add(&sketch, 30, "main", "x", "y", "mid", NULL);
    assert_order(&sketch, "main x big y mid s t small");
}

/* The second way to big carries 10, so it matters more than little, and less than mid. */
static void test_second_way(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 5, "main", "little", NULL);
    jp_sketch_add(&sketch, 40, "main", "a", "big", NULL);
    jp_sketch_add(&sketch, 10, "main", "b", "big", NULL);
    jp_sketch_add(&sketch, 20, "main", "mid", NULL);
    assert_order(&sketch, "main a big mid b little");
}

/* Functions that call each other, and one that calls itself. */
static void test_rings(void **state)
{
    struct jp_sketch sketch;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 9, "walk", "visit", "walk", "visit", "leaf", "leaf", NULL);
    assert_order(&sketch, "walk visit leaf");
}

/* As many functions as no picture has, in a time that nobody notices. */
static void test_many(void **state)
{
    struct jp_sketch sketch;
    struct jp_buf expected = JP_BUF_INIT;

    (void)state;
    jp_sketch_init(&sketch);
    jp_buf_add_text(&expected, "main");
    for (int i = 0; i < 30000; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%05d", i);
        jp_sketch_add(&sketch, 40000 - i, "main", name, NULL);
        jp_buf_format(&expected, " %s", name);
    }
    assert_order(&sketch, expected.ptr);
    jp_buf_release(&expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_second_way),
        cmocka_unit_test(test_rings),
        cmocka_unit_test(test_many),
    };

    return cmocka_run_group_tests_name("rank", tests, NULL, NULL);
}
