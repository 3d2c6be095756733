/* SPDX-License-Identifier: BSD-2-Clause */
/* The table: open addressing with linear probing, at most three quarters full. */
#include "config.h"

#include "jp_stack_index.h"

#include "jp_mem.h"
#include "jp_span.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t FREE_SLOT = UINT32_MAX;

enum { LEAST_SLOTS = 64 };

static uint64_t hash_of(struct jp_stack stack)
{
    return jp_hash_mix(stack.parent, stack.location);
}

/* The bits of the hash that stand beside the id; the place in the table comes from the others. */
static uint32_t check_of(const struct jp_stack_index *index, uint64_t hash)
{
    return (uint32_t)(hash >> 32) & ~index->id_mask;
}

static uint32_t find_branch(const struct jp_stack_index *index, const struct jp_stack *stacks,
                            struct jp_stack key)
{
    const uint64_t hash = hash_of(key);
    const uint32_t check = check_of(index, hash);
    const size_t mask = index->slot_count - 1;

    if (index->slot_count == 0)
        return JP_INDEX_NONE;
    for (size_t at = hash & mask; index->slots[at] != FREE_SLOT; at = (at + 1) & mask) {
        const uint32_t id = index->slots[at] & index->id_mask;
        if ((index->slots[at] & ~index->id_mask) == check && stacks[id].parent == key.parent &&
            stacks[id].location == key.location)
            return id;
    }
    return JP_INDEX_NONE;
}

uint32_t jp_stack_index_find(const struct jp_stack_index *index, const struct jp_stack *stacks,
                             struct jp_stack key)
{
    const size_t next = (size_t)key.parent + 1;

    /* Behind the last node is nothing that could be its child. */
    if (next >= index->node_count)
        return JP_INDEX_NONE;
    if (stacks[next].parent == key.parent && stacks[next].location == key.location)
        return (uint32_t)next;
    return find_branch(index, stacks, key);
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

static bool is_branch(const struct jp_stack *stacks, size_t id)
{
    return stacks[id].parent != id - 1;
}

/* Nobody looks for the root. */
static void place_branches(struct jp_stack_index *index, const struct jp_stack *stacks,
                           size_t count)
{
    for (size_t i = index->node_count ? index->node_count : 1; i < count; i++)
        if (is_branch(stacks, i))
            place(index, stacks[i], (uint32_t)i);
    index->node_count = count;
}

/* An empty table with room for BRANCH_COUNT of COUNT nodes. */
static void make_table(struct jp_stack_index *index, size_t branch_count, size_t count)
{
    size_t slot_count = index->slot_count ? index->slot_count : LEAST_SLOTS;
    uint32_t id_mask = index->id_mask ? index->id_mask : LEAST_SLOTS - 1;

    while (branch_count > slot_count / 4 * 3)
        slot_count *= 2;
    /* A slot with all bits is a free one, so no node may have all bits of an id. */
    while (count > id_mask)
        id_mask = id_mask << 1 | 1;
    free(index->slots);
    index->slots = jp_mem_reserve(slot_count * sizeof *index->slots);
    jp_mem_will_fill(index->slots, slot_count * sizeof *index->slots);
    memset(index->slots, 0xff, slot_count * sizeof *index->slots);
    index->slot_count = slot_count;
    index->id_mask = id_mask;
    index->node_count = 0;
}

void jp_stack_index_cover(struct jp_stack_index *index, const struct jp_stack *stacks, size_t count)
{
    if (count >= UINT32_MAX)
        jp_mem_exhausted();
    for (size_t i = index->node_count ? index->node_count : 1; i < count; i++)
        index->branch_count += is_branch(stacks, i);
    if (index->branch_count > index->slot_count / 4 * 3 || count > index->id_mask)
        make_table(index, index->branch_count, count);
    place_branches(index, stacks, count);
}

void jp_stack_index_release(struct jp_stack_index *index)
{
    free(index->slots);
    *index = (struct jp_stack_index){0};
}
