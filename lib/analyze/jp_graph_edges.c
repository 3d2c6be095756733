/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The edges of the call graph: one walk over the trie, in which the path from the root says which
 * functions and calls are open, and with that which of them are repetitions.
 */
#include "config.h"

#include "jp_graph_private.h"
#include "jp_walk.h"

#include <math.h>
#include <stdlib.h>

#define NO_NODE UINT32_MAX

struct sum_edge {
    uint32_t source;
    uint32_t target;
    struct jp_sum sum;
    struct jp_sum again;
    struct jp_sum size;
    bool is_way;   /* some stack enters the target here first */
    uint32_t open; /* how often the edge is on the path from the root to the current node */
};

/* What is needed while edges are added up. */
struct builder {
    struct jp_graph *graph;
    uint32_t *node_of_key; /* NO_NODE: not shown */
    struct jp_index index; /* of edges, by source and target */
    JP_VEC(struct sum_edge) edges;
    uint32_t *open;           /* per key: how often it is on the path */
    uint32_t *caller;         /* per node of the trie: the key that calls what lies below it */
    JP_VEC(uint32_t) path;    /* edges on the path */
    JP_VEC(size_t) path_ends; /* per node of the trie on the path: the path's length above it */
};

static bool same_edge(const void *owner, uint32_t id, const void *key)
{
    const struct builder *const builder = owner;
    const struct sum_edge *const edge = &builder->edges.data[id];
    const struct sum_edge *const wanted = key;

    return edge->source == wanted->source && edge->target == wanted->target;
}

/* Find or make; NO_NODE when an end is not shown. */
static uint32_t edge_of(struct builder *builder, uint32_t caller_key, uint32_t callee_key)
{
    const struct sum_edge edge = {.source = builder->node_of_key[caller_key],
                                  .target = builder->node_of_key[callee_key]};

    if (edge.source == NO_NODE || edge.target == NO_NODE)
        return NO_NODE;
    const uint64_t hash = jp_hash_mix(edge.source, edge.target);
    const uint32_t found = jp_index_find(&builder->index, hash, same_edge, builder, &edge);
    if (found != JP_INDEX_NONE)
        return found;
    const uint32_t id = (uint32_t)builder->edges.count;
    jp_index_add(&builder->index, hash, id);
    jp_vec_push(&builder->edges, edge);
    return id;
}

/* What all stacks below a place of the trie add up to. */
struct below {
    struct jp_sum sum;
    struct jp_sum size;
};

static void add_call(struct builder *builder, uint32_t caller_key, uint32_t callee_key,
                     struct below below)
{
    const uint32_t id = edge_of(builder, caller_key, callee_key);

    if (id == NO_NODE)
        return;
    struct sum_edge *const edge = &builder->edges.data[id];
    const bool is_first = edge->open++ == 0;
    jp_vec_push(&builder->path, id);
    if (builder->graph->counting == JP_COUNT_CALLS) {
        jp_sum_join(&edge->sum, below.sum);
    } else if (is_first) {
        edge->is_way |= builder->open[callee_key] == 0;
        jp_sum_join(builder->open[callee_key] ? &edge->again : &edge->sum, below.sum);
        jp_sum_join(&edge->size, below.size);
    }
}

/* Each node of the trie calls for all stacks below it: its caller the outermost key, and so on. */
static void enter(struct builder *builder, const struct jp_walk *walk, uint32_t node,
                  struct below below)
{
    const struct jp_walk_keys keys = jp_walk_keys(walk, node);
    uint32_t caller = builder->caller[walk->view->nodes.data[node].parent];

    jp_vec_push(&builder->path_ends, builder->path.count);
    for (uint32_t k = keys.count; k-- > 0;) {
        if (caller != JP_INDEX_NONE)
            add_call(builder, caller, keys.ids[k], below);
        caller = keys.ids[k];
        builder->open[caller]++;
    }
    builder->caller[node] = caller;
}

