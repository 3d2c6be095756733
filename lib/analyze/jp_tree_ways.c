/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The bottom-up tree, no further than it is shown.
 *
 * Every stack that holds something is a way from its youngest frame to its oldest. Sorted, ways
 * that begin with the same keys lie together, so a node of the tree is a stretch of them, its
 * children are parts of that stretch, and the number of all nodes follows from what neighbours
 * have in common. Nodes are opened by decreasing gross value, which never grows from a node to its
 * children; what is not opened takes no memory.
 */
#include "config.h"

#include "jp_tree.h"

#include "jp_walk.h"

#include <math.h>
#include <stdlib.h>

#define AT_END UINT32_MAX

/* A place on a way: a key of a node of the view. */
struct place {
    uint32_t node; /* AT_END: behind the oldest frame */
    uint32_t key;  /* index among the keys of the node */
};

struct way {
    const struct jp_walk *walk;
    uint32_t leaf;
    struct place at; /* the first key that no open node stands for */
    double value;    /* of all stacks with the same keys */
};

/* The ways below a node of the tree. */
struct stretch {
    uint32_t first;
    uint32_t end;
};

struct builder {
    struct jp_tree *tree;
    const struct jp_walk *walk;
    JP_VEC(struct way) ways;
    JP_VEC(struct stretch) stretches; /* per node of the tree */
    JP_VEC(uint32_t) heap;            /* nodes that are not opened, the largest first */
};

/* Step over nodes whose keys are used up. The root has a key for the empty stack only. */
static struct place settle(const struct jp_walk *walk, struct place place)
{
    while (place.node != AT_END && place.key >= jp_walk_keys(walk, place.node).count) {
        const uint32_t parent = place.node ? walk->view->nodes.data[place.node].parent : 0;
        place = (struct place){parent ? parent : AT_END, 0};
    }
    return place;
}

static struct place next_place(const struct jp_walk *walk, struct place place)
{
    place.key++;
    return settle(walk, place);
}

static uint32_t key_at(const struct jp_walk *walk, struct place place)
{
    return jp_walk_keys(walk, place.node).ids[place.key];
}

static bool is_same_place(struct place a, struct place b)
{
    return a.node == b.node && (a.node == AT_END || a.key == b.key);
}

/* How two ways differ, and after how many keys. Ways that meet are the same from there on. */
static int compare_ways(const struct way *a, const struct way *b, uint32_t *common)
{
    const struct jp_walk *const walk = a->walk;
    struct place x = settle(walk, (struct place){a->leaf, 0});
    struct place y = settle(walk, (struct place){b->leaf, 0});

    for (*common = 0; !is_same_place(x, y); ++*common) {
        if (x.node == AT_END || y.node == AT_END)
            return x.node == AT_END ? -1 : 1;
        const uint32_t key = key_at(walk, x);
        const uint32_t other = key_at(walk, y);
        if (key != other)
            return key < other ? -1 : 1;
        x = next_place(walk, x);
        y = next_place(walk, y);
    }
    return 0;
}

static int compare(const void *left, const void *right)
{
    const struct way *const a = left;
    const struct way *const b = right;
    uint32_t common;
    const int order = compare_ways(a, b, &common);

    return order ? order : (a->leaf > b->leaf) - (a->leaf < b->leaf);
}

/* One way per row of keys, without those whose stacks cancel out. */
static void merge_ways(struct builder *builder)
{
    struct way *const ways = builder->ways.data;
    size_t kept = 0;

    for (size_t first = 0, end; first < builder->ways.count; first = end) {
        struct jp_sum sum = {0};
        uint32_t common;
        for (end = first; end < builder->ways.count; end++) {
            if (end > first && compare_ways(&ways[first], &ways[end], &common) != 0)
                break;
            jp_sum_add(&sum, ways[end].value);
        }
        if (jp_sum_value(sum) != 0) {
            ways[kept] = ways[first];
            ways[kept++].value = jp_sum_value(sum);
        }
    }
    builder->ways.count = kept;
}

static void find_ways(struct builder *builder)
{
    const struct jp_walk *const walk = builder->walk;

    for (uint32_t leaf = 0; leaf < walk->count; leaf++) {
        const double value = jp_view_value(walk->view, leaf);
        if (value != 0)
            jp_vec_push(&builder->ways,
                        (struct way){walk, leaf, settle(walk, (struct place){leaf, 0}), value});
    }
    if (builder->ways.count)
        qsort(builder->ways.data, builder->ways.count, sizeof *builder->ways.data, compare);
    merge_ways(builder);
}

