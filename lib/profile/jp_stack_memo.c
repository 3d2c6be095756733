/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_stack_memo.h"

#include "jp_span.h"

#include <string.h>

struct key {
    const uint32_t *locations;
    uint32_t depth;
};

void jp_stack_memo_release(struct jp_stack_memo *memo)
{
    jp_vec_release(&memo->locations);
    jp_vec_release(&memo->entries);
    jp_index_release(&memo->index);
}

static uint64_t hash_of(const struct key *key)
{
    uint64_t hash = key->depth;

    for (uint32_t i = 0; i < key->depth; i++)
        hash = jp_hash_mix(hash, key->locations[i]);
    return hash;
}

static bool same_entry(const void *owner, uint32_t id, const void *searched)
{
    const struct jp_stack_memo *const memo = owner;
    const struct jp_stack_memo_entry *const entry = &memo->entries.data[id];
    const struct key *const key = searched;

    return entry->depth == key->depth && memcmp(memo->locations.data + entry->first, key->locations,
                                                key->depth * sizeof *key->locations) == 0;
}

uint32_t jp_stack_memo_find(const struct jp_stack_memo *memo, const uint32_t *locations,
                            uint32_t depth)
{
    const struct key key = {locations, depth};
    const uint32_t id = jp_index_find(&memo->index, hash_of(&key), same_entry, memo, &key);

    return id == JP_INDEX_NONE ? JP_INDEX_NONE : memo->entries.data[id].stack;
}

void jp_stack_memo_add(struct jp_stack_memo *memo, const uint32_t *locations, uint32_t depth,
                       uint32_t stack)
{
    const struct key key = {locations, depth};

    jp_index_add(&memo->index, hash_of(&key), (uint32_t)memo->entries.count);
    jp_vec_push(&memo->entries, (struct jp_stack_memo_entry){memo->locations.count, depth, stack});
    jp_vec_reserve(&memo->locations, depth);
    memcpy(memo->locations.data + memo->locations.count, locations, depth * sizeof *locations);
    memo->locations.count += depth;
}
