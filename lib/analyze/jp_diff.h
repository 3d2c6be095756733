/* SPDX-License-Identifier: BSD-2-Clause */
/* --diff: what grew, shrank, came and went between a base and now, site by site. */
#ifndef JP_DIFF_H
#define JP_DIFF_H

#include "jp_noise.h"
#include "jp_sites.h"

/* X(id, word) */
#define JP_DIFF_LIST(X) \
    X(GROWN, "grown")   \
    X(SHRUNK, "shrunk") \
    X(NEW, "new")       \
    X(GONE, "gone")     \
    X(SAME, "unchanged")

enum jp_diff_list {
#define X(id, word) JP_DIFF_##id,
    JP_DIFF_LIST(X)
#undef X
        JP_DIFF_COUNT
};

struct jp_diff_row {
    uint32_t site;
    enum jp_diff_list list;
    double before; /* in the metric's unit */
    double after;
    double change;
    double variance; /* of change, in the unit squared */
    double count;    /* recorded objects of both sides */
    double z;        /* change in standard deviations; infinite when there is no noise */
    double q;        /* two-sided, adjusted for the number of sites */
    bool is_proven;  /* more than noise: q at most 1 %, z 3 or more either way, and is_whole */
    uint32_t stack;  /* of the profile: the one that changed most in this direction */
    double stack_change;
};

struct jp_diff {
    JP_VEC(struct jp_diff_row) rows; /* list by list, each by |change|, then by label */
    struct jp_diff_row total;
    double unmatched_before; /* held by sites that only one side has */
    double unmatched_after;
    struct jp_noise noise;
    bool is_whole; /* false: a dump lacks records (jp_whole.h), which look freed or born since */
};

/* LABELS: one per site, to break ties. */
void jp_diff_init(struct jp_diff *diff, const struct jp_profile *profile,
                  const struct jp_sites *sites, enum jp_metric metric,
                  const struct jp_span *labels);
void jp_diff_release(struct jp_diff *diff);

const char *jp_diff_text(enum jp_diff_list list);

#endif
