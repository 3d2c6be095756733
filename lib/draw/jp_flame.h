/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A flame graph: the call tree as boxes whose widths are values. With a base, widths are what is
 * held now and colours what changed; stacks that hold nothing any more are drawn by themselves,
 * with the widths of what they held.
 */
#ifndef JP_FLAME_H
#define JP_FLAME_H

#include "jp_flame_groups.h"
#include "jp_report.h"
#include "jp_report_labels.h"
#include "jp_tree.h"

struct jp_flame_options {
    bool is_upward; /* the first functions at the bottom, as flames; else at the top */
    bool has_base;
    size_t folded_count; /* frames that folding left out, to be told */
    double folded_share; /* of the total: what moved to their callers */
};

struct jp_flame {
    const struct jp_report_context *context;
    struct jp_flame_options options;
    const struct jp_tree *tree;
    struct jp_tree_values after;
    struct jp_tree_values before; /* all zero without a base */
    /*
     * Per node the value before of what has vanished in its subtree: of the nodes with nothing
     * after, whose parents have something or are the root.
     */
    double *vanished;
    struct jp_flame_groups groups;
    struct jp_report_labels labels;
};

/*
 * SIDES: the same view of what is held now (JP_QUANTITY_AFTER) and of the base
 * (JP_QUANTITY_BEFORE). TREE is made of them, and maybe of others. All of it must live as long as
 * the flame graph; the view in CONTEXT counts for the metric and the total before filtering.
 */
void jp_flame_init(struct jp_flame *flame, const struct jp_report_context *context,
                   const struct jp_tree *tree, const struct jp_view sides[2],
                   const struct jp_flame_options *options);
void jp_flame_release(struct jp_flame *flame);

/* A picture by itself: static without a script, and with one it can be searched and zoomed. */
void jp_flame_svg(struct jp_buf *out, const struct jp_flame *flame);

struct jp_flame_data_options {
    size_t node_limit;    /* at most so many, the largest */
    const uint32_t *keys; /* are named first and in this order, in the tree or not */
    size_t key_count;
};

/*
 * The tree as JSON for jp_flame_tree.js, with the values of each of FLAMES, which have one tree. It
 * is cut where boxes are too small to be seen even when they are zoomed.
 */
void jp_flame_data(struct jp_buf *out, const struct jp_flame *flames, size_t count,
                   const struct jp_flame_data_options *options);

#endif
