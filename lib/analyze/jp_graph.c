/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_graph.h"

#include "jp_walk.h"

#include <math.h>

#define NO_NODE UINT32_MAX

struct sum_edge {
    uint32_t source;
    uint32_t target;
    struct jp_sum sum;
};

/* What is needed while edges are added up. */
struct builder {
    struct jp_graph *graph;
    uint32_t *node_of_key; /* NO_NODE: not shown */
    struct jp_index index; /* of edges, by source and target */
    JP_VEC(struct sum_edge) edges;
};

struct sortable {
    struct jp_graph_node node;
    struct jp_span text;
};

static int compare_nodes(const void *left, const void *right)
{
    const struct sortable *const a = left;
    const struct sortable *const b = right;
    const double one = fabs(a->node.cum);
    const double other = fabs(b->node.cum);

    if (one != other)
        return one < other ? 1 : -1;
    return jp_span_compare(a->text, b->text);
}

static void add_nodes(struct jp_graph *graph, const struct jp_keys *keys, const struct jp_top *top,
                      const struct jp_graph_limits *limits)
{
    JP_VEC(struct sortable) list = {0};
    struct jp_sum dropped = {0};

    for (size_t i = 0; i < top->rows.count; i++) {
        const struct jp_top_row *const row = &top->rows.data[i];
        const struct jp_span text = jp_intern_span(&keys->strings, row->key);
        const bool is_inlined = jp_span_find(text, JP_SPAN("(inline)"), 0) != SIZE_MAX;
        const struct jp_graph_node node = {row->key, row->flat, row->cum, is_inlined};
        jp_vec_push(&list, (struct sortable){node, text});
    }
    if (list.count)
        qsort(list.data, list.count, sizeof *list.data, compare_nodes);
    for (size_t i = 0; i < list.count; i++) {
        const struct jp_graph_node *const node = &list.data[i].node;
        if (i < limits->node_count && fabs(node->cum) > graph->node_limit) {
            jp_vec_push(&graph->nodes, *node);
        } else {
            graph->dropped_nodes++;
            jp_sum_add(&dropped, node->flat);
        }
    }
    graph->dropped_flat = jp_sum_value(dropped);
    jp_vec_release(&list);
}

static bool same_edge(const void *owner, uint32_t id, const void *key)
{
    const struct builder *const builder = owner;
    const struct sum_edge *const edge = &builder->edges.data[id];
    const struct sum_edge *const wanted = key;

    return edge->source == wanted->source && edge->target == wanted->target;
}

static void add_call(struct builder *builder, uint32_t caller_key, uint32_t callee_key,
                     struct jp_sum sum)
{
    const struct sum_edge edge = {builder->node_of_key[caller_key],
                                  builder->node_of_key[callee_key], sum};

    if (edge.source == NO_NODE || edge.target == NO_NODE)
        return;
    const uint64_t hash = jp_hash_mix(edge.source, edge.target);
    const uint32_t found = jp_index_find(&builder->index, hash, same_edge, builder, &edge);
    if (found != JP_INDEX_NONE) {
        jp_sum_join(&builder->edges.data[found].sum, sum);
        return;
    }
    jp_index_add(&builder->index, hash, (uint32_t)builder->edges.count);
    jp_vec_push(&builder->edges, edge);
}

/* Each node of the trie calls for all stacks below it: inlined calls first, then its caller. */
static void add_calls(struct builder *builder, const struct jp_walk *walk)
{
    struct jp_sum *const sums = jp_walk_sums(walk);
    uint32_t *const caller = jp_mem_resize(NULL, walk->count, sizeof *caller);

    /* The key that calls what lies below a node; JP_INDEX_NONE below the root. */
    caller[0] = JP_INDEX_NONE;
    for (uint32_t node = 1; node < walk->count; node++) {
        const struct jp_walk_keys keys = jp_walk_keys(walk, node);
        const uint32_t above = caller[walk->view->nodes.data[node].parent];
        caller[node] = keys.count ? keys.ids[0] : above;
        for (uint32_t k = 0; k + 1 < keys.count; k++)
            add_call(builder, keys.ids[k + 1], keys.ids[k], sums[node]);
        if (keys.count && above != JP_INDEX_NONE)
            add_call(builder, above, keys.ids[keys.count - 1], sums[node]);
    }
    free(caller);
    free(sums);
}

static int compare_edges(const void *left, const void *right)
{
    const struct jp_graph_edge *const a = left;
    const struct jp_graph_edge *const b = right;

    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    return (a->target > b->target) - (a->target < b->target);
}

static void trim_edges(struct jp_graph *graph, const struct jp_graph_limits *limits)
{
    size_t *const in = jp_mem_zeroed(graph->nodes.count, sizeof *in);
    size_t *const out = jp_mem_zeroed(graph->nodes.count, sizeof *out);
    size_t kept = 0;

    for (size_t i = 0; i < graph->edges.count; i++) {
        const struct jp_graph_edge edge = graph->edges.data[i];
        const bool is_large = fabs(edge.value) > graph->edge_limit &&
                              out[edge.source] < limits->max_degree &&
                              in[edge.target] < limits->max_degree;
        if (in[edge.target] > 0 && !is_large)
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

void jp_graph_init(struct jp_graph *graph, const struct jp_view *view, const struct jp_keys *keys,
                   const struct jp_top *top, const struct jp_graph_limits *limits)
{
    struct builder builder = {.graph = graph};
    struct jp_walk walk;

    *graph = (struct jp_graph){.flat_total = top->flat_total,
                               .node_limit = trunc(limits->node_fraction * top->flat_total),
                               .edge_limit = trunc(limits->edge_fraction * top->flat_total)};
    add_nodes(graph, keys, top, limits);
    const size_t key_count = keys->strings.spans.count;
    builder.node_of_key = jp_mem_resize(NULL, key_count, sizeof *builder.node_of_key);
    for (size_t key = 0; key < key_count; key++)
        builder.node_of_key[key] = NO_NODE;
    for (size_t node = 0; node < graph->nodes.count; node++)
        builder.node_of_key[graph->nodes.data[node].key] = (uint32_t)node;

    jp_walk_init(&walk, view, keys);
    add_calls(&builder, &walk);
    jp_vec_reserve(&graph->edges, builder.edges.count);
    for (size_t i = 0; i < builder.edges.count; i++) {
        const struct sum_edge *const edge = &builder.edges.data[i];
        jp_vec_push(&graph->edges,
                    (struct jp_graph_edge){edge->source, edge->target, jp_sum_value(edge->sum)});
    }
    if (graph->edges.count)
        qsort(graph->edges.data, graph->edges.count, sizeof *graph->edges.data, compare_edges);
    trim_edges(graph, limits);

    jp_walk_release(&walk);
    jp_index_release(&builder.index);
    jp_vec_release(&builder.edges);
    free(builder.node_of_key);
}

void jp_graph_release(struct jp_graph *graph)
{
    jp_vec_release(&graph->nodes);
    jp_vec_release(&graph->edges);
}
