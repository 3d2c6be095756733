/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Graphs that can be placed in a reasonable time. dot's time grows faster than the square of what
 * edges span: an edge counts once for each rank that it crosses. Call graphs are nearly trees and
 * stay far below the limit; what has edges from everywhere to everywhere loses the smallest of
 * them.
 */
#ifndef JP_THIN_H
#define JP_THIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A graph that spans this much is placed in about a second. */
enum { JP_THIN_SPAN = 2000 };

struct jp_thin_edge {
    uint32_t source; /* node; not the same as target */
    uint32_t target;
    bool is_needed;  /* never dropped */
    bool is_dropped; /* result */
};

/*
 * Drop edges, the last ones first, until those that are left span at most LIMIT ranks, or are all
 * needed. Nodes are 0 ... node_count - 1; ranks are those of the longest ways from the nodes that
 * nobody calls, edges back to a caller left out. Returns how many were dropped.
 */
size_t jp_thin(struct jp_thin_edge *edges, size_t edge_count, size_t node_count, size_t limit);

#endif
