/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame_layout.h"

#include "jp_sum.h"

struct builder {
    struct jp_flame_layout *layout;
    const struct jp_tree *tree;
    const double *widths;
    double smallest;
    uint32_t *counts; /* per node: nodes with a value in its subtree, itself included */
    const struct jp_keys *keys;
    JP_VEC(struct jp_flame_box) work;
    JP_VEC(struct jp_flame_box) siblings;
    struct jp_sum merged;
};

static uint32_t *count_nodes(const struct jp_tree *tree, const double *widths)
{
    uint32_t *const counts = jp_mem_zeroed(tree->nodes.count, sizeof *counts);

    for (size_t id = tree->nodes.count; id-- > 0;) {
        counts[id] += widths[id] > 0;
        if (id)
            counts[tree->nodes.data[id].parent] += counts[id];
    }
    return counts;
}

static int compare(const void *left, const void *right, void *state)
{
    const struct builder *const builder = state;
    const struct jp_flame_box *const a = left;
    const struct jp_flame_box *const b = right;

    if (a->width != b->width)
        return a->width < b->width ? 1 : -1;
    return jp_span_compare(
        jp_intern_span(&builder->keys->strings, builder->tree->nodes.data[a->node].key),
        jp_intern_span(&builder->keys->strings, builder->tree->nodes.data[b->node].key));
}

/*
 * The children of BOX, side by side from its left end. Children of a tree are ordered by the values
 * of its first view, which need not be those drawn.
 */
static void find_siblings(struct builder *builder, const struct jp_flame_box *box)
{
    const struct jp_tree_node *const node = &builder->tree->nodes.data[box->node];
    struct jp_flame_box rest = {.node = box->node, .level = box->level + 1};
    struct jp_sum merged = {0};
    double start = box->start;

    builder->siblings.count = 0;
    for (uint32_t i = 0; i < node->children_count; i++) {
        const uint32_t child = builder->tree->children[node->children_first + i];
        const double width = builder->widths[child];
        const struct jp_flame_box own = {child, box->level + 1, 0, 0, width};
        if (width >= builder->smallest && width > 0) {
            jp_vec_push(&builder->siblings, own);
        } else if (width > 0) {
            rest.merged_count += builder->counts[child];
            jp_sum_add(&merged, width);
        }
    }
    if (builder->siblings.count)
        qsort_r(builder->siblings.data, builder->siblings.count, sizeof *builder->siblings.data,
                compare, builder);
    rest.width = jp_sum_value(merged);
    builder->layout->merged_count += rest.merged_count;
    jp_sum_join(&builder->merged, merged);
    if (rest.merged_count && rest.width >= builder->smallest)
        jp_vec_push(&builder->siblings, rest);
    for (size_t i = 0; i < builder->siblings.count; i++) {
        builder->siblings.data[i].start = start;
        start += builder->siblings.data[i].width;
    }
}

/* The last one entered is the first one drawn. */
static void enter_siblings(struct builder *builder)
{
    for (size_t i = builder->siblings.count; i-- > 0;)
        jp_vec_push(&builder->work, builder->siblings.data[i]);
}

void jp_flame_layout_init(struct jp_flame_layout *layout, const struct jp_tree *tree,
                          const struct jp_keys *keys, const double *widths, double smallest)
{
    struct builder builder = {
        .layout = layout, .tree = tree, .keys = keys, .widths = widths, .smallest = smallest};

    *layout = (struct jp_flame_layout){0};
    builder.counts = count_nodes(tree, widths);
    if (widths[0] > 0)
        jp_vec_push(&builder.work, (struct jp_flame_box){.width = widths[0]});
    while (builder.work.count) {
        const struct jp_flame_box box = builder.work.data[--builder.work.count];
        jp_vec_push(&layout->boxes, box);
        if (layout->level_count <= box.level)
            layout->level_count = box.level + 1;
        if (box.merged_count)
            continue;
        find_siblings(&builder, &box);
        enter_siblings(&builder);
    }
    layout->merged_width = jp_sum_value(builder.merged);
    free(builder.counts);
    jp_vec_release(&builder.work);
    jp_vec_release(&builder.siblings);
}

void jp_flame_layout_release(struct jp_flame_layout *layout)
{
    jp_vec_release(&layout->boxes);
}
