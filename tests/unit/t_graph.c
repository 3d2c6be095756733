/* SPDX-License-Identifier: BSD-2-Clause */
/* The call graph and its --dot output, against what jeprof printed for the same stacks. */
#include "config.h"

#include "jp_report_dot.h"
#include "jp_sketch.h"
#include "jp_test.h"

#include <stdio.h>
#include <string.h>

static struct jp_buf print(struct jp_sketch *sketch, const struct jp_graph_limits *limits,
                           bool heapcheck)
{
    struct jp_buf out = JP_BUF_INIT;
    struct jp_top top;
    struct jp_graph graph;

    jp_top_init(&top, &sketch->view, &sketch->keys, true);
    jp_graph_init(&graph, &sketch->view, &sketch->keys, &top, limits);
    jp_report_dot(&out, &sketch->context, &graph, &(struct jp_dot_options){heapcheck});
    jp_graph_release(&graph);
    jp_top_release(&top);
    return out;
}

static int compare_lines(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Cuts TEXT into lines; edges, which jeprof leaves in hash order when equal, are sorted. */
static size_t take_lines(char *text, char **lines, size_t limit)
{
    size_t count = 0;
    size_t first_edge = 0;
    char *next;

    for (char *line = strtok_r(text, "\n", &next); line && count < limit;
         line = strtok_r(NULL, "\n", &next))
        lines[count++] = line;
    while (first_edge < count && !strstr(lines[first_edge], " -> "))
        first_edge++;
    qsort(lines + first_edge, count - first_edge, sizeof *lines, compare_lines);
    return count;
}

static void assert_recorded(const char *stacks, const char *recorded, bool show_bytes,
                            bool heapcheck, struct jp_graph_limits limits)
{
    struct jp_sketch sketch;
    char *lines[200];
    char *expected_lines[200];
    char *const expected = jp_sketch_read(recorded);

    jp_sketch_init(&sketch);
    jp_sketch_add_collapsed(&sketch, stacks);
    jp_sketch_finish(&sketch);
    sketch.context.show_bytes = show_bytes;
    sketch.context.program = "/tmp/jpc-corpus/c-gcc5-pie/relayd";
    struct jp_buf out = print(&sketch, &limits, heapcheck);
    const size_t count = take_lines(out.ptr, lines, JP_COUNT_OF(lines));
    const size_t expected_count = take_lines(expected, expected_lines, JP_COUNT_OF(expected_lines));
    for (size_t i = 0; i < count && i < expected_count; i++)
        assert_string_equal(lines[i], expected_lines[i]);
    assert_int_equal(count, expected_count);
    jp_buf_release(&out);
    jp_sketch_release(&sketch);
    free(expected);
}

static void test_recorded(void **state)
{
    const struct jp_graph_limits usual = JP_GRAPH_LIMITS_INIT;

    (void)state;
    assert_recorded("relayd.collapsed", "relayd.dot", false, false, usual);
    assert_recorded("relayd.collapsed", "relayd.dot-bytes-heapcheck", true, true, usual);
    assert_recorded("relayd.collapsed", "relayd.dot-nolimits", false, false,
                    (struct jp_graph_limits){100000, 0, 0, 8, JP_COUNT_CALLS});
    assert_recorded("relayd.collapsed", "relayd.dot-small", false, false,
                    (struct jp_graph_limits){12, 0.02, 0.05, 2, JP_COUNT_CALLS});
    assert_recorded("relayd-base.collapsed", "relayd-base.dot", true, true, usual);
}

static const struct jp_graph_limits none = {100, 0, 0, 100, JP_COUNT_CALLS};

static void make(struct jp_graph *graph, struct jp_sketch *sketch, struct jp_graph_limits limits)
{
    struct jp_top top;

    jp_sketch_finish(sketch);
    jp_top_init(&top, &sketch->view, &sketch->keys, false);
    jp_graph_init(graph, &sketch->view, &sketch->keys, &top, &limits);
    jp_top_release(&top);
}

/* NULL: there is no such edge. */
static const struct jp_graph_edge *find_edge(const struct jp_graph *graph,
                                             const struct jp_sketch *sketch, const char *source,
                                             const char *target)
{
    for (size_t i = 0; i < graph->edges.count; i++) {
        const struct jp_graph_edge *const edge = &graph->edges.data[i];
        const struct jp_intern *const strings = &sketch->keys.strings;
        if (!strcmp(jp_intern_text(strings, graph->nodes.data[edge->source].key), source) &&
            !strcmp(jp_intern_text(strings, graph->nodes.data[edge->target].key), target))
            return edge;
    }
    return NULL;
}

static double edge_value(const struct jp_graph *graph, const struct jp_sketch *sketch,
                         const char *source, const char *target)
{
    const struct jp_graph_edge *const edge = find_edge(graph, sketch, source, target);

    return edge ? edge->value : -1;
}

/* Worked out by hand: a recursive call counts once per occurrence. */
static void test_recursive_edges(void **state)
{
    struct jp_sketch sketch;
    struct jp_graph graph;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 5, "main", "a", "a", "a", "leaf", NULL);
    jp_sketch_add(&sketch, 2, "main", "a", "b", "a", "b[inline]", NULL);
    make(&graph, &sketch, none);
    assert_int_equal(graph.nodes.count, 5);
    assert_int_equal(graph.edges.count, 6);
    assert_true(edge_value(&graph, &sketch, "main", "a") == 7);
    assert_true(edge_value(&graph, &sketch, "a", "a") == 10);
    assert_true(edge_value(&graph, &sketch, "a", "leaf") == 5);
    assert_true(edge_value(&graph, &sketch, "a", "b") == 2);
    assert_true(edge_value(&graph, &sketch, "b", "a") == 2);
    assert_true(edge_value(&graph, &sketch, "a", "b (inline)") == 2);
    jp_graph_release(&graph);
    jp_sketch_release(&sketch);
}

