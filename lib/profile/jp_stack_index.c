/* SPDX-License-Identifier: BSD-2-Clause */
/* Open addressing with linear probing, at most three quarters full. */
#include "config.h"

#include "jp_stack_index.h"

#include "jp_mem.h"
#include "jp_span.h"

#include <stdlib.h>
#include <string.h>

/* As an id this would be the last slot's number, and there are fewer nodes than slots. */
static const uint32_t FREE_SLOT = UINT32_MAX;

enum { LEAST_SLOTS = 64, MOST_SLOT_BITS = 31 };

static uint64_t hash_of(struct jp_stack stack)
{
    return jp_hash_mix(stack.parent, stack.location);
}

/* The bits of the hash that stand beside the id; the place in the table comes from the others. */
static uint32_t check_of(const struct jp_stack_index *index, uint64_t hash)
{
    return (uint32_t)(hash >> 32) & ~(uint32_t)(index->slot_count - 1);
}

uint32_t jp_stack_index_find(const struct jp_stack_index *index, const struct jp_stack *stacks,
                             struct jp_stack key)
{
    const uint64_t hash = hash_of(key);
    const uint32_t check = check_of(index, hash);
    const size_t mask = index->slot_count - 1;

    if (index->slot_count == 0)
        return JP_INDEX_NONE;
    for (size_t at = hash & mask; index->slots[at] != FREE_SLOT; at = (at + 1) & mask) {
        const uint32_t id = index->slots[at] & (uint32_t)mask;
        if ((index->slots[at] & ~(uint32_t)mask) == check && stacks[id].parent == key.parent &&
            stacks[id].location == key.location)
            return id;
    }
    return JP_INDEX_NONE;
}

static void place(struct jp_stack_index *index, struct jp_stack stack, uint32_t id)
{
    const uint64_t hash = hash_of(stack);
    const size_t mask = index->slot_count - 1;
    size_t at = hash & mask;

    while (index->slots[at] != FREE_SLOT)
        at = (at + 1) & mask;
    index->slots[at] = check_of(index, hash) | id;
}

/* Room for COUNT nodes. The old slots say nothing that the nodes do not say. */
static void grow(struct jp_stack_index *index, size_t count)
{
    size_t slot_count = index->slot_count ? index->slot_count : LEAST_SLOTS;

    while (count > slot_count / 4 * 3)
        slot_count *= 2;
    if (slot_count == index->slot_count)
        return;
    if (slot_count > (size_t)1 << MOST_SLOT_BITS)
        jp_mem_exhausted();
    free(index->slots);
    index->slots = jp_mem_reserve(slot_count * sizeof *index->slots);
    jp_mem_will_fill(index->slots, slot_count * sizeof *index->slots);
    memset(index->slots, 0xff, slot_count * sizeof *index->slots);
    index->slot_count = slot_count;
    index->node_count = 0;
}

void jp_stack_index_cover(struct jp_stack_index *index, const struct jp_stack *stacks, size_t count)
{
    grow(index, count);
    /* Nobody looks for the root. */
    for (size_t i = index->node_count ? index->node_count : 1; i < count; i++)
        place(index, stacks[i], (uint32_t)i);
    index->node_count = count;
}

void jp_stack_index_release(struct jp_stack_index *index)
{
    free(index->slots);
    *index = (struct jp_stack_index){0};
}
