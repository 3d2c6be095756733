/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_tree.h"

#include "jp_walk.h"

#include <math.h>
#include <string.h>

struct builder {
    struct jp_tree *tree;
    const struct jp_keys *keys;
    struct jp_index index; /* of nodes, by parent and key */
    JP_VEC(struct jp_sum) sums;
};

static bool same_node(const void *owner, uint32_t id, const void *key)
{
    const struct jp_tree *const tree = owner;
    const struct jp_tree_node *const node = &tree->nodes.data[id];
    const struct jp_tree_node *const wanted = key;

    return node->parent == wanted->parent && node->key == wanted->key && id != 0;
}

static uint32_t child(struct builder *builder, uint32_t parent, uint32_t key)
{
    const struct jp_tree_node node = {.parent = parent, .key = key};
    const uint64_t hash = jp_hash_mix(parent, key);
    uint32_t id = jp_index_find(&builder->index, hash, same_node, builder->tree, &node);

    if (id != JP_INDEX_NONE)
        return id;
    id = (uint32_t)builder->tree->nodes.count;
    jp_vec_push(&builder->tree->nodes, node);
    jp_vec_push(&builder->sums, (struct jp_sum){0});
    jp_index_add(&builder->index, hash, id);
    return id;
}

static void build_top_down(struct builder *builder, const struct jp_walk *walk)
{
    const struct jp_view_node *const nodes = walk->view->nodes.data;
    uint32_t *const node_of = jp_mem_resize(NULL, walk->count, sizeof *node_of);

    node_of[0] = 0;
    for (uint32_t node = 0; node < walk->count; node++) {
        const struct jp_walk_keys keys = jp_walk_keys(walk, node);
        uint32_t at = node_of[nodes[node].parent];
        if (node != 0 || nodes[0].value != 0) {
            for (uint32_t k = keys.count; k-- > 0;)
                at = child(builder, at, keys.ids[k]);
        }
        node_of[node] = node ? at : 0;
        jp_sum_add(&builder->sums.data[at], nodes[node].value);
    }
    free(node_of);
}

static void build_bottom_up(struct builder *builder, const struct jp_walk *walk)
{
    const struct jp_view_node *const nodes = walk->view->nodes.data;

    for (uint32_t leaf = 0; leaf < walk->count; leaf++) {
        uint32_t at = 0;
        if (nodes[leaf].value == 0)
            continue;
        for (uint32_t node = leaf; node != 0 || leaf == 0; node = nodes[node].parent) {
            const struct jp_walk_keys keys = jp_walk_keys(walk, node);
            for (uint32_t k = 0; k < keys.count; k++)
                at = child(builder, at, keys.ids[k]);
            if (node == 0)
                break;
        }
        jp_sum_add(&builder->sums.data[at], nodes[leaf].value);
    }
}

static void add_up(struct builder *builder)
{
    struct jp_tree_node *const nodes = builder->tree->nodes.data;
    struct jp_sum *const sums = builder->sums.data;

    for (size_t id = 0; id < builder->tree->nodes.count; id++) {
        nodes[id].self = jp_sum_value(sums[id]);
        nodes[id].gross = fabs(nodes[id].self);
    }
    for (size_t id = builder->tree->nodes.count; id-- > 0;) {
        nodes[id].total = jp_sum_value(sums[id]);
        if (id == 0)
            break;
        nodes[nodes[id].parent].gross += nodes[id].gross;
        jp_sum_join(&sums[nodes[id].parent], sums[id]);
    }
}

struct sortable {
    uint32_t id;
    uint32_t parent;
    double size;
    struct jp_span text;
};

static int compare(const void *left, const void *right)
{
    const struct sortable *const a = left;
    const struct sortable *const b = right;

    if (a->parent != b->parent)
        return a->parent < b->parent ? -1 : 1;
    if (a->size != b->size)
        return a->size < b->size ? 1 : -1;
    return jp_span_compare(a->text, b->text);
}

static void sort_children(struct jp_tree *tree, const struct jp_keys *keys)
{
    const size_t count = tree->nodes.count;
    struct sortable *const list = jp_mem_resize(NULL, count, sizeof *list);

    for (size_t id = 1; id < count; id++) {
        const struct jp_tree_node *const node = &tree->nodes.data[id];
        list[id - 1] = (struct sortable){(uint32_t)id, node->parent, fabs(node->total),
                                         jp_intern_span(&keys->strings, node->key)};
    }
    qsort(list, count - 1, sizeof *list, compare);
    tree->children = jp_mem_resize(NULL, count, sizeof *tree->children);
    for (size_t i = 0; i + 1 < count; i++) {
        struct jp_tree_node *const parent = &tree->nodes.data[list[i].parent];
        if (parent->children_count++ == 0)
            parent->children_first = (uint32_t)i;
        tree->children[i] = list[i].id;
    }
    free(list);
}

void jp_tree_init(struct jp_tree *tree, const struct jp_view *view, const struct jp_keys *keys,
                  bool bottom_up)
{
    struct builder builder = {.tree = tree, .keys = keys};
    struct jp_walk walk;

    *tree = (struct jp_tree){.is_bottom_up = bottom_up};
    jp_vec_push(&tree->nodes, (struct jp_tree_node){0});
    jp_vec_push(&builder.sums, (struct jp_sum){0});
    jp_walk_init(&walk, view, keys);
    if (bottom_up)
        build_bottom_up(&builder, &walk);
    else
        build_top_down(&builder, &walk);
    add_up(&builder);
    sort_children(tree, keys);
    jp_walk_release(&walk);
    jp_index_release(&builder.index);
    jp_vec_release(&builder.sums);
}

void jp_tree_release(struct jp_tree *tree)
{
    jp_vec_release(&tree->nodes);
    free(tree->children);
    tree->children = NULL;
}

struct rank {
    double gross;
    uint32_t id;
};

/* Equal values: a parent's id is smaller, so it comes first. */
static int compare_ranks(const void *left, const void *right)
{
    const struct rank *const a = left;
    const struct rank *const b = right;

    if (a->gross != b->gross)
        return a->gross < b->gross ? 1 : -1;
    return (a->id > b->id) - (a->id < b->id);
}

bool *jp_tree_prune(const struct jp_tree *tree, size_t count, double fraction)
{
    const struct jp_tree_node *const nodes = tree->nodes.data;
    const size_t node_count = tree->nodes.count;
    const double limit = fraction * nodes[0].gross;
    struct rank *const ranks = jp_mem_resize(NULL, node_count, sizeof *ranks);
    bool *const shown = jp_mem_zeroed(node_count, sizeof *shown);
    size_t shown_count = 0;

    for (size_t id = 0; id < node_count; id++)
        ranks[id] = (struct rank){nodes[id].gross, (uint32_t)id};
    qsort(ranks + 1, node_count - 1, sizeof *ranks, compare_ranks);
    shown[0] = true;
    for (size_t i = 1; i < node_count && shown_count < count; i++) {
        const uint32_t id = ranks[i].id;
        if (nodes[id].gross == 0 || nodes[id].gross < limit)
            break;
        shown[id] = shown[nodes[id].parent];
        shown_count += shown[id];
    }
    free(ranks);
    return shown;
}