static void assert_counted(const struct jp_graph *graph, const struct jp_sketch *sketch,
                           const char *source, const char *target, double value, double again)
{
    const struct jp_graph_edge *const edge = find_edge(graph, sketch, source, target);

    assert_non_null(edge);
    assert_true(edge->value == value && edge->again == again);
}

/* The same stacks: each counts once, and where its target is already on it, apart. */
static void test_recursive_stacks(void **state)
{
    struct jp_sketch sketch;
    struct jp_graph graph;
    struct jp_graph_limits limits = none;

    (void)state;
    limits.counting = JP_COUNT_STACKS;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 5, "main", "a", "a", "a", "leaf", NULL);
    jp_sketch_add(&sketch, 2, "main", "a", "b", "a", "b[inline]", NULL);
    jp_sketch_add(&sketch, 1, "main", "b", "a", "b", NULL);
    make(&graph, &sketch, limits);
    assert_int_equal(graph.edges.count, 7);
    assert_counted(&graph, &sketch, "main", "a", 7, 0);
    assert_counted(&graph, &sketch, "main", "b", 1, 0);
    assert_counted(&graph, &sketch, "a", "a", 0, 5);
    assert_counted(&graph, &sketch, "a", "leaf", 5, 0);
    assert_counted(&graph, &sketch, "a", "b", 2, 1);
    assert_counted(&graph, &sketch, "b", "a", 1, 2);
    assert_counted(&graph, &sketch, "a", "b (inline)", 2, 0);
    assert_true(graph.flat_size == 8);

    /* What holds memory, with its callers: main, a, leaf 5; b (inline) 2; b 1. */
    jp_graph_cut(&graph, 3);
    assert_int_equal(graph.nodes.count, 3);
    assert_int_equal(graph.edges.count, 3);
    assert_int_equal(graph.dropped_nodes, 2);
    assert_true(graph.dropped_flat == 3);
    jp_graph_release(&graph);
    jp_sketch_release(&sketch);
}

