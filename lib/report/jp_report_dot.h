/* SPDX-License-Identifier: BSD-2-Clause */
/* --dot: the call graph as text for Graphviz, with the labels and weights of jeprof. */
#ifndef JP_REPORT_DOT_H
#define JP_REPORT_DOT_H

#include "jp_graph.h"
#include "jp_report.h"

struct jp_dot_options {
    bool heapcheck; /* --heapcheck: gray for what is held, three outlines for what was released */
};

/* A graph without nodes is to be refused by the caller: jeprof says "No nodes to print". */
void jp_report_dot(struct jp_buf *out, const struct jp_report_context *context,
                   const struct jp_graph *graph, const struct jp_dot_options *options);

/* "Dropping nodes with <= V UNITS; edges with <= V abs(UNITS)", or nothing when both are 0. */
void jp_report_dot_limits(struct jp_buf *out, const struct jp_report_context *context,
                          const struct jp_graph *graph);

#endif
