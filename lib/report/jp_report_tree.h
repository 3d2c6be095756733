/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --tree and --tree --bottom-up: the call tree as indented text.
 *
 * Each line has the value of everything below, its share, the value of the function itself and its
 * share (top-down only), and the function. Callees begin with "- " under their caller; a function
 * that only calls one other stands right above it in the same column. Small branches are cut; each
 * cut is a line "- (N more)" with the value that was cut, and the last line sums them up. What
 * holds nothing is neither shown nor counted.
 */
#ifndef JP_REPORT_TREE_H
#define JP_REPORT_TREE_H

#include "jp_report.h"
#include "jp_tree.h"

struct jp_report_tree_limits {
    size_t node_count;    /* --nodecount: at most so many lines with functions */
    double node_fraction; /* --nodefraction: of the whole; smaller nodes are cut */
};

void jp_report_tree(struct jp_buf *out, const struct jp_report_context *context,
                    const struct jp_tree *tree, const struct jp_report_tree_limits *limits);

#endif