/* Nodes in the order of the graph, and edges, as text. */
static void describe(struct jp_buf *out, const struct jp_graph *graph,
                     const struct jp_sketch *sketch)
{
    for (size_t i = 0; i < graph->nodes.count; i++)
        jp_buf_format(out, "%s ", jp_intern_text(&sketch->keys.strings, graph->nodes.data[i].key));
    for (size_t i = 0; i < graph->edges.count; i++)
        jp_buf_format(out, "%u>%u ", graph->edges.data[i].source, graph->edges.data[i].target);
}

/* Equal values: names decide about the order and about who is left, not the order of the dump. */
static void test_ties(void **state)
{
    static const char *const orders[][4] = {{"d", "b", "c", "a"}, {"a", "c", "d", "b"}};
    static const struct {
        size_t node_count;
        const char *expected;
    } cases[] = {
        {100, "main a b c d 0>1 0>2 0>3 0>4 "},
        {3, "main a b 0>1 0>2 "},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(orders) * JP_COUNT_OF(cases); i++) {
        const char *const *const order = orders[i % 2];
        struct jp_graph_limits limits = none;
        struct jp_buf text = JP_BUF_INIT;
        struct jp_sketch sketch;
        struct jp_graph graph;
        limits.node_count = cases[i / 2].node_count;
        jp_sketch_init(&sketch);
        for (size_t k = 0; k < 4; k++)
            jp_sketch_add(&sketch, 10, "main", order[k], NULL);
        make(&graph, &sketch, limits);
        describe(&text, &graph, &sketch);
        assert_string_equal(text.ptr, cases[i / 2].expected);
        jp_buf_release(&text);
        jp_graph_release(&graph);
        jp_sketch_release(&sketch);
    }
}

/* What shrank counts by its size: nothing is dropped because a difference adds up to nothing. */
static void test_difference(void **state)
{
    struct jp_sketch sketch;
    struct jp_graph graph;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 60, "main", "grew", NULL);
    jp_sketch_add(&sketch, -40, "main", "shrank", NULL);
    jp_sketch_add(&sketch, 1, "main", "little", NULL);
    make(&graph, &sketch, (struct jp_graph_limits){100, 0.05, 0.05, 100, JP_COUNT_STACKS});
    assert_true(graph.flat_total == 21 && graph.flat_size == 101 && graph.node_limit == 5);
    assert_int_equal(graph.nodes.count, 3);
    assert_int_equal(graph.edges.count, 2);
    assert_counted(&graph, &sketch, "main", "shrank", -40, 0);
    jp_graph_release(&graph);
    jp_sketch_release(&sketch);
}

/* What cancels itself out on the way is still the way: main and run add up to nothing. */
static void test_cancelled(void **state)
{
    struct jp_sketch sketch;
    struct jp_graph graph;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 50, "main", "run", "grew", NULL);
    jp_sketch_add(&sketch, -50, "main", "run", "shrank", NULL);
    make(&graph, &sketch, (struct jp_graph_limits){100, 0.05, 0.05, 100, JP_COUNT_STACKS});
    assert_int_equal(graph.nodes.count, 4);
    assert_int_equal(graph.edges.count, 3);
    assert_counted(&graph, &sketch, "main", "run", 0, 0);
    assert_true(find_edge(&graph, &sketch, "main", "run")->size == 100);
    assert_false(find_edge(&graph, &sketch, "main", "run")->is_again);
    /* The way to the first of the two that hold something comes first. */
    jp_graph_cut(&graph, 3);
    assert_int_equal(graph.edges.count, 2);
    jp_graph_release(&graph);
    jp_sketch_release(&sketch);
}

/*
 * Five callees of 1, 2 ... 5 from main and ten times that from other, 165 in all. Nodes up to 22 go
 * (f1 11, f2 22, main 15), and edges up to 33 unless they are their target's first.
 */
