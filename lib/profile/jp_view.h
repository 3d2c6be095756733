/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A view is a profile seen through options: one metric, one thread or the process, allocator
 * frames dropped, filters applied. It is again a trie whose nodes have smaller ids for callers.
 * All reports work on views.
 */
#ifndef JP_VIEW_H
#define JP_VIEW_H

#include "jp_fold.h"
#include "jp_regex.h"
#include "jp_subset.h"

/* What is added up: the values, or what is known of their noise (jp_noise.h). */
enum jp_quantity {
    JP_QUANTITY_VALUE,    /* main - base */
    JP_QUANTITY_AFTER,    /* main */
    JP_QUANTITY_BEFORE,   /* base */
    JP_QUANTITY_VARIANCE, /* in the metric's unit squared */
    JP_QUANTITY_COUNT,    /* of recorded objects */
};

struct jp_view_options {
    enum jp_metric metric;
    enum jp_quantity quantity;
    uint32_t thread; /* index in profile.threads; JP_PROCESS: the process */
    bool keep_allocator;
    bool drop_negative;     /* stack by stack: a base that is larger counts as equal to main */
    struct jp_regex *focus; /* NULL or not given: no filter */
    struct jp_regex *ignore;
    struct jp_regex *retain;
    struct jp_regex *exclude;
    const struct jp_fold *fold; /* made for the profile; NULL: nothing is folded */
    enum jp_naming naming;      /* the names that filters are matched against */
    /*
     * Nodes may be there that no sample has anything to do with, so that, unless frames are taken
     * out of stacks, the profile's trie serves as the view's and takes no memory again.
     */
    bool has_spare_nodes;
};

#define JP_NO_NODE UINT32_MAX

/* Node 0 is the root, the empty stack; a caller's number is smaller than its callees'. */
struct jp_view_nodes {
    const struct jp_stack *data;
    size_t count;
};

/* Few nodes have a value, and few stacks samples. */
struct jp_view_values {
    struct jp_subset owners; /* nodes */
    double *of;              /* main - base of the samples that end there */
};

struct jp_view_targets {
    struct jp_subset stacks; /* of the profile, those with samples */
    uint32_t *nodes;         /* where their values went; JP_NO_NODE: they are gone */
};

struct jp_view {
    const struct jp_profile *profile;
    enum jp_metric metric;
    struct jp_view_nodes nodes;
    struct jp_stack *own_nodes; /* the same, unless they are the profile's */
    struct jp_view_values values;
    struct jp_view_targets targets;
    double total;        /* over everything, before any frame or stack was dropped */
    double kept;         /* over the stacks that passed the filters */
    uint64_t kept_count; /* samples of these stacks */
    double no_stack;     /* value of samples recorded without a stack, part of kept */
};

/* The value of the stacks that end in NODE. */
static inline double jp_view_value(const struct jp_view *view, uint32_t node)
{
    const uint32_t place = jp_subset_place(&view->values.owners, node);

    return place == JP_INDEX_NONE ? 0 : view->values.of[place];
}

/* The node of a stack of the profile that has samples, of any thread; JP_NO_NODE: it is gone. */
static inline uint32_t jp_view_of_stack(const struct jp_view *view, uint32_t stack)
{
    const uint32_t place = jp_subset_place(&view->targets.stacks, stack);

    return place == JP_INDEX_NONE ? JP_NO_NODE : view->targets.nodes[place];
}

/* The values, made of one for each node; for views that are no profile's. */
void jp_view_values_init(struct jp_view_values *values, const double *of_nodes, size_t count);
void jp_view_values_release(struct jp_view_values *values);

void jp_view_init(struct jp_view *view, const struct jp_profile *profile,
                  const struct jp_view_options *options);
void jp_view_release(struct jp_view *view);

#endif
