/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_peek.h"

#include <math.h>
#include <stdlib.h>

/* What the innermost occurrence of the key calls on the way from the root to a node. */
#define ABSENT UINT32_MAX       /* the key is not on the way to the node */
#define LAST   (UINT32_MAX - 1) /* nothing comes after it */

/* Per node; each begins with its parent's, whose id is smaller. */
struct state {
    uint32_t last;   /* innermost key on the way from the root to the node; 0: none */
    uint32_t callee; /* a key, ABSENT or LAST */
};

static void visit(const struct jp_walk *walk, uint32_t node, uint32_t key, struct state *states,
                  struct jp_sum *callers, struct jp_sum sum)
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
                jp_sum_join(&callers[state.last], sum);
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

static void collect(const struct jp_keys *keys, const struct jp_sum *sums,
                    struct jp_peek_row **rows, size_t *count)
{
    JP_VEC(struct sortable) list = {0};

    for (uint32_t key = 0; key < keys->strings.spans.count; key++) {
        const double value = jp_sum_value(sums[key]);
        if (value != 0)
            jp_vec_push(&list,
                        (struct sortable){{key, value}, jp_intern_span(&keys->strings, key)});
    }
    if (list.count)
        qsort(list.data, list.count, sizeof *list.data, compare);
    *rows = jp_mem_resize(NULL, list.count, sizeof **rows);
    *count = list.count;
    for (size_t i = 0; i < list.count; i++)
        (*rows)[i] = list.data[i].row;
    jp_vec_release(&list);
}

void jp_peek_init(struct jp_peek *peek, const struct jp_walk *walk, uint32_t key)
{
    const size_t key_count = walk->keys->strings.spans.count;
    struct jp_sum *const callers = jp_mem_zeroed(key_count, sizeof *callers);
    struct jp_sum *const callees = jp_mem_zeroed(key_count, sizeof *callees);
    struct state *const states = jp_mem_resize(NULL, walk->count, sizeof *states);
    struct jp_sum *const sums = jp_walk_sums(walk);
    struct jp_sum cum = {0};
    struct jp_sum flat = {0};

    *peek = (struct jp_peek){0};
    sums[0] = (struct jp_sum){jp_view_value(walk->view, 0), 0};
    for (uint32_t node = 0; node < walk->count; node++) {
        visit(walk, node, key, states, callers, sums[node]);
        const uint32_t callee = node == 0 && key == walk->no_stack ? LAST : states[node].callee;
        if (callee == ABSENT)
            continue;
        const double value = jp_view_value(walk->view, node);
        jp_sum_add(&cum, value);
        jp_sum_add(callee == LAST ? &flat : &callees[callee], value);
    }
    peek->cum = jp_sum_value(cum);
    peek->flat = jp_sum_value(flat);
    collect(walk->keys, callers, &peek->callers.data, &peek->callers.count);
    collect(walk->keys, callees, &peek->callees.data, &peek->callees.count);
    free(callers);
    free(callees);
    free(states);
    free(sums);
}

void jp_peek_release(struct jp_peek *peek)
{
    jp_vec_release(&peek->callers);
    jp_vec_release(&peek->callees);
}
