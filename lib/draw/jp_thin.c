/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_thin.h"

#include "jp_mem.h"

#include <stdlib.h>

#define NOTHING UINT32_MAX

/* A walk in depth over the edges that are left, with a stack of its own. */
struct walk {
    const struct jp_thin_edge *edges;
    uint32_t *head;  /* per node: its first edge out */
    uint32_t *next;  /* per edge: the next one out of its source */
    uint32_t *at;    /* per node: the edge to be followed next */
    uint32_t *stack; /* nodes from the start of the walk to the current one */
    uint32_t *order; /* nodes, each behind all it leads to */
    bool *is_open;   /* per node: on the stack */
    bool *is_done;   /* per node: in order */
    bool *is_back;   /* per edge: leads to a node on the stack */
    uint32_t *rank;
    size_t order_count;
};

static void link_edges(struct walk *walk, size_t edge_count, size_t node_count)
{
    for (size_t i = 0; i < node_count; i++) {
        walk->head[i] = NOTHING;
        walk->is_open[i] = walk->is_done[i] = false;
        walk->rank[i] = 0;
    }
    for (uint32_t i = (uint32_t)edge_count; i-- > 0;) {
        walk->is_back[i] = false;
        if (walk->edges[i].is_dropped)
            continue;
        walk->next[i] = walk->head[walk->edges[i].source];
        walk->head[walk->edges[i].source] = i;
    }
    walk->order_count = 0;
}

static void visit(struct walk *walk, uint32_t start)
{
    size_t depth = 0;

    if (walk->is_done[start])
        return;
    walk->stack[depth++] = start;
    walk->is_open[start] = true;
    walk->at[start] = walk->head[start];
    while (depth > 0) {
        const uint32_t node = walk->stack[depth - 1];
        const uint32_t edge = walk->at[node];
        if (edge == NOTHING) {
            depth--;
            walk->is_open[node] = false;
            walk->is_done[node] = true;
            walk->order[walk->order_count++] = node;
            continue;
        }
        const uint32_t target = walk->edges[edge].target;
        walk->at[node] = walk->next[edge];
        if (walk->is_open[target]) {
            walk->is_back[edge] = true;
        } else if (!walk->is_done[target]) {
            walk->stack[depth++] = target;
            walk->is_open[target] = true;
            walk->at[target] = walk->head[target];
        }
    }
}

static size_t measure(struct walk *walk, size_t edge_count, size_t node_count)
{
    size_t span = 0;

    link_edges(walk, edge_count, node_count);
    for (uint32_t node = 0; node < node_count; node++)
        visit(walk, node);
    for (size_t i = walk->order_count; i-- > 0;) {
        const uint32_t node = walk->order[i];
        for (uint32_t e = walk->head[node]; e != NOTHING; e = walk->next[e]) {
            const uint32_t target = walk->edges[e].target;
            if (!walk->is_back[e] && walk->rank[target] <= walk->rank[node])
                walk->rank[target] = walk->rank[node] + 1;
        }
    }
    for (size_t i = 0; i < edge_count; i++) {
        const struct jp_thin_edge *const edge = &walk->edges[i];
        const uint32_t from = walk->rank[edge->source];
        const uint32_t to = walk->rank[edge->target];
        if (!edge->is_dropped)
            span += from < to ? to - from : from - to;
    }
    return span;
}

/* Up to COUNT edges from the end that are not needed; returns how many. */
static size_t drop(struct jp_thin_edge *edges, size_t edge_count, size_t count)
{
    size_t dropped = 0;

    for (size_t i = edge_count; i-- > 0 && dropped < count;) {
        if (edges[i].is_needed || edges[i].is_dropped)
            continue;
        edges[i].is_dropped = true;
        dropped++;
    }
    return dropped;
}

size_t jp_thin(struct jp_thin_edge *edges, size_t edge_count, size_t node_count, size_t limit)
{
    struct walk walk = {
        .edges = edges,
        .head = jp_mem_resize(NULL, node_count, sizeof *walk.head),
        .next = jp_mem_resize(NULL, edge_count, sizeof *walk.next),
        .at = jp_mem_resize(NULL, node_count, sizeof *walk.at),
        .stack = jp_mem_resize(NULL, node_count, sizeof *walk.stack),
        .order = jp_mem_resize(NULL, node_count, sizeof *walk.order),
        .is_open = jp_mem_resize(NULL, node_count, sizeof *walk.is_open),
        .is_done = jp_mem_resize(NULL, node_count, sizeof *walk.is_done),
        .is_back = jp_mem_resize(NULL, edge_count, sizeof *walk.is_back),
        .rank = jp_mem_resize(NULL, node_count, sizeof *walk.rank),
    };
    size_t dropped = 0;
    size_t last = 1;

    /* A fortieth at a time: few enough to stop in time, many enough to be quick. */
    while (last > 0 && measure(&walk, edge_count, node_count) > limit) {
        last = drop(edges, edge_count, edge_count / 40 + 1);
        dropped += last;
    }
    free(walk.head);
    free(walk.next);
    free(walk.at);
    free(walk.stack);
    free(walk.order);
    free(walk.is_open);
    free(walk.is_done);
    free(walk.is_back);
    free(walk.rank);
    return dropped;
}
