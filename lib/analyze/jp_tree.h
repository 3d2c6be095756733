/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The call tree: a view's stacks merged by key, so that stacks of equal names are one path. An
 * inlined call is a node of its own. Top-down it begins with the outermost functions; bottom-up
 * with the functions that hold memory themselves, and their callers come below them.
 */
#ifndef JP_TREE_H
#define JP_TREE_H

#include "jp_top.h"

struct jp_tree_node {
    uint32_t parent; /* always smaller than the node's own id */
    uint32_t key;    /* string id in keys.strings; 0 for the root */
    double self;     /* stacks that end here; bottom-up: stacks whose outermost frame is here */
    double total;    /* self and everything below */
    double gross;    /* like total, with the sign of each node's self left out */
    uint32_t children_first; /* index in children */
    uint32_t children_count;
};

struct jp_tree {
    JP_VEC(struct jp_tree_node) nodes; /* node 0 is the root and stands for everything */
    uint32_t *children;                /* node ids; siblings by |total|, then by key text */
    uint32_t *ends;     /* per node of the view: the node that its value is self of, or NULL */
    size_t whole_count; /* nodes that hold something, with those that were never made */
    bool is_bottom_up;
};

void jp_tree_init(struct jp_tree *tree, const struct jp_view *view, const struct jp_keys *keys,
                  bool bottom_up);
/*
 * One tree for several views that differ in metric and side only. Its nodes have the values of the
 * first view; those of the others come from jp_tree_values.
 */
void jp_tree_init_of(struct jp_tree *tree, const struct jp_view *views, size_t view_count,
                     const struct jp_keys *keys, bool bottom_up);
/*
 * The bottom-up tree of which only the nodes that jp_tree_prune shows, and their children, are
 * made: the whole of it has a node for each frame of each stack, callers not shared. Memory follows
 * the stacks and what is shown. Nodes that jp_tree_prune does not show have no self and no
 * children.
 */
void jp_tree_init_shown(struct jp_tree *tree, const struct jp_view *view,
                        const struct jp_keys *keys, size_t count, double fraction);
void jp_tree_release(struct jp_tree *tree);

/* For who makes trees: fill the lists of children when all nodes are there. */
void jp_tree_sort_children(struct jp_tree *tree, const struct jp_keys *keys);

/*
 * Per node of TREE what VIEW, one of those it was made of, holds there; the caller frees both. Not
 * for trees of jp_tree_init_shown.
 */
struct jp_tree_values {
    double *self;
    double *total;
};

struct jp_tree_values jp_tree_values(const struct jp_tree *tree, const struct jp_view *view);
void jp_tree_values_release(struct jp_tree_values *values);

/*
 * Which nodes to show: the COUNT largest by gross value, without those below FRACTION of the whole.
 * A node is never shown without its parent. Returns one flag per node, for the caller to free.
 */
bool *jp_tree_prune(const struct jp_tree *tree, size_t count, double fraction);

#endif
