/* SPDX-License-Identifier: BSD-2-Clause */
/* Open addressing with linear probing, at most three quarters full. The upper half of the hash is
 * kept in each slot, so that SAME is hardly ever asked in vain. */
#include "config.h"

#include "jp_index.h"

#include "jp_mem.h"

#include <stdlib.h>
#include <string.h>

struct jp_index_slot {
    uint32_t check;
    uint32_t id; /* JP_INDEX_NONE: free */
};

static void place(struct jp_index_slot *slots, size_t slot_count, size_t at,
                  struct jp_index_slot slot)
{
    while (slots[at].id != JP_INDEX_NONE)
        at = (at + 1) & (slot_count - 1);
    slots[at] = slot;
}

/* A slot keeps only half of the hash, so its home is found from that half: see home(). */
static size_t home(uint32_t check, size_t slot_count)
{
    return (size_t)(check * 0x9e3779b97f4a7c15u >> 20) & (slot_count - 1);
}

static void grow(struct jp_index *index)
{
    const size_t slot_count = index->slot_count ? index->slot_count * 2 : 16;
    struct jp_index_slot *const slots = jp_mem_reserve(slot_count * sizeof *slots);

    jp_mem_will_fill(slots, slot_count * sizeof *slots);
    memset(slots, 0xff, slot_count * sizeof *slots);
    for (size_t i = 0; i < index->slot_count; i++) {
        if (index->slots[i].id != JP_INDEX_NONE)
            place(slots, slot_count, home(index->slots[i].check, slot_count), index->slots[i]);
    }
    free(index->slots);
    index->slots = slots;
    index->slot_count = slot_count;
}

uint32_t jp_index_find(const struct jp_index *index, uint64_t hash, jp_index_same *same,
                       const void *owner, const void *key)
{
    const uint32_t check = (uint32_t)(hash >> 32);

    if (index->slot_count == 0)
        return JP_INDEX_NONE;
    size_t at = home(check, index->slot_count);
    for (; index->slots[at].id != JP_INDEX_NONE; at = (at + 1) & (index->slot_count - 1)) {
        if (index->slots[at].check == check && same(owner, index->slots[at].id, key))
            return index->slots[at].id;
    }
    return JP_INDEX_NONE;
}

void jp_index_add(struct jp_index *index, uint64_t hash, uint32_t id)
{
    const uint32_t check = (uint32_t)(hash >> 32);

    if (index->used_count + 1 > index->slot_count / 4 * 3)
        grow(index);
    place(index->slots, index->slot_count, home(check, index->slot_count),
          (struct jp_index_slot){check, id});
    index->used_count++;
}

void jp_index_hashes(const struct jp_index *index, uint64_t *hashes)
{
    for (size_t i = 0; i < index->slot_count; i++) {
        if (index->slots[i].id != JP_INDEX_NONE)
            hashes[index->slots[i].id] = (uint64_t)index->slots[i].check << 32;
    }
}

void jp_index_expect(const struct jp_index *index, uint64_t hash)
{
    if (index->slot_count)
        __builtin_prefetch(&index->slots[home((uint32_t)(hash >> 32), index->slot_count)]);
}

void jp_index_clear(struct jp_index *index)
{
    enum { FAR_TOO_MUCH = 16 };

    if (index->used_count < index->slot_count / FAR_TOO_MUCH) {
        jp_index_release(index);
        return;
    }
    if (index->slot_count)
        memset(index->slots, 0xff, index->slot_count * sizeof *index->slots);
    index->used_count = 0;
}

void jp_index_release(struct jp_index *index)
{
    free(index->slots);
    *index = (struct jp_index){0};
}
