/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --churn: how much is allocated and freed again, site by site, and how long an object lives. Needs
 * the counters since the start (prof_accum).
 *
 * Lifetimes are by Little's law (1961): in a steady state what is live is the rate at which objects
 * come and go times their mean lifetime, whatever its distribution. The rate is that of freeing, so
 * that a site which only grows has no lifetime instead of a wrong one.
 */
#ifndef JP_CHURN_H
#define JP_CHURN_H

#include "jp_axis.h"
#include "jp_sites.h"

struct jp_churn_row {
    uint32_t site;
    double live;        /* bytes in the last dump */
    double allocated;   /* bytes since the start of the last dump's process */
    double freed_share; /* of them; not a number when nothing was allocated */
    double rate;        /* bytes allocated per unit of the axis; not a number: one dump only */
    double lifetime;    /* mean, in units of the axis; not a number: nothing was freed */
};

struct jp_churn {
    JP_VEC(struct jp_churn_row) rows; /* by what was allocated, then by label */
    struct jp_churn_row total;
    double length; /* of the axis, without the gaps at restarts */
};

void jp_churn_init(struct jp_churn *churn, const struct jp_series *series,
                   const struct jp_profile *profile, const struct jp_sites *sites,
                   const struct jp_axis *axis, const struct jp_span *labels);
void jp_churn_release(struct jp_churn *churn);

#endif
