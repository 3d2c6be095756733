/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A walk over a trie of stacks that enters a node behind its callers and before the next one of
 * their callees. Whoever needs to know something of all callers, or of all callees, keeps it for
 * the nodes on the way from the root and not for all nodes: of these a large dump has millions.
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

/*
 * Per node the one that follows it; 0 behind the last one. Node 0 is the root, and a parent has a
 * smaller number than its children. Siblings come in any order. The caller frees it.
 */
uint32_t *jp_stack_order(const struct jp_stack *stacks, size_t count);

#endif
