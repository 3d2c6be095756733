/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who calls whom, for all keys at once: what jp_peek tells of one key, in one walk over the trie
 * for all of them.
 */
#ifndef JP_CALLS_H
#define JP_CALLS_H

#include "jp_walk.h"

struct jp_call {
    uint32_t caller; /* string id in keys.strings; 0: the callee is outermost */
    uint32_t callee;
};

/* How a node's value adds to that of a call. */
struct jp_calls_step;

struct jp_calls {
    JP_VEC(struct jp_call) list; /* each pair once, in the order of the walk */
    JP_VEC(struct jp_calls_step) steps;
};

/* The calls of WALK's trie, whatever they hold. */
void jp_calls_init(struct jp_calls *calls, const struct jp_walk *walk);
void jp_calls_release(struct jp_calls *calls);

/* Per call; see jp_peek.h for why the two may differ when functions recur. */
struct jp_calls_values {
    double *to_callee;   /* what the callee has from this caller: its outermost occurrence counts */
    double *from_caller; /* what the caller has through this callee: by its innermost occurrence */
};

/* What VIEW, which has the shape of the view that WALK was made for, holds in them. */
struct jp_calls_values jp_calls_values(const struct jp_calls *calls, const struct jp_walk *walk,
                                       const struct jp_view *view);
void jp_calls_values_release(struct jp_calls_values *values);

#endif