static void test_trimming(void **state)
{
    struct jp_sketch sketch;
    struct jp_graph graph;

    (void)state;
    jp_sketch_init(&sketch);
    for (int i = 1; i <= 5; i++) {
        char name[4];
        snprintf(name, sizeof name, "f%d", i);
        jp_sketch_add(&sketch, i, "main", name, NULL);
        jp_sketch_add(&sketch, 10 * i, "other", name, NULL);
    }
    make(&graph, &sketch,
         (struct jp_graph_limits){100, 22.9 / 165, 33.9 / 165, 100, JP_COUNT_CALLS});
    assert_true(graph.node_limit == 22 && graph.edge_limit == 33);
    assert_int_equal(graph.nodes.count, 4);
    assert_int_equal(graph.dropped_nodes, 3);
    assert_true(graph.dropped_flat == 33);
    assert_int_equal(graph.edges.count, 3);
    jp_graph_release(&graph);
    jp_sketch_release(&sketch);
}

/* Without limits on size, two edges out of each node, and always one into each. */
static void test_degree(void **state)
{
    struct jp_sketch sketch;
    struct jp_graph graph;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 9, "main", "x", "shared", NULL);
    jp_sketch_add(&sketch, 8, "main", "y", "shared", NULL);
    jp_sketch_add(&sketch, 7, "main", "z", "shared", NULL);
    make(&graph, &sketch, (struct jp_graph_limits){100, 0, 0, 2, JP_COUNT_CALLS});
    assert_int_equal(graph.edges.count, 5);
    assert_int_equal(graph.dropped_edges, 1);
    assert_true(edge_value(&graph, &sketch, "main", "z") == 7);
    assert_true(edge_value(&graph, &sketch, "z", "shared") == -1);
    jp_graph_release(&graph);
    jp_sketch_release(&sketch);
}

static void test_hostile_names(void **state)
{
    struct jp_sketch sketch;
    const struct jp_graph_limits limits = JP_GRAPH_LIMITS_INIT;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 5, "operator\"\"_kb", "a\\b::c \t d", NULL);
    jp_sketch_finish(&sketch);
    sketch.context.show_bytes = true;
    sketch.context.program = "C:\\x \"y\"";
    struct jp_buf out = print(&sketch, &limits, false);
    assert_non_null(strstr(out.ptr, "digraph \"C:\\\\x \\\"y\\\"; 5 B\" {\n"));
    assert_non_null(strstr(out.ptr, "label=\"a\\\\b\\nc\\nd\\n5 (100.0%)\\r\""));
    assert_non_null(strstr(out.ptr, "label=\"operator\\\"\\\"_kb\\n0 (0.0%)\\rof 5 (100.0%)\\r\""));
    jp_buf_release(&out);
    jp_sketch_release(&sketch);
}

static void test_limits_message(void **state)
{
    struct jp_sketch sketch;
    struct jp_graph graph;
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    jp_sketch_init(&sketch);
    jp_sketch_add(&sketch, 443663, "main", NULL);
    make(&graph, &sketch, (struct jp_graph_limits)JP_GRAPH_LIMITS_INIT);
    sketch.context.show_bytes = true;
    jp_report_dot_limits(&out, &sketch.context, &graph);
    assert_string_equal(out.ptr, "Dropping nodes with <= 2218 B; edges with <= 443 abs(B)\n");
    jp_buf_release(&out);
    jp_graph_release(&graph);
    jp_sketch_release(&sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recorded),         cmocka_unit_test(test_recursive_edges),
        cmocka_unit_test(test_recursive_stacks), cmocka_unit_test(test_difference),
        cmocka_unit_test(test_cancelled),        cmocka_unit_test(test_trimming),
        cmocka_unit_test(test_degree),           cmocka_unit_test(test_hostile_names),
        cmocka_unit_test(test_limits_message),   cmocka_unit_test(test_ties),
    };
    return cmocka_run_group_tests_name("graph", tests, NULL, NULL);
}
