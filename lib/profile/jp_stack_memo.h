/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whole stacks that were met before. The trie asks its index once per frame, all over the memory;
 * the dumps of a series repeat nearly all of their stacks, and a memo asks once per stack. It costs
 * four bytes per frame, so that only a series has one.
 */
#ifndef JP_STACK_MEMO_H
#define JP_STACK_MEMO_H

#include "jp_index.h"
#include "jp_vec.h"

struct jp_stack_memo_entry {
    size_t first; /* index in locations */
    uint32_t depth;
    uint32_t stack;
};

struct jp_stack_memo {
    JP_VEC(uint32_t) locations; /* of all entries, each as its dump had it */
    JP_VEC(struct jp_stack_memo_entry) entries;
    struct jp_index index;
};

void jp_stack_memo_release(struct jp_stack_memo *memo);

/* The stack of these locations, or JP_INDEX_NONE. */
uint32_t jp_stack_memo_find(const struct jp_stack_memo *memo, const uint32_t *locations,
                            uint32_t depth);
/* To be called only when it is not there. */
void jp_stack_memo_add(struct jp_stack_memo *memo, const uint32_t *locations, uint32_t depth,
                       uint32_t stack);

#endif
