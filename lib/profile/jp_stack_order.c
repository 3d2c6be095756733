/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_stack_order.h"

#include "jp_mem.h"

struct jp_subset jp_stack_forks(const struct jp_stack *stacks, size_t count)
{
    struct jp_subset forks;

    jp_subset_init(&forks, count);
    for (size_t node = 1; node < count; node++)
        if (stacks[node].parent != node - 1)
            jp_subset_add(&forks, stacks[node].parent);
    jp_subset_finish(&forks);
    return forks;
}

uint32_t *jp_stack_order(const struct jp_stack *stacks, size_t count)
{
    uint32_t *const next = jp_mem_reserve(count * sizeof *next);

    jp_mem_will_fill(next, count * sizeof *next);
    next[JP_ROOT_STACK] = 0;
    /* Each is put in behind its parent. */
    for (size_t node = 1; node < count; node++) {
        uint32_t *const before = &next[stacks[node].parent];
        next[node] = *before;
        *before = (uint32_t)node;
    }
    return next;
}
