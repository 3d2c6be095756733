/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_top.h"

#include "jp_mem.h"
#include "jp_walk.h"

#include <stdlib.h>

/* Sums while the trie is walked; arrays are indexed by key. */
struct table {
    struct jp_walk walk;
    struct jp_sum *flat;
    struct jp_sum *cum;
};

struct sortable {
    struct jp_top_row row;
    struct jp_span text;
    double value; /* what is sorted by */
};

/* A stack's own key is the innermost one that its frames have. */
static void add_flat(struct table *table)
{
    const struct jp_walk *const walk = &table->walk;
    const struct jp_stack *const nodes = walk->view->nodes.data;

    for (uint32_t node = 0; node < walk->count; node++) {
        const double value = jp_view_value(walk->view, node);
        uint32_t owner = node;
        if (value == 0)
            continue;
        while (owner && jp_walk_keys(walk, owner).count == 0)
            owner = nodes[owner].parent;
        const struct jp_walk_keys keys = jp_walk_keys(walk, owner);
        jp_sum_add(&table->flat[keys.count ? keys.ids[0] : 0], value);
    }
}

static int compare(const void *left, const void *right)
{
    const struct sortable *const a = left;
    const struct sortable *const b = right;

    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return jp_span_compare(a->text, b->text);
}

static bool is_nothing(struct jp_sum sum)
{
    return sum.high == 0 && sum.low == 0;
}

static void collect(struct jp_top *top, const struct table *table, bool sort_by_cum)
{
    const struct jp_intern *const strings = &table->walk.keys->strings;
    const uint32_t key_count = (uint32_t)strings->spans.count;
    JP_VEC(struct sortable) list = {0};
    struct jp_sum total = {0};

    for (uint32_t key = 0; key < key_count; key++) {
        if (is_nothing(table->flat[key]) && is_nothing(table->cum[key]))
            continue; /* most of them, when the view is of one thread of many */
        const struct jp_top_row row = {key, jp_sum_value(table->flat[key]),
                                       jp_sum_value(table->cum[key])};
        jp_sum_join(&total, table->flat[key]);
        if (row.flat != 0 || row.cum != 0)
            jp_vec_push(&list, (struct sortable){row, jp_intern_span(strings, key),
                                                 sort_by_cum ? row.cum : row.flat});
    }
    if (list.count)
        qsort(list.data, list.count, sizeof *list.data, compare);
    jp_vec_reserve(&top->rows, list.count);
    for (size_t i = 0; i < list.count; i++)
        jp_vec_push(&top->rows, list.data[i].row);
    top->flat_total = jp_sum_value(total);
    jp_vec_release(&list);
}

void jp_top_init(struct jp_top *top, const struct jp_view *view, const struct jp_keys *keys,
                 bool sort_by_cum)
{
    const size_t key_count = keys->strings.spans.count;
    struct table table = {
        .flat = jp_mem_zeroed(key_count, sizeof *table.flat),
        .cum = jp_mem_zeroed(key_count, sizeof *table.cum),
    };

    *top = (struct jp_top){0};
    jp_walk_init_unordered(&table.walk, view, keys);
    add_flat(&table);
    jp_walk_cum(&table.walk, table.cum, key_count);
    collect(top, &table, sort_by_cum);
    jp_walk_release(&table.walk);
    free(table.flat);
    free(table.cum);
}

void jp_top_release(struct jp_top *top)
{
    jp_vec_release(&top->rows);
}
