/* SPDX-License-Identifier: BSD-2-Clause */
/* Profiles in pprof's format into the model. */
#ifndef JP_JOIN_PPROF_H
#define JP_JOIN_PPROF_H

#include "jp_pprof.h"
#include "jp_profile.h"

/*
 * Add PPROF to one side of PROFILE. Its values are taken as they are; every sample counts for the
 * process, and one with a thread for that too. Names come from the profile. FINDER, which may be
 * NULL, is asked for the files of locations that have none.
 */
void jp_join_pprof(struct jp_profile *profile, const struct jp_pprof *pprof, enum jp_side side,
                   struct jp_finder *finder);

#endif
