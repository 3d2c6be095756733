/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The call graph: keys as nodes, calls between them as edges, cut down to what can be read. The
 * rules are jeprof's; where it leaves the order to chance, ties are broken by name.
 */
#ifndef JP_GRAPH_H
#define JP_GRAPH_H

#include "jp_top.h"

struct jp_graph_limits {
    size_t node_count;    /* --nodecount: at most so many nodes */
    double node_fraction; /* --nodefraction: of the flat total; smaller nodes are dropped */
    double edge_fraction; /* --edgefraction: the same for edges */
    size_t max_degree;    /* --maxdegree: edges in and edges out of a node */
};

#define JP_GRAPH_LIMITS_INIT                                                              \
    {                                                                                     \
        .node_count = 80, .node_fraction = 0.005, .edge_fraction = 0.001, .max_degree = 8 \
    }

struct jp_graph_node {
    uint32_t key; /* string id in keys.strings */
    double flat;
    double cum;
    bool is_inlined; /* the key says "(inline)" */
};

/* Values of edges count each call: recursion adds once per occurrence, a self call included. */
struct jp_graph_edge {
    uint32_t source; /* the caller: index in nodes */
    uint32_t target;
    double value;
};

struct jp_graph {
    JP_VEC(struct jp_graph_node) nodes; /* descending by |cum|, then by key text */
    JP_VEC(struct jp_graph_edge) edges; /* descending by value, then by the nodes' indices */
    double flat_total;                  /* over everything that passed the filters */
    double node_limit;                  /* nodes with |cum| up to this were dropped; whole number */
    double edge_limit;                  /* edges with |value| up to this were dropped */
    size_t dropped_nodes;
    double dropped_flat;  /* flat value of the dropped nodes */
    size_t dropped_edges; /* between nodes that were kept */
};

/*
 * Nodes: the first node_count rows of TOP by |cum|, without those at or below node_limit. Edges, by
 * decreasing value: kept when it is the target's first incoming edge; else dropped at or below
 * edge_limit, or when its source or target has max_degree edges already.
 */
void jp_graph_init(struct jp_graph *graph, const struct jp_view *view, const struct jp_keys *keys,
                   const struct jp_top *top, const struct jp_graph_limits *limits);
void jp_graph_release(struct jp_graph *graph);

#endif
