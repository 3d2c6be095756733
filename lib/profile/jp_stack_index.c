/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_stack_index.h"

#include "jp_span.h"

/* What the table's functions see of the branches. */
struct branches {
    const struct jp_stack_index *index;
    const struct jp_stack *stacks;
};

static uint64_t hash_of(struct jp_stack stack)
{
    return jp_hash_mix(stack.parent, stack.location);
}

static struct jp_stack branch_of(const void *owner, uint32_t id)
{
    const struct branches *const branches = owner;

    return branches->stacks[branches->index->branches.data[id]];
}

static uint64_t hash_of_branch(const void *owner, uint32_t id)
{
    return hash_of(branch_of(owner, id));
}

static bool same_branch(const void *owner, uint32_t id, const void *key)
{
    const struct jp_stack a = branch_of(owner, id);
    const struct jp_stack *const b = key;

    return a.parent == b->parent && a.location == b->location;
}

uint32_t jp_stack_index_find(const struct jp_stack_index *index, const struct jp_stack *stacks,
                             struct jp_stack key)
{
    const struct branches branches = {index, stacks};
    const size_t next = (size_t)key.parent + 1;

    /* Behind the last node is nothing that could be its child. */
    if (next >= index->node_count)
        return JP_INDEX_NONE;
    if (stacks[next].parent == key.parent && stacks[next].location == key.location)
        return (uint32_t)next;
    const uint32_t id = jp_dense_find(&index->table, hash_of(key), same_branch, &branches, &key);

    return id == JP_INDEX_NONE ? JP_INDEX_NONE : index->branches.data[id];
}

void jp_stack_index_cover(struct jp_stack_index *index, const struct jp_stack *stacks, size_t count)
{
    const struct branches branches = {index, stacks};

    /* Nobody looks for the root. */
    for (size_t i = index->node_count ? index->node_count : 1; i < count; i++) {
        if (stacks[i].parent != i - 1)
            jp_vec_push(&index->branches, (uint32_t)i);
    }
    index->node_count = count;
    jp_dense_cover(&index->table, hash_of_branch, &branches, index->branches.count);
}

void jp_stack_index_release(struct jp_stack_index *index)
{
    jp_vec_release(&index->branches);
    jp_dense_release(&index->table);
    *index = (struct jp_stack_index){0};
}
