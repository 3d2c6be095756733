/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the boxes of a flame graph lie. A box is as wide as its node's value; a node's children
 * stand in it side by side, the largest first, and what it holds itself is free at the right end.
 * Children too small to be seen become one box behind their siblings.
 */
#ifndef JP_FLAME_LAYOUT_H
#define JP_FLAME_LAYOUT_H

#include "jp_tree.h"

struct jp_flame_box {
    uint32_t node;         /* of the tree; of merged boxes: their parent */
    uint32_t level;        /* the root's: 0 */
    uint32_t merged_count; /* 0: a node's own box; else how many boxes lie in this one */
    double start;          /* distance from the left end, in the unit of the values */
    double width;
};

struct jp_flame_layout {
    JP_VEC(struct jp_flame_box) boxes; /* each behind its parent, siblings from left to right */
    uint32_t level_count;
    uint32_t merged_count; /* nodes with a value but without a box of their own */
    double merged_width;   /* what they hold, each value once */
};

/*
 * WIDTHS: per node of TREE its value with all below it; nodes at or below zero have no box. Boxes
 * narrower than SMALLEST are merged, and left out where all of a parent's together are.
 */
void jp_flame_layout_init(struct jp_flame_layout *layout, const struct jp_tree *tree,
                          const struct jp_keys *keys, const double *widths, double smallest);
void jp_flame_layout_release(struct jp_flame_layout *layout);

#endif
