/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_walk.h"

#include "jp_mem.h"
#include "jp_stack_order.h"

#include <stdlib.h>

void jp_walk_init_unordered(struct jp_walk *walk, const struct jp_view *view,
                            const struct jp_keys *keys)
{
    const uint32_t no_stack = jp_intern_find(&keys->strings, JP_SPAN(JP_NO_STACK_NAME));

    *walk = (struct jp_walk){
        .view = view,
        .keys = keys,
        .no_stack = no_stack == JP_INDEX_NONE ? 0 : no_stack,
        .count = (uint32_t)view->nodes.count,
    };
}

/* The number of nodes in each subtree, its topmost one included. */
static void count_nodes(const struct jp_walk *walk, uint32_t *counts)
{
    for (uint32_t node = 0; node < walk->count; node++)
        counts[node] = 1;
    for (uint32_t node = walk->count; node-- > 1;)
        counts[walk->view->nodes.data[node].parent] += counts[node];
}

void jp_walk_init(struct jp_walk *walk, const struct jp_view *view, const struct jp_keys *keys)
{
    /* Before its turn, how many nodes a node's subtree has; then the place of its next child. */
    uint32_t *const next = jp_mem_resize(NULL, view->nodes.count, sizeof *next);

    jp_walk_init_unordered(walk, view, keys);
    walk->order = jp_mem_resize(NULL, walk->count, sizeof *walk->order);
    count_nodes(walk, next);
    walk->order[0] = 0;
    next[0] = 1;
    for (uint32_t node = 1; node < walk->count; node++) {
        uint32_t *const place_of_child = &next[view->nodes.data[node].parent];
        const uint32_t place = *place_of_child;
        *place_of_child += next[node];
        next[node] = place + 1;
        walk->order[place] = node;
    }
    free(next);
}

void jp_walk_release(struct jp_walk *walk)
{
    free(walk->order);
    *walk = (struct jp_walk){0};
}

struct jp_sum *jp_walk_sums(const struct jp_walk *walk)
{
    const struct jp_stack *const nodes = walk->view->nodes.data;
    struct jp_sum *const sums = jp_mem_resize(NULL, walk->count, sizeof *sums);

    for (uint32_t node = 0; node < walk->count; node++)
        sums[node] = (struct jp_sum){jp_view_value(walk->view, node), 0};
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
    const uint32_t count = walk->keys->first[location + 1] - first;

    return (struct jp_walk_keys){count ? &walk->keys->list.data[first] : NULL, count};
}

/* The way from the root to where the walk is. */
struct level {
    uint32_t node;
    struct jp_sum sum; /* of the part of its subtree that was walked */
};

struct path {
    const struct jp_walk *walk;
    JP_VEC(struct level) levels;
    uint32_t *open; /* per key: how often it is on the path */
    struct jp_sum *cum;
};

static void enter(struct path *path, uint32_t node)
{
    const struct jp_walk_keys keys = jp_walk_keys(path->walk, node);

    jp_vec_push(&path->levels, (struct level){node, {jp_view_value(path->walk->view, node), 0}});
    for (uint32_t k = 0; k < keys.count; k++)
        path->open[keys.ids[k]]++;
}

/*
 * A key gets the sum of each subtree whose topmost node has it: every stack below has the key, and
 * no stack is met twice, however often the key recurs further down.
 */
static void leave(struct path *path)
{
    const struct level left = path->levels.data[--path->levels.count];
    const struct jp_walk_keys keys = jp_walk_keys(path->walk, left.node);

    for (uint32_t k = 0; k < keys.count; k++) {
        if (--path->open[keys.ids[k]] == 0)
            jp_sum_join(&path->cum[keys.ids[k]], left.sum);
    }
    /* The root's subtree is everything; only what ends there belongs to its key. */
    if (path->levels.count > 1)
        jp_sum_join(&path->levels.data[path->levels.count - 1].sum, left.sum);
}

void jp_walk_cum(const struct jp_walk *walk, struct jp_sum *cum, size_t key_count)
{
    const struct jp_stack *const nodes = walk->view->nodes.data;
    uint32_t *const next = jp_stack_order(nodes, walk->count);
    struct path path = {
        .walk = walk,
        .open = jp_mem_zeroed(key_count, sizeof *path.open),
        .cum = cum,
    };

    enter(&path, 0);
    for (uint32_t node = next[0]; node; node = next[node]) {
        while (path.levels.data[path.levels.count - 1].node != nodes[node].parent)
            leave(&path);
        enter(&path, node);
    }
    while (path.levels.count)
        leave(&path);
    free(next);
    free(path.open);
    jp_vec_release(&path.levels);
}