static void leave(struct builder *builder, const struct jp_walk *walk, uint32_t node)
{
    const struct jp_walk_keys keys = jp_walk_keys(walk, node);
    const size_t end = builder->path_ends.data[--builder->path_ends.count];

    while (builder->path.count > end)
        builder->edges.data[builder->path.data[--builder->path.count]].open--;
    for (uint32_t k = 0; k < keys.count; k++)
        builder->open[keys.ids[k]]--;
}

static void add_calls(struct builder *builder, const struct jp_walk *walk)
{
    const struct jp_stack *const nodes = walk->view->nodes.data;
    struct jp_view positive = jp_graph_without_signs(walk->view);
    struct jp_walk sizes_walk = *walk;
    struct jp_sum *const sums = jp_walk_sums(walk);
    uint32_t current = 0;

    sizes_walk.view = &positive;
    struct jp_sum *const sizes = jp_walk_sums(&sizes_walk);
    free(positive.values.of);

    builder->caller[0] = JP_INDEX_NONE;
    for (uint32_t i = 1; i < walk->count; i++) {
        const uint32_t node = walk->order[i];
        while (current != nodes[node].parent) {
            leave(builder, walk, current);
            current = nodes[current].parent;
        }
        enter(builder, walk, node, (struct below){sums[node], sizes[node]});
        current = node;
    }
    free(sums);
    free(sizes);
}

static int compare_ends(const struct jp_graph_edge *a, const struct jp_graph_edge *b)
{
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    return (a->target > b->target) - (a->target < b->target);
}

static int compare_values(const void *left, const void *right)
{
    const struct jp_graph_edge *const a = left;
    const struct jp_graph_edge *const b = right;

    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return compare_ends(a, b);
}

static int compare_sizes(const void *left, const void *right)
{
    const struct jp_graph_edge *const a = left;
    const struct jp_graph_edge *const b = right;

    if (a->size != b->size)
        return a->size < b->size ? 1 : -1;
    return compare_ends(a, b);
}

static void take_edges(struct jp_graph *graph, const struct builder *builder)
{
    jp_vec_reserve(&graph->edges, builder->edges.count);
    for (size_t i = 0; i < builder->edges.count; i++) {
        const struct sum_edge *const edge = &builder->edges.data[i];
        const double value = jp_sum_value(edge->sum);
        const bool is_counted = graph->counting == JP_COUNT_STACKS;
        jp_vec_push(&graph->edges, (struct jp_graph_edge){
                                       .source = edge->source,
                                       .target = edge->target,
                                       .value = value,
                                       .again = jp_sum_value(edge->again),
                                       .size = is_counted ? jp_sum_value(edge->size) : fabs(value),
                                       .is_again = is_counted && !edge->is_way,
                                   });
    }
    if (graph->edges.count)
        qsort(graph->edges.data, graph->edges.count, sizeof *graph->edges.data,
              graph->counting == JP_COUNT_CALLS ? compare_values : compare_sizes);
}

void jp_graph_add_edges(struct jp_graph *graph, const struct jp_view *view,
                        const struct jp_keys *keys)
{
    const size_t key_count = keys->strings.spans.count;
    struct jp_walk walk;

    jp_walk_init(&walk, view, keys);
    struct builder builder = {
        .graph = graph,
        .node_of_key = jp_mem_resize(NULL, key_count, sizeof *builder.node_of_key),
        .open = jp_mem_zeroed(key_count, sizeof *builder.open),
        .caller = jp_mem_resize(NULL, walk.count, sizeof *builder.caller),
    };
    for (size_t key = 0; key < key_count; key++)
        builder.node_of_key[key] = NO_NODE;
    for (size_t node = 0; node < graph->nodes.count; node++)
        builder.node_of_key[graph->nodes.data[node].key] = (uint32_t)node;
    add_calls(&builder, &walk);
    take_edges(graph, &builder);

    jp_walk_release(&walk);
    jp_index_release(&builder.index);
    jp_vec_release(&builder.edges);
    jp_vec_release(&builder.path);
    jp_vec_release(&builder.path_ends);
    free(builder.node_of_key);
    free(builder.open);
    free(builder.caller);
}
