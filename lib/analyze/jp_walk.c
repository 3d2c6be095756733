/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_walk.h"

#include "jp_mem.h"

#include <stdlib.h>
#include <string.h>

void jp_walk_init(struct jp_walk *walk, const struct jp_view *view, const struct jp_keys *keys)
{
    const uint32_t no_stack = jp_intern_find(&keys->strings, JP_SPAN(JP_NO_STACK_NAME));
    const uint32_t count = (uint32_t)view->nodes.count;
    uint32_t *const next = jp_mem_resize(NULL, count, sizeof *next);

    walk->view = view;
    walk->keys = keys;
    walk->no_stack = no_stack == JP_INDEX_NONE ? 0 : no_stack;
    walk->count = count;
    walk->order = jp_mem_resize(NULL, count, sizeof *walk->order);
    walk->size = jp_mem_resize(NULL, count, sizeof *walk->size);
    for (uint32_t node = 0; node < count; node++)
        walk->size[node] = 1;
    for (uint32_t node = count; node-- > 1;)
        walk->size[view->nodes.data[node].parent] += walk->size[node];
    for (uint32_t node = 0; node < count; node++) {
        const uint32_t parent = view->nodes.data[node].parent;
        const uint32_t place = node ? next[parent] : 0;
        if (node)
            next[parent] += walk->size[node];
        next[node] = place + 1;
        walk->order[place] = node;
    }
    free(next);
}

void jp_walk_release(struct jp_walk *walk)
{
    free(walk->order);
    free(walk->size);
    *walk = (struct jp_walk){0};
}

struct jp_sum *jp_walk_sums(const struct jp_walk *walk)
{
    const struct jp_view_node *const nodes = walk->view->nodes.data;
    struct jp_sum *const sums = jp_mem_resize(NULL, walk->count, sizeof *sums);

    for (uint32_t node = 0; node < walk->count; node++)
        sums[node] = (struct jp_sum){nodes[node].value, 0};
    for (uint32_t node = walk->count; node-- > 1;)
        jp_sum_join(&sums[nodes[node].parent], sums[node]);
    return sums;
}

struct jp_walk_keys jp_walk_keys(const struct jp_walk *walk, uint32_t node)
{
    if (node == 0)
        return (struct jp_walk_keys){&walk->no_stack, walk->no_stack ? 1 : 0};
    const uint32_t location = walk->view->nodes.data[node].location;
    const uint32_t first = walk->keys->first[location];

    return (struct jp_walk_keys){walk->keys->list.data + first,
                                 walk->keys->first[location + 1] - first};
}

/*
 * A key gets the sum of each subtree whose topmost node has it: every stack below has the key, and
 * no stack is met twice, however often the key recurs further down.
 */
void jp_walk_cum(const struct jp_walk *walk, struct jp_sum *cum, size_t key_count)
{
    const struct jp_view_node *const nodes = walk->view->nodes.data;
    struct jp_sum *const sums = jp_walk_sums(walk);
    /* How often each key is on the path from the root to the current node. */
    uint32_t *const open = jp_mem_zeroed(key_count, sizeof *open);
    uint32_t current = 0;

    /* The root's subtree is everything; only what ends there belongs to its key. */
    sums[0] = (struct jp_sum){nodes[0].value, 0};
    for (uint32_t i = 0; i < walk->count; i++) {
        const uint32_t node = walk->order[i];
        while (current != nodes[node].parent && current != 0) {
            const struct jp_walk_keys left = jp_walk_keys(walk, current);
            for (uint32_t k = 0; k < left.count; k++)
                open[left.ids[k]]--;
            current = nodes[current].parent;
        }
        const struct jp_walk_keys keys = jp_walk_keys(walk, node);
        for (uint32_t k = 0; k < keys.count; k++) {
            if (open[keys.ids[k]]++ == 0)
                jp_sum_join(&cum[keys.ids[k]], sums[node]);
        }
        current = node;
    }
    free(open);
    free(sums);
}
