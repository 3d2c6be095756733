/* SPDX-License-Identifier: BSD-2-Clause */
/* --leaks: which sites of a series grow, which of them for sure, and what could have been seen. */
#ifndef JP_LEAKS_H
#define JP_LEAKS_H

#include "jp_trend.h"

/* Growth is proven when this share of such claims is wrong, at most, and z reaches the other. */
#define JP_LEAKS_FALSE_DISCOVERY 0.01
#define JP_LEAKS_DEVIATIONS      3.0

struct jp_leak {
    uint32_t site; /* index in the tracks */
    struct jp_trend trend;
    double q; /* p, adjusted for the number of sites (Benjamini and Hochberg) */
    bool is_proven;
    enum jp_shape shape;
    double score; /* rate times confidence, (1 - q) * max(tau, 0); what is ranked by */
};

struct jp_leaks {
    JP_VEC(struct jp_leak) list; /* growing first, then by score, change and label */
    double length;               /* of the axis */
    size_t tested_count;         /* sites with a recorded object in some dump */
    /* The smallest rates that this series shows with 90 % probability, per unit of the axis: */
    double least_new;   /* of a site that held nothing before */
    double least_noisy; /* of the site with the largest noise */
    uint32_t noisiest;  /* that site; JP_NO_SITE: none has noise */
};

/*
 * AXIS has the place of each dump, ascending. LABELS (one per site) break ties; NULL: by the
 * number of the site.
 */
void jp_leaks_init(struct jp_leaks *leaks, const struct jp_tracks *tracks, const double *axis,
                   double period_bytes, const struct jp_span *labels);
void jp_leaks_release(struct jp_leaks *leaks);

#endif
