/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the node of a trie of stacks that has a given parent and location.
 *
 * A large dump makes millions of nodes, each found by what it is. Whoever enters a stack appends
 * its new nodes one behind the other, so that most nodes are the next after their parent, where one
 * look finds them. Only the others, branches, about one per stack, are in a hash table.
 *
 * A slot of it has 32 bits: as many as the numbers of nodes need are a node's, the others are of
 * its hash, so that a node is hardly ever looked at in vain. What a slot does not have of the hash
 * is reckoned again from the nodes when the table grows.
 */
#ifndef JP_STACK_INDEX_H
#define JP_STACK_INDEX_H

#include "jp_index.h"

/* Node 0 is the root: the empty stack, where samples without a stack lie. */
struct jp_stack {
    uint32_t parent;
    uint32_t location;
};

#define JP_ROOT_STACK 0

/* Zeroed: usable, and of no nodes. */
struct jp_stack_index {
    uint32_t *slots;
    size_t slot_count; /* a power of two, or 0 */
    size_t branch_count;
    uint32_t id_mask;  /* the bits of a slot that are the node's, of more than any node has */
    size_t node_count; /* of the first nodes of the trie, the root among them, that are in it */
};

/* The id of the node in STACKS, the trie that was covered, which equals KEY, or JP_INDEX_NONE. */
uint32_t jp_stack_index_find(const struct jp_stack_index *index, const struct jp_stack *stacks,
                             struct jp_stack key);
/* Enter what is not there yet of the first COUNT nodes of STACKS, no two of which are equal. */
void jp_stack_index_cover(struct jp_stack_index *index, const struct jp_stack *stacks,
                          size_t count);
void jp_stack_index_release(struct jp_stack_index *index);

#endif
