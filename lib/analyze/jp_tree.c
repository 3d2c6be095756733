/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_tree.h"

#include "jp_walk.h"

#include <math.h>
#include <string.h>

struct builder {
    struct jp_tree *tree;
    const struct jp_view *views;
    size_t view_count;
    struct jp_index index; /* of nodes, by parent and key */
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
    jp_index_add(&builder->index, hash, id);
    return id;
}

/* Does any view have a value of its own there? */
static bool has_value(const struct builder *builder, uint32_t node)
{
    for (size_t i = 0; i < builder->view_count; i++)
        if (jp_view_value(&builder->views[i], node) != 0)
            return true;
    return false;
}

static void build_top_down(struct builder *builder, const struct jp_walk *walk)
{
    const struct jp_stack *const nodes = walk->view->nodes.data;
    uint32_t *const ends = builder->tree->ends;
    uint32_t no_stack = 0;

    if (walk->no_stack && has_value(builder, 0))
        no_stack = child(builder, 0, walk->no_stack);
    for (uint32_t node = 1; node < walk->count; node++) {
        const struct jp_walk_keys keys = jp_walk_keys(walk, node);
        uint32_t at = ends[nodes[node].parent];
        for (uint32_t k = keys.count; k-- > 0;)
            at = child(builder, at, keys.ids[k]);
        ends[node] = at;
    }
    ends[0] = no_stack; /* only now: stacks do not begin there */
}

static void build_bottom_up(struct builder *builder, const struct jp_walk *walk)
{
    const struct jp_stack *const nodes = walk->view->nodes.data;

    for (uint32_t leaf = 0; leaf < walk->count; leaf++) {
        uint32_t at = 0;
        if (!has_value(builder, leaf))
            continue;
        for (uint32_t node = leaf; node != 0 || leaf == 0; node = nodes[node].parent) {
            const struct jp_walk_keys keys = jp_walk_keys(walk, node);
            for (uint32_t k = 0; k < keys.count; k++)
                at = child(builder, at, keys.ids[k]);
            if (node == 0)
                break;
        }
        builder->tree->ends[leaf] = at;
    }
}

struct jp_tree_values jp_tree_values(const struct jp_tree *tree, const struct jp_view *view)
{
    const size_t count = tree->nodes.count;
    struct jp_sum *const sums = jp_mem_zeroed(count, sizeof *sums);
    struct jp_tree_values values = {
        .self = jp_mem_resize(NULL, count, sizeof *values.self),
        .total = jp_mem_resize(NULL, count, sizeof *values.total),
    };

    for (uint32_t i = 0; i < view->nodes.count; i++)
        jp_sum_add(&sums[tree->ends[i]], jp_view_value(view, i));
    for (size_t id = 0; id < count; id++)
        values.self[id] = jp_sum_value(sums[id]);
    for (size_t id = count; id-- > 0;) {
        values.total[id] = jp_sum_value(sums[id]);
        if (id)
            jp_sum_join(&sums[tree->nodes.data[id].parent], sums[id]);
    }
    free(sums);
    return values;
}

void jp_tree_values_release(struct jp_tree_values *values)
{
    free(values->self);
    free(values->total);
    *values = (struct jp_tree_values){0};
}

static void add_up(struct jp_tree *tree, const struct jp_view *view)
{
    struct jp_tree_values values = jp_tree_values(tree, view);
    struct jp_tree_node *const nodes = tree->nodes.data;

    for (size_t id = 0; id < tree->nodes.count; id++) {
        nodes[id].self = values.self[id];
        nodes[id].total = values.total[id];
        nodes[id].gross = fabs(nodes[id].self);
    }
    for (size_t id = tree->nodes.count; id-- > 1;)
        nodes[nodes[id].parent].gross += nodes[id].gross;
    for (size_t id = 1; id < tree->nodes.count; id++)
        tree->whole_count += nodes[id].gross != 0;
    jp_tree_values_release(&values);
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

void jp_tree_sort_children(struct jp_tree *tree, const struct jp_keys *keys)
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

void jp_tree_init_of(struct jp_tree *tree, const struct jp_view *views, size_t view_count,
                     const struct jp_keys *keys, bool bottom_up)
{
    struct builder builder = {.tree = tree, .views = views, .view_count = view_count};
    struct jp_walk walk;

    *tree = (struct jp_tree){.is_bottom_up = bottom_up};
    tree->ends = jp_mem_zeroed(views[0].nodes.count, sizeof *tree->ends);
    jp_vec_push(&tree->nodes, (struct jp_tree_node){0});
    jp_walk_init_unordered(&walk, &views[0], keys);
    if (bottom_up)
        build_bottom_up(&builder, &walk);
    else
        build_top_down(&builder, &walk);
    add_up(tree, &views[0]);
    jp_tree_sort_children(tree, keys);
    jp_walk_release(&walk);
    jp_index_release(&builder.index);
}

void jp_tree_init(struct jp_tree *tree, const struct jp_view *view, const struct jp_keys *keys,
                  bool bottom_up)
{
    jp_tree_init_of(tree, view, 1, keys, bottom_up);
}

void jp_tree_release(struct jp_tree *tree)
{
    jp_vec_release(&tree->nodes);
    free(tree->children);
    free(tree->ends);
    tree->children = NULL;
    tree->ends = NULL;
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
