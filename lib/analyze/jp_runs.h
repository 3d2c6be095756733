/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs of a call graph: functions that only call one other, which nobody else calls, stand
 * together, so that a picture is as large as its branching and not as its depth.
 *
 * The graph must count stacks (JP_COUNT_STACKS). Two functions are joined when the edge between
 * them is the only one out of the first and the only one into the second, and when what the first
 * holds itself and what comes and goes otherwise is at most the graph's node_limit: nothing that
 * would have a box of its own is lost in one.
 */
#ifndef JP_RUNS_H
#define JP_RUNS_H

#include "jp_graph.h"

struct jp_run {
    uint32_t first; /* index in members */
    uint32_t count; /* at least 1 */
    double flat;    /* of all members */
    double cum;     /* the largest of all members: they differ by less than the limit */
    double again;   /* the largest repetition that comes in; 0: none of them calls itself */
};

struct jp_run_edge {
    uint32_t source; /* index in list */
    uint32_t target;
    uint32_t edge; /* index in graph.edges */
};

struct jp_runs {
    JP_VEC(struct jp_run) list;       /* in the order of the nodes they begin with */
    JP_VEC(uint32_t) members;         /* indices in graph.nodes, callers first */
    JP_VEC(struct jp_run_edge) edges; /* in the graph's order; no calls of a run by itself */
    uint32_t *run_of_node;
};

void jp_runs_init(struct jp_runs *runs, const struct jp_graph *graph);
void jp_runs_release(struct jp_runs *runs);

#endif