/* Each way has the nodes that the way before it has not. */
static size_t count_nodes(const struct builder *builder)
{
    size_t count = 0;

    for (size_t i = 0; i < builder->ways.count; i++) {
        const struct way *const way = &builder->ways.data[i];
        uint32_t common = 0;
        if (i)
            compare_ways(&builder->ways.data[i - 1], way, &common);
        for (struct place at = way->at; at.node != AT_END; at = next_place(way->walk, at))
            count++;
        count -= common;
    }
    return count;
}

/* --- which node is the largest -----------------------------------------------------------------
 */

static bool is_before(const struct builder *builder, uint32_t a, uint32_t b)
{
    const struct jp_tree_node *const nodes = builder->tree->nodes.data;

    return nodes[a].gross > nodes[b].gross || (nodes[a].gross == nodes[b].gross && a < b);
}

static void swap(uint32_t *a, uint32_t *b)
{
    const uint32_t kept = *a;

    *a = *b;
    *b = kept;
}

static void push_node(struct builder *builder, uint32_t node)
{
    jp_vec_push(&builder->heap, node);
    uint32_t *const heap = builder->heap.data;
    for (size_t i = builder->heap.count - 1; i > 0; i = (i - 1) / 2) {
        if (!is_before(builder, heap[i], heap[(i - 1) / 2]))
            return;
        swap(&heap[i], &heap[(i - 1) / 2]);
    }
}

static uint32_t pop_node(struct builder *builder)
{
    uint32_t *const heap = builder->heap.data;
    const uint32_t largest = heap[0];
    const size_t count = --builder->heap.count;

    heap[0] = heap[count];
    for (size_t i = 0, child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && is_before(builder, heap[child + 1], heap[child]))
            child++;
        if (!is_before(builder, heap[child], heap[i]))
            break;
        swap(&heap[i], &heap[child]);
    }
    return largest;
}

/* --- the tree ----------------------------------------------------------------------------------
 */

static void add_node(struct builder *builder, uint32_t parent, struct stretch stretch)
{
    struct way *const ways = builder->ways.data;
    struct jp_tree_node node = {.parent = parent};
    struct jp_sum total = {0};

    if (builder->tree->nodes.count)
        node.key = key_at(builder->walk, ways[stretch.first].at);
    for (uint32_t i = stretch.first; i < stretch.end; i++) {
        jp_sum_add(&total, ways[i].value);
        node.gross += fabs(ways[i].value);
        if (builder->tree->nodes.count)
            ways[i].at = next_place(builder->walk, ways[i].at);
    }
    node.total = jp_sum_value(total);
    jp_vec_push(&builder->tree->nodes, node);
    jp_vec_push(&builder->stretches, stretch);
}

/* Make the children of a node: a child is a part of its ways with one next key. */
static void open_node(struct builder *builder, uint32_t id)
{
    const struct stretch all = builder->stretches.data[id];
    const struct way *const ways = builder->ways.data;

    for (uint32_t first = all.first, end; first < all.end; first = end) {
        if (ways[first].at.node == AT_END) {
            builder->tree->nodes.data[id].self += ways[first].value;
            end = first + 1;
            continue;
        }
        const uint32_t key = key_at(builder->walk, ways[first].at);
        for (end = first + 1; end < all.end; end++) {
            if (key_at(builder->walk, ways[end].at) != key)
                break;
        }
        add_node(builder, id, (struct stretch){first, end});
        push_node(builder, (uint32_t)builder->tree->nodes.count - 1);
    }
}

void jp_tree_init_shown(struct jp_tree *tree, const struct jp_view *view,
                        const struct jp_keys *keys, size_t count, double fraction)
{
    struct builder builder = {.tree = tree};
    struct jp_walk walk;

    *tree = (struct jp_tree){.is_bottom_up = true};
    jp_walk_init(&walk, view, keys);
    builder.walk = &walk;
    find_ways(&builder);
    tree->whole_count = count_nodes(&builder);
    add_node(&builder, 0, (struct stretch){0, (uint32_t)builder.ways.count});
    open_node(&builder, 0);
    const double limit = fraction * tree->nodes.data[0].gross;
    for (size_t shown = 0; shown < count && builder.heap.count; shown++) {
        const uint32_t id = pop_node(&builder);
        if (tree->nodes.data[id].gross < limit)
            break;
        open_node(&builder, id);
    }
    jp_tree_sort_children(tree, keys);
    jp_walk_release(&walk);
    jp_vec_release(&builder.ways);
    jp_vec_release(&builder.stretches);
    jp_vec_release(&builder.heap);
}
