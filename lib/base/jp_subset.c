/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_subset.h"

#include "jp_mem.h"

#include <stdlib.h>

void jp_subset_init(struct jp_subset *subset, size_t limit)
{
    const size_t word_count = limit / 64 + (limit % 64 != 0);

    *subset = (struct jp_subset){
        .words = jp_mem_zeroed(word_count, sizeof *subset->words),
        .before = jp_mem_zeroed(word_count, sizeof *subset->before),
        .word_count = word_count,
    };
}

void jp_subset_finish(struct jp_subset *subset)
{
    subset->count = 0;
    for (size_t i = 0; i < subset->word_count; i++) {
        subset->before[i] = subset->count;
        subset->count += (uint32_t)__builtin_popcountll(subset->words[i]);
    }
}

void jp_subset_release(struct jp_subset *subset)
{
    free(subset->words);
    free(subset->before);
    *subset = (struct jp_subset){0};
}
