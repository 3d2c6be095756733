/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The walk goes over places: a key of a node, in the context of the keys outside it. All that
 * passes through a place is its node's subtree. A place adds this to its callee's side of the call
 * when no place outside it has the same key, and to its caller's side always; the innermost
 * occurrence counts there, so what a place with the same key adds is taken from the next place
 * inside the one before it.
 */
#include "config.h"

#include "jp_calls.h"

#define NONE UINT32_MAX

enum side { TO_CALLEE, FROM_CALLER, NOT_FROM_CALLER };

struct jp_calls_step {
    uint32_t node;
    uint32_t call;
    enum side side;
};

struct place {
    uint32_t key;
    uint32_t call;     /* that leads here */
    uint32_t previous; /* the next one outside with the same key, as index on the way; NONE */
};

struct builder {
    struct jp_calls *calls;
    struct jp_index index;
    JP_VEC(struct place) way; /* from the outermost place to the present one */
    uint32_t *last_of_key;    /* index on the way, or NONE */
};

static bool same_call(const void *owner, uint32_t id, const void *key)
{
    const struct jp_call *const call = &((const struct jp_calls *)owner)->list.data[id];
    const struct jp_call *const wanted = key;

    return call->caller == wanted->caller && call->callee == wanted->callee;
}

static uint32_t find_call(struct builder *builder, uint32_t caller, uint32_t callee)
{
    const struct jp_call call = {caller, callee};
    const uint64_t hash = jp_hash_mix(caller, callee);
    uint32_t id = jp_index_find(&builder->index, hash, same_call, builder->calls, &call);

    if (id != JP_INDEX_NONE)
        return id;
    id = (uint32_t)builder->calls->list.count;
    jp_vec_push(&builder->calls->list, call);
    jp_index_add(&builder->index, hash, id);
    return id;
}

static void add_step(struct builder *builder, uint32_t node, uint32_t call, enum side side)
{
    jp_vec_push(&builder->calls->steps, (struct jp_calls_step){node, call, side});
}

static void leave(struct builder *builder, uint32_t length)
{
    while (builder->way.count > length) {
        const struct place *const place = &builder->way.data[--builder->way.count];
        builder->last_of_key[place->key] = place->previous;
    }
}

static void enter(struct builder *builder, uint32_t node, uint32_t key)
{
    const size_t length = builder->way.count;
    const uint32_t caller = length ? builder->way.data[length - 1].key : 0;
    const uint32_t previous = builder->last_of_key[key];
    const uint32_t call = find_call(builder, caller, key);

    if (previous == NONE)
        add_step(builder, node, call, TO_CALLEE);
    if (caller)
        add_step(builder, node, call, FROM_CALLER);
    builder->last_of_key[key] = (uint32_t)length;
    jp_vec_push(&builder->way, (struct place){key, call, previous});
    if (previous != NONE)
        add_step(builder, node, builder->way.data[previous + 1].call, NOT_FROM_CALLER);
}

void jp_calls_init(struct jp_calls *calls, const struct jp_walk *walk)
{
    const size_t key_count = walk->keys->strings.spans.count;
    struct builder builder = {.calls = calls};
    uint32_t *const lengths =
        jp_mem_zeroed(walk->count, sizeof *lengths); /* of the way, per node */

    *calls = (struct jp_calls){0};
    builder.last_of_key = jp_mem_resize(NULL, key_count, sizeof *builder.last_of_key);
    for (size_t key = 0; key < key_count; key++)
        builder.last_of_key[key] = NONE;
    for (uint32_t i = 0; i < walk->count; i++) {
        const uint32_t node = walk->order[i];
        const struct jp_walk_keys keys = jp_walk_keys(walk, node);
        if (node)
            leave(&builder, lengths[walk->view->nodes.data[node].parent]);
        for (uint32_t k = keys.count; k-- > 0;)
            enter(&builder, node, keys.ids[k]);
        /* The empty stack's key is nobody's caller. */
        if (node == 0)
            leave(&builder, 0);
        lengths[node] = (uint32_t)builder.way.count;
    }
    free(lengths);
    free(builder.last_of_key);
    jp_vec_release(&builder.way);
    jp_index_release(&builder.index);
}

void jp_calls_release(struct jp_calls *calls)
{
    jp_vec_release(&calls->list);
    jp_vec_release(&calls->steps);
}

struct jp_calls_values jp_calls_values(const struct jp_calls *calls, const struct jp_walk *walk,
                                       const struct jp_view *view)
{
    const size_t count = calls->list.count;
    struct jp_walk own = *walk;
    struct jp_sum *const to_callee = jp_mem_zeroed(count, sizeof *to_callee);
    struct jp_sum *const from_caller = jp_mem_zeroed(count, sizeof *from_caller);
    const struct jp_calls_values values = {
        .to_callee = jp_mem_resize(NULL, count, sizeof *values.to_callee),
        .from_caller = jp_mem_resize(NULL, count, sizeof *values.from_caller),
    };

    own.view = view;
    struct jp_sum *const sums = jp_walk_sums(&own);
    sums[0] = (struct jp_sum){jp_view_value(view, 0), 0};
    for (size_t i = 0; i < calls->steps.count; i++) {
        const struct jp_calls_step *const step = &calls->steps.data[i];
        const struct jp_sum sum = sums[step->node];
        if (step->side == TO_CALLEE)
            jp_sum_join(&to_callee[step->call], sum);
        else if (step->side == FROM_CALLER)
            jp_sum_join(&from_caller[step->call], sum);
        else
            jp_sum_join(&from_caller[step->call], (struct jp_sum){-sum.high, -sum.low});
    }
    for (size_t i = 0; i < count; i++) {
        values.to_callee[i] = jp_sum_value(to_callee[i]);
        values.from_caller[i] = jp_sum_value(from_caller[i]);
    }
    free(sums);
    free(to_callee);
    free(from_caller);
    return values;
}

void jp_calls_values_release(struct jp_calls_values *values)
{
    free(values->to_callee);
    free(values->from_caller);
    *values = (struct jp_calls_values){0};
}
