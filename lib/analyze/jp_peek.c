/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_peek.h"

#include <math.h>
#include <stdlib.h>

/* What the innermost occurrence of the key calls on the way from the root to a node. */
#define ABSENT UINT32_MAX       /* the key is not on the way to the node */
#define LAST   (UINT32_MAX - 1) /* nothing comes after it */

/* Sums of the keys that have one: few keys call one, or are called by it. */
struct part {
    uint32_t key;
    struct jp_sum sum;
};

struct parts {
    JP_VEC(struct part) list;
    struct jp_index index;
};

/* Per node; each begins with its parent's, whose id is smaller. */
struct state {
    uint32_t last;   /* innermost key on the way from the root to the node; 0: none */
    uint32_t callee; /* a key, ABSENT or LAST */
};

static bool same_key(const void *owner, uint32_t id, const void *key)
{
    return ((const struct parts *)owner)->list.data[id].key == *(const uint32_t *)key;
}

static void add_part(struct parts *parts, uint32_t key, struct jp_sum sum)
{
    const uint64_t hash = jp_hash_mix(key, 0);
    uint32_t id = jp_index_find(&parts->index, hash, same_key, parts, &key);

    if (id == JP_INDEX_NONE) {
        id = (uint32_t)parts->list.count;
        jp_vec_push(&parts->list, (struct part){key, {0, 0}});
        jp_index_add(&parts->index, hash, id);
    }
    jp_sum_join(&parts->list.data[id].sum, sum);
}

static void visit(const struct jp_walk *walk, uint32_t node, uint32_t key, struct state *states,
                  struct parts *callers, struct jp_sum sum)
{
    const struct jp_walk_keys keys = jp_walk_keys(walk, node);
    struct state state = {0, ABSENT};

    if (node)
        state = states[walk->view->nodes.data[node].parent];
    for (uint32_t k = keys.count; k-- > 0;) {
        if (keys.ids[k] != key) {
            if (state.callee == LAST)
                state.callee = keys.ids[k];
        } else {
            if (state.callee == ABSENT)
                add_part(callers, state.last, sum);
            state.callee = LAST;
        }
        state.last = keys.ids[k];
    }
    /* The empty stack's key is nobody's caller. */
    states[node] = node ? state : (struct state){0, ABSENT};
}

struct sortable {
    struct jp_peek_row row;
    struct jp_span text;
};

static int compare(const void *left, const void *right)
{
    const struct sortable *const a = left;
    const struct sortable *const b = right;
    const double one = fabs(a->row.value);
    const double other = fabs(b->row.value);

    if (one != other)
        return one < other ? 1 : -1;
    return jp_span_compare(a->text, b->text);
}

/* The rows of PARTS, which end here. */
static void collect(const struct jp_keys *keys, struct parts *parts, struct jp_peek_row **rows,
                    size_t *count)
{
    JP_VEC(struct sortable) list = {0};

    for (size_t i = 0; i < parts->list.count; i++) {
        const struct part *const part = &parts->list.data[i];
        const double value = jp_sum_value(part->sum);
        if (value != 0)
            jp_vec_push(&list, (struct sortable){{part->key, value},
                                                 jp_intern_span(&keys->strings, part->key)});
    }
    if (list.count)
        qsort(list.data, list.count, sizeof *list.data, compare);
    *rows = jp_mem_resize(NULL, list.count, sizeof **rows);
    *count = list.count;
    for (size_t i = 0; i < list.count; i++)
        (*rows)[i] = list.data[i].row;
    jp_vec_release(&list);
    jp_vec_release(&parts->list);
    jp_index_release(&parts->index);
}

void jp_peek_init(struct jp_peek *peek, const struct jp_walk *walk, uint32_t key)
{
    struct parts callers = {0};
    struct parts callees = {0};
    struct state *const states = jp_mem_resize(NULL, walk->count, sizeof *states);
    struct jp_sum *const sums = jp_walk_sums(walk);
    struct jp_sum cum = {0};
    struct jp_sum flat = {0};

    *peek = (struct jp_peek){0};
    sums[0] = (struct jp_sum){jp_view_value(walk->view, 0), 0};
    for (uint32_t node = 0; node < walk->count; node++) {
        visit(walk, node, key, states, &callers, sums[node]);
        const uint32_t callee = node == 0 && key == walk->no_stack ? LAST : states[node].callee;
        if (callee == ABSENT)
            continue;
        const double value = jp_view_value(walk->view, node);
        jp_sum_add(&cum, value);
        if (callee == LAST)
            jp_sum_add(&flat, value);
        else if (value != 0)
            add_part(&callees, callee, (struct jp_sum){value, 0});
    }
    peek->cum = jp_sum_value(cum);
    peek->flat = jp_sum_value(flat);
    collect(walk->keys, &callers, &peek->callers.data, &peek->callers.count);
    collect(walk->keys, &callees, &peek->callees.data, &peek->callees.count);
    free(states);
    free(sums);
}

void jp_peek_release(struct jp_peek *peek)
{
    jp_vec_release(&peek->callers);
    jp_vec_release(&peek->callees);
}
