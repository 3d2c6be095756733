/* SPDX-License-Identifier: BSD-2-Clause */
/* Open addressing with linear probing, at most three quarters full. */
#include "config.h"

#include "jp_dense.h"

#include "jp_mem.h"

#include <stdlib.h>
#include <string.h>

/* As an id this would be the last slot's number, and there are fewer elements than slots. */
static const uint32_t FREE_SLOT = UINT32_MAX;

enum { LEAST_SLOTS = 64, MOST_SLOT_BITS = 31 };

/* The bits of the hash that stand beside the id; the place in the table comes from the others. */
static uint32_t check_of(const struct jp_dense *dense, uint64_t hash)
{
    return (uint32_t)(hash >> 32) & ~(uint32_t)(dense->slot_count - 1);
}

uint32_t jp_dense_find(const struct jp_dense *dense, uint64_t hash, jp_index_same *same,
                       const void *owner, const void *key)
{
    const uint32_t check = check_of(dense, hash);
    const size_t mask = dense->slot_count - 1;

    if (dense->slot_count == 0)
        return JP_INDEX_NONE;
    for (size_t at = hash & mask; dense->slots[at] != FREE_SLOT; at = (at + 1) & mask) {
        const uint32_t id = dense->slots[at] & (uint32_t)mask;
        if ((dense->slots[at] & ~(uint32_t)mask) == check && same(owner, id, key))
            return id;
    }
    return JP_INDEX_NONE;
}

static void place(struct jp_dense *dense, uint64_t hash, uint32_t id)
{
    const size_t mask = dense->slot_count - 1;
    size_t at = hash & mask;

    while (dense->slots[at] != FREE_SLOT)
        at = (at + 1) & mask;
    dense->slots[at] = check_of(dense, hash) | id;
}

/* Room for COUNT elements. The old slots say nothing that the elements do not say. */
static void grow(struct jp_dense *dense, size_t count)
{
    size_t slot_count = dense->slot_count ? dense->slot_count : LEAST_SLOTS;

    while (count > slot_count / 4 * 3)
        slot_count *= 2;
    if (slot_count == dense->slot_count)
        return;
    if (slot_count > (size_t)1 << MOST_SLOT_BITS)
        jp_mem_exhausted();
    free(dense->slots);
    dense->slots = jp_mem_reserve(slot_count * sizeof *dense->slots);
    jp_mem_will_fill(dense->slots, slot_count * sizeof *dense->slots);
    memset(dense->slots, 0xff, slot_count * sizeof *dense->slots);
    dense->slot_count = slot_count;
    dense->used_count = 0;
}

void jp_dense_cover(struct jp_dense *dense, jp_dense_hash *hash, const void *owner, size_t count)
{
    grow(dense, count);
    for (; dense->used_count < count; dense->used_count++)
        place(dense, hash(owner, (uint32_t)dense->used_count), (uint32_t)dense->used_count);
}

void jp_dense_release(struct jp_dense *dense)
{
    free(dense->slots);
    *dense = (struct jp_dense){0};
}
