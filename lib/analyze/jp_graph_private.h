/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of the call graph share. */
#ifndef JP_GRAPH_PRIVATE_H
#define JP_GRAPH_PRIVATE_H

#include "jp_graph.h"

/* The same stacks with their values made positive, which are all that is to be freed. */
struct jp_view jp_graph_without_signs(const struct jp_view *view);

/* All calls between the nodes of GRAPH, in their order, still without limits. */
void jp_graph_add_edges(struct jp_graph *graph, const struct jp_view *view,
                        const struct jp_keys *keys);

#endif
