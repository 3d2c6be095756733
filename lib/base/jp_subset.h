/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A set of numbers below some limit, each with its place among them: what few of many elements have
 * is kept in an array that is no longer than these are. It takes a fifth of a byte per number that
 * could be in the set, and a look at two words to find a place.
 *
 *     jp_subset_init(&subset, 1000);
 *     jp_subset_add(&subset, 500), jp_subset_add(&subset, 7);
 *     jp_subset_finish(&subset);
 *     values = jp_mem_zeroed(subset.count, sizeof *values);
 *     values[jp_subset_place(&subset, 500)] = 1;
 */
#ifndef JP_SUBSET_H
#define JP_SUBSET_H

#include "jp_index.h"

/* Zeroed: no number can be in it, and none is. */
struct jp_subset {
    uint64_t *words;  /* a bit per number */
    uint32_t *before; /* per word: how many numbers stand in the words in front of it */
    size_t word_count;
    uint32_t count; /* of numbers, once finished */
};

void jp_subset_init(struct jp_subset *subset, size_t limit);
void jp_subset_release(struct jp_subset *subset);

static inline void jp_subset_add(struct jp_subset *subset, uint32_t number)
{
    subset->words[number / 64] |= UINT64_C(1) << number % 64;
}

/* To be called behind the last jp_subset_add, and before the first question. */
void jp_subset_finish(struct jp_subset *subset);

/* How many smaller numbers there are; JP_INDEX_NONE: NUMBER is not in the set. */
static inline uint32_t jp_subset_place(const struct jp_subset *subset, uint32_t number)
{
    const size_t word = number / 64;
    const uint64_t bit = UINT64_C(1) << number % 64;

    if (word >= subset->word_count || !(subset->words[word] & bit))
        return JP_INDEX_NONE;
    return subset->before[word] + (uint32_t)__builtin_popcountll(subset->words[word] & (bit - 1));
}

#endif
