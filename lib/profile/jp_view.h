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
};

struct jp_view_node {
    uint32_t parent;
    uint32_t location;
    double value; /* main - base of the samples that end here */
};

#define JP_NO_NODE UINT32_MAX

struct jp_view {
    const struct jp_profile *profile;
    enum jp_metric metric;
    JP_VEC(struct jp_view_node) nodes; /* node 0: the root, the empty stack */
    uint32_t *of_stack;                /* per stack of the profile: its node, or JP_NO_NODE: gone */
    double total;                      /* over everything, before any frame or stack was dropped */
    double kept;                       /* over the stacks that passed the filters */
    uint64_t kept_count;               /* samples of these stacks */
    double no_stack;                   /* value of samples recorded without a stack, part of kept */
};

void jp_view_init(struct jp_view *view, const struct jp_profile *profile,
                  const struct jp_view_options *options);
void jp_view_release(struct jp_view *view);

#endif
