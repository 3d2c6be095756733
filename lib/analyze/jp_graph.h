/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The call graph: keys as nodes, calls between them as edges, cut down to what can be read. The
 * rules are jeprof's; where it leaves the order to chance, ties are broken by name.
 */
#ifndef JP_GRAPH_H
#define JP_GRAPH_H

#include "jp_top.h"

/* What the value of an edge is when functions call themselves, directly or through others. */
enum jp_graph_counting {
    JP_COUNT_CALLS,  /* jeprof: a stack adds once per occurrence of the call */
    JP_COUNT_STACKS, /* a stack adds once, and to another number when the callee was on it already
                      */
};

struct jp_graph_limits {
    size_t node_count;    /* --nodecount: at most so many nodes */
    double node_fraction; /* --nodefraction: of the flat total; smaller nodes are dropped */
    double edge_fraction; /* --edgefraction: the same for edges */
    size_t max_degree;    /* --maxdegree: edges in and edges out of a node */
    enum jp_graph_counting counting;
};

#define JP_GRAPH_LIMITS_INIT                                                              \
    {                                                                                     \
        .node_count = 80, .node_fraction = 0.005, .edge_fraction = 0.001, .max_degree = 8 \
    }

struct jp_graph_node {
    uint32_t key; /* string id in keys.strings */
    double flat;
    double cum;
    double size;     /* cum without signs; JP_COUNT_STACKS: the sum of its stacks without signs */
    bool is_inlined; /* the key says "(inline)" */
};

struct jp_graph_edge {
    uint32_t source; /* the caller: index in nodes */
    uint32_t target;
    /*
     * JP_COUNT_STACKS: of the stacks that enter the target here first, so that before anything is
     * dropped the edges into a node add up to its cum, or to less where it begins stacks.
     */
    double value;
    double again;  /* JP_COUNT_STACKS: of the stacks on which the target calls itself this way */
    double size;   /* of both without signs: in a difference, what grew and what shrank */
    bool is_again; /* JP_COUNT_STACKS: no stack enters the target here first */
};

struct jp_graph {
    /* Descending by |cum|, then by key text; JP_COUNT_STACKS: by importance (jp_rank.h). */
    JP_VEC(struct jp_graph_node) nodes;
    /*
     * Descending by value (JP_COUNT_STACKS: by size), then by the nodes' indices.
     */
    JP_VEC(struct jp_graph_edge) edges;
    double flat_total; /* over everything that passed the filters */
    double flat_size;  /* the same without signs: what grew and what shrank */
    /* Of flat_total (JP_COUNT_STACKS: of flat_size), whole numbers. */
    double node_limit; /* nodes with |cum| (JP_COUNT_STACKS: size) up to this were dropped */
    double edge_limit; /* edges with |value| (JP_COUNT_STACKS: size) up to this were dropped */
    size_t dropped_nodes;
    double dropped_flat;  /* flat value of the dropped nodes */
    size_t dropped_edges; /* between nodes that were kept */
    enum jp_graph_counting counting;
};

/*
 * Nodes: the first node_count rows of TOP by |cum|, without those at or below node_limit. Edges, by
 * decreasing value: kept when it is the target's first incoming edge; else dropped at or below
 * edge_limit, or when its source or target has max_degree edges already. An edge of nothing but
 * repetition counts as no way to a node.
 *
 * JP_COUNT_STACKS: the node_count most important ones of all keys above node_limit. Sizes have no
 * signs, so that in a difference the way to what grew here and shrank there is not lost.
 */
void jp_graph_init(struct jp_graph *graph, const struct jp_view *view, const struct jp_keys *keys,
                   const struct jp_top *top, const struct jp_graph_limits *limits);
/* A copy to be released for itself. */
void jp_graph_copy(struct jp_graph *copy, const struct jp_graph *graph);
/* Keep the first COUNT nodes and the edges between them. */
void jp_graph_cut(struct jp_graph *graph, size_t count);
void jp_graph_release(struct jp_graph *graph);

#endif
