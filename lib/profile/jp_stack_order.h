/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a trie of stacks is walked without keeping something for each of its nodes, of which a large
 * dump has millions. Node 0 is the root, and a parent has a smaller number than its children.
 *
 * Who needs to know something of a node's callers goes through the nodes by number. Most follow
 * their parent (jp_stack_index.h), so what was known of the node before is at hand; it is kept for
 * the parents of the others, the forks.
 *
 * Who needs to know something of a node's callees too goes down and up again, in another order:
 *
 *     for (uint32_t node = next[0]; node; node = next[node]) {
 *         while (the last node on the way is not stacks[node].parent)
 *             leave the last node;
 *         enter node;
 *     }
 */
#ifndef JP_STACK_ORDER_H
#define JP_STACK_ORDER_H

#include "jp_stack_index.h"
#include "jp_subset.h"

/* The parents of nodes that do not follow them. To be released. */
struct jp_subset jp_stack_forks(const struct jp_stack *stacks, size_t count);

/* Per node the one that follows it in a walk down and up; 0 behind the last one. Siblings come in
 * any order. The caller frees it. */
uint32_t *jp_stack_order(const struct jp_stack *stacks, size_t count);

#endif
