/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The order of a depth-first walk over a view's trie, callers first, siblings by id. It is made
 * with loops only, so a stack of any depth is safe.
 */
#ifndef JP_WALK_H
#define JP_WALK_H

#include "jp_sum.h"
#include "jp_view.h"

struct jp_walk {
    const struct jp_view *view;
    const struct jp_keys *keys;
    uint32_t no_stack; /* string id of the root's key; 0: the keys do not know it */
    uint32_t count;
    uint32_t *order; /* node ids; NULL: not wanted */
};

void jp_walk_init(struct jp_walk *walk, const struct jp_view *view, const struct jp_keys *keys);
/* The same without the order, which only takes memory where sums are all that is wanted. */
void jp_walk_init_unordered(struct jp_walk *walk, const struct jp_view *view,
                            const struct jp_keys *keys);
void jp_walk_release(struct jp_walk *walk);

/* Per node id the sum of the values in its subtree; the caller frees the array. */
struct jp_sum *jp_walk_sums(const struct jp_walk *walk);

/*
 * Add to CUM, which has one element per key, the values of the stacks that have the key; each stack
 * counts once per key, however often the key recurs in it.
 */
void jp_walk_cum(const struct jp_walk *walk, struct jp_sum *cum, size_t key_count);

/* A node's keys, innermost first; the root's is the name of the empty stack. */
struct jp_walk_keys {
    const uint32_t *ids;
    uint32_t count;
};

struct jp_walk_keys jp_walk_keys(const struct jp_walk *walk, uint32_t node);

#endif
