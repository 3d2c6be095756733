/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_runs.h"
#include "jp_sketch.h"
#include "jp_test.h"

#include <string.h>

struct fixture {
    struct jp_sketch sketch;
    struct jp_graph graph;
    struct jp_runs runs;
};

static void make(struct fixture *fixture, double node_fraction)
{
    const struct jp_graph_limits limits = {100, node_fraction, 0, 100, JP_COUNT_STACKS};
    struct jp_sketch *const sketch = &fixture->sketch;
    struct jp_top top;

    jp_sketch_finish(sketch);
    jp_top_init(&top, &sketch->view, &sketch->keys, false);
    jp_graph_init(&fixture->graph, &sketch->view, &sketch->keys, &top, &limits);
    jp_runs_init(&fixture->runs, &fixture->graph);
    jp_top_release(&top);
}

static void release(struct fixture *fixture)
{
    jp_runs_release(&fixture->runs);
    jp_graph_release(&fixture->graph);
    jp_sketch_release(&fixture->sketch);
}

/* "main>run>read" for the run that NAME belongs to. */
static void assert_run(const struct fixture *fixture, const char *name, const char *expected)
{
    const struct jp_intern *const strings = &fixture->sketch.keys.strings;
    struct jp_buf text = JP_BUF_INIT;

    for (size_t i = 0; i < fixture->runs.list.count; i++) {
        const struct jp_run *const run = &fixture->runs.list.data[i];
        bool is_it = false;
        jp_buf_clear(&text);
        for (uint32_t k = 0; k < run->count; k++) {
            const uint32_t node = fixture->runs.members.data[run->first + k];
            const char *const member = jp_intern_text(strings, fixture->graph.nodes.data[node].key);
            is_it |= !strcmp(member, name);
            jp_buf_format(&text, "%s%s", k ? ">" : "", member);
            assert_int_equal(fixture->runs.run_of_node[node], i);
        }
        if (is_it)
            break;
        jp_buf_clear(&text);
    }
    assert_string_equal(jp_buf_span(&text).ptr, expected);
    jp_buf_release(&text);
}

static void test_runs(void **state)
{
    struct fixture fixture;

    (void)state;
    jp_sketch_init(&fixture.sketch);
    jp_sketch_add(&fixture.sketch, 60, "_start", "main", "run", "read", "grow", NULL);
    jp_sketch_add(&fixture.sketch, 40, "_start", "main", "run", "write", "pack", "grow", NULL);
    make(&fixture, 0);
    assert_run(&fixture, "run", "_start>main>run");
    assert_run(&fixture, "read", "read");
    assert_run(&fixture, "pack", "write>pack");
    assert_run(&fixture, "grow", "grow");
    assert_int_equal(fixture.runs.list.count, 4);
    assert_int_equal(fixture.runs.edges.count, 4);
    assert_true(fixture.runs.list.data[0].cum == 100);
    release(&fixture);
}

/* A caller that holds more than the limit itself stands alone; one that holds less does not. */
static void test_limit(void **state)
{
    struct fixture fixture;

    (void)state;
    jp_sketch_init(&fixture.sketch);
    jp_sketch_add(&fixture.sketch, 90, "main", "big", "small", "leaf", NULL);
    jp_sketch_add(&fixture.sketch, 7, "main", "big", NULL);
    jp_sketch_add(&fixture.sketch, 3, "main", "big", "small", NULL);
    make(&fixture, 0.05);
    assert_run(&fixture, "big", "main>big");
    assert_run(&fixture, "leaf", "small>leaf");
    assert_true(fixture.runs.list.data[0].flat == 7 && fixture.runs.list.data[0].cum == 100);
    assert_true(fixture.runs.list.data[1].flat == 93 && fixture.runs.list.data[1].cum == 93);
    release(&fixture);
}

/* Repetition breaks a run and is marked where it comes in; a call of itself does not break one. */
static void test_recursion(void **state)
{
    struct fixture fixture;

    (void)state;
    jp_sketch_init(&fixture.sketch);
    jp_sketch_add(&fixture.sketch, 10, "main", "walk", "visit", "walk", "visit", NULL);
    make(&fixture, 0);
    assert_run(&fixture, "main", "main");
    assert_run(&fixture, "walk", "walk>visit");
    assert_true(fixture.runs.list.data[0].again == 0);
    assert_true(fixture.runs.list.data[1].again == 10);
    assert_int_equal(fixture.runs.edges.count, 1);
    release(&fixture);

    jp_sketch_init(&fixture.sketch);
    jp_sketch_add(&fixture.sketch, 10, "main", "again", "again", "leaf", NULL);
    make(&fixture, 0);
    assert_run(&fixture, "again", "main>again>leaf");
    assert_true(fixture.runs.list.data[0].again == 10);
    assert_int_equal(fixture.runs.edges.count, 0);
    release(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_limit),
        cmocka_unit_test(test_recursion),
    };

    return cmocka_run_group_tests_name("runs", tests, NULL, NULL);
}
