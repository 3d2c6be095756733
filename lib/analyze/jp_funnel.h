/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where growth comes together: a container that leaks grows by what others allocate for it, in many
 * functions at once. The funnel is the innermost function that nearly all of it comes through.
 */
#ifndef JP_FUNNEL_H
#define JP_FUNNEL_H

#include "jp_leaks.h"

struct jp_funnel {
    uint32_t key; /* string id in the sites' keys; 0: there is none */
    double share; /* of the proven growth that comes through it */
};

/* Of sites that grow for sure, and go on. At least 98 % must come through the funnel. */
struct jp_funnel jp_funnel_of(const struct jp_leaks *leaks, const struct jp_sites *sites,
                              const struct jp_series *series);

#endif
