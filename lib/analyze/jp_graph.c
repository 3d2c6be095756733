/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_graph.h"

#include "jp_graph_private.h"
#include "jp_rank.h"
#include "jp_walk.h"

#include <math.h>

struct sortable {
    struct jp_graph_node node;
    struct jp_span text;
};

static int compare_nodes(const void *left, const void *right)
{
    const struct sortable *const a = left;
    const struct sortable *const b = right;
    const double one = a->node.size;
    const double other = b->node.size;

    if (one != other)
        return one < other ? 1 : -1;
    return jp_span_compare(a->text, b->text);
}

struct jp_view jp_graph_without_signs(const struct jp_view *view)
{
    struct jp_view copy = *view;
    const uint32_t count = view->values.owners.count;

    copy.values.of = jp_mem_resize(NULL, count, sizeof *copy.values.of);
    for (uint32_t i = 0; i < count; i++)
        copy.values.of[i] = fabs(view->values.of[i]);
    return copy;
}

static struct jp_graph_node node_of(const struct jp_keys *keys, uint32_t key, double flat,
                                    double cum)
{
    const struct jp_span text = jp_intern_span(&keys->strings, key);

    return (struct jp_graph_node){
        .key = key,
        .flat = flat,
        .cum = cum,
        .size = fabs(cum),
        .is_inlined = jp_span_find(text, JP_SPAN("(inline)"), 0) != SIZE_MAX,
    };
}

typedef JP_VEC(struct sortable) sortables;

/* Sizes without signs; keys whose stacks cancel each other out have no row. */
static void measure_nodes(sortables *list, const struct jp_view *view, const struct jp_keys *keys)
{
    const size_t key_count = keys->strings.spans.count;
    struct jp_sum *const sizes = jp_mem_zeroed(key_count, sizeof *sizes);
    bool *const has_row = jp_mem_zeroed(key_count, sizeof *has_row);
    struct jp_view positive = jp_graph_without_signs(view);
    struct jp_walk walk;

    jp_walk_init_unordered(&walk, &positive, keys);
    jp_walk_cum(&walk, sizes, key_count);
    for (size_t i = 0; i < list->count; i++) {
        struct jp_graph_node *const node = &list->data[i].node;
        node->size = jp_sum_value(sizes[node->key]);
        has_row[node->key] = true;
    }
    for (uint32_t key = 0; key < key_count; key++) {
        struct jp_graph_node node = node_of(keys, key, 0, 0);
        node.size = jp_sum_value(sizes[key]);
        if (!has_row[key] && node.size > 0)
            jp_vec_push(list, (struct sortable){node, jp_intern_span(&keys->strings, key)});
    }
    jp_walk_release(&walk);
    free(positive.values.of);
    free(sizes);
    free(has_row);
}

static void add_nodes(struct jp_graph *graph, const struct jp_view *view,
                      const struct jp_keys *keys, const struct jp_top *top,
                      const struct jp_graph_limits *limits)
{
    const size_t count = limits->counting == JP_COUNT_CALLS ? limits->node_count : SIZE_MAX;
    sortables list = {0};
    struct jp_sum dropped = {0};

    for (size_t i = 0; i < top->rows.count; i++) {
        const struct jp_top_row *const row = &top->rows.data[i];
        jp_vec_push(&list, (struct sortable){node_of(keys, row->key, row->flat, row->cum),
                                             jp_intern_span(&keys->strings, row->key)});
    }
    if (limits->counting == JP_COUNT_STACKS)
        measure_nodes(&list, view, keys);
    if (list.count)
        qsort(list.data, list.count, sizeof *list.data, compare_nodes);
    for (size_t i = 0; i < list.count; i++) {
        const struct jp_graph_node *const node = &list.data[i].node;
        if (i < count && node->size > graph->node_limit) {
            jp_vec_push(&graph->nodes, *node);
        } else {
            graph->dropped_nodes++;
            jp_sum_add(&dropped, node->flat);
        }
    }
    graph->dropped_flat = jp_sum_value(dropped);
    jp_vec_release(&list);
}

static void trim_edges(struct jp_graph *graph, const struct jp_graph_limits *limits)
{
    size_t *const in = jp_mem_zeroed(graph->nodes.count, sizeof *in);
    size_t *const out = jp_mem_zeroed(graph->nodes.count, sizeof *out);
    size_t kept = 0;

    for (size_t i = 0; i < graph->edges.count; i++) {
        const struct jp_graph_edge edge = graph->edges.data[i];
        const bool is_way = graph->counting == JP_COUNT_CALLS || !edge.is_again;
        const bool is_large = edge.size > graph->edge_limit &&
                              out[edge.source] < limits->max_degree &&
                              in[edge.target] < limits->max_degree;
        if (!is_large && (in[edge.target] > 0 || !is_way))
            continue;
        in[edge.target]++;
        out[edge.source]++;
        graph->edges.data[kept++] = edge;
    }
    graph->dropped_edges = graph->edges.count - kept;
    graph->edges.count = kept;
    free(in);
    free(out);
}

static double size_of_flat(const struct jp_top *top)
{
    struct jp_sum size = {0};

    for (size_t i = 0; i < top->rows.count; i++)
        jp_sum_add(&size, fabs(top->rows.data[i].flat));
    return jp_sum_value(size);
}

void jp_graph_cut(struct jp_graph *graph, size_t count)
{
    struct jp_sum dropped = {graph->dropped_flat, 0};
    size_t kept = 0;

    for (; graph->nodes.count > count; graph->nodes.count--) {
        jp_sum_add(&dropped, graph->nodes.data[graph->nodes.count - 1].flat);
        graph->dropped_nodes++;
    }
    graph->dropped_flat = jp_sum_value(dropped);
    for (size_t i = 0; i < graph->edges.count; i++) {
        const struct jp_graph_edge edge = graph->edges.data[i];
        if (edge.source < count && edge.target < count)
            graph->edges.data[kept++] = edge;
    }
    graph->edges.count = kept;
}

void jp_graph_init(struct jp_graph *graph, const struct jp_view *view, const struct jp_keys *keys,
                   const struct jp_top *top, const struct jp_graph_limits *limits)
{
    const double size = size_of_flat(top);
    const double whole = limits->counting == JP_COUNT_CALLS ? top->flat_total : size;

    *graph = (struct jp_graph){.flat_total = top->flat_total,
                               .flat_size = size,
                               .node_limit = trunc(limits->node_fraction * whole),
                               .edge_limit = trunc(limits->edge_fraction * whole),
                               .counting = limits->counting};
    add_nodes(graph, view, keys, top, limits);
    jp_graph_add_edges(graph, view, keys);
    if (limits->counting == JP_COUNT_STACKS) {
        jp_rank(graph);
        jp_graph_cut(graph, limits->node_count);
    }
    trim_edges(graph, limits);
}

void jp_graph_copy(struct jp_graph *copy, const struct jp_graph *graph)
{
    *copy = *graph;
    copy->nodes.data = NULL;
    copy->nodes.count = copy->nodes.capacity = 0;
    copy->edges.data = NULL;
    copy->edges.count = copy->edges.capacity = 0;
    for (size_t i = 0; i < graph->nodes.count; i++)
        jp_vec_push(&copy->nodes, graph->nodes.data[i]);
    for (size_t i = 0; i < graph->edges.count; i++)
        jp_vec_push(&copy->edges, graph->edges.data[i]);
}

void jp_graph_release(struct jp_graph *graph)
{
    jp_vec_release(&graph->nodes);
    jp_vec_release(&graph->edges);
}
