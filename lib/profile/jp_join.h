/* SPDX-License-Identifier: BSD-2-Clause */
/* Dumps into the model: addresses become locations, records are corrected and added. */
#ifndef JP_JOIN_H
#define JP_JOIN_H

#include "jp_profile.h"

/*
 * Add DUMP to one side of PROFILE. Each dump is read with its own mappings. FINDER may be NULL: no
 * module then has a binary. Says in DIAGS what is doubtful: header totals that differ from the sum
 * of the records by more than 0.1 %, a cut dump, stacks without frames, records with impossible
 * counters, thread rows without a process row (their sum is used then).
 */
void jp_join(struct jp_profile *profile, const struct jp_dump *dump, enum jp_side side,
             struct jp_finder *finder, struct jp_diags *diags);

/*
 * To be called after the last jp_join: warns when dumps of one process were added up (their file
 * names show it), and says what share of the base's bytes lies in modules of another build.
 */
void jp_join_check(const struct jp_profile *profile, struct jp_diags *diags);

#endif
