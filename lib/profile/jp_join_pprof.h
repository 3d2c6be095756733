/* SPDX-License-Identifier: BSD-2-Clause */
/* Profiles in pprof's format into the model. */
#ifndef JP_JOIN_PPROF_H
#define JP_JOIN_PPROF_H

#include "jp_join.h"
#include "jp_pprof.h"

/*
 * Add PPROF to one side of PROFILE. Its values are taken as they are; every sample counts for the
 * process, and one with a thread for that too. Names come from the profile. What goes into PROFILE
 * has the order of the samples, each from its outermost frame on, as with jp_join. FINDER, which
 * may be NULL, is asked for the files of locations that have none.
 */
void jp_join_pprof(struct jp_profile *profile, const struct jp_pprof *pprof, enum jp_side side,
                   struct jp_finder *finder);

/* The same, and fill MAP, which the caller releases; its stacks are those of the samples. */
void jp_join_pprof_mapped(struct jp_profile *profile, const struct jp_pprof *pprof,
                          enum jp_side side, struct jp_finder *finder, struct jp_join_map *map);

/* The four values of a sample. */
struct jp_values jp_join_pprof_values(const struct jp_pprof_sample *sample);

#endif
