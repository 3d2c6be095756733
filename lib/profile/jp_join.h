/* SPDX-License-Identifier: BSD-2-Clause */
/* Dumps into the model: addresses become locations, records are corrected and added. */
#ifndef JP_JOIN_H
#define JP_JOIN_H

#include "jp_profile.h"
#include "jp_unbias.h"

/*
 * Add DUMP to one side of PROFILE. Each dump is read with its own mappings. FINDER may be NULL: no
 * module then has a binary. Says in DIAGS what is doubtful: header totals that differ from the sum
 * of the records by more than 0.1 %, a cut dump, stacks without frames, records with impossible
 * counters, thread rows without a process row (their sum is used then).
 *
 * What is in the profile of DUMP's stacks and records goes on the way, so that a large dump never
 * is in memory twice; they are empty then.
 */
void jp_join(struct jp_profile *profile, struct jp_dump *dump, enum jp_side side,
             struct jp_finder *finder, struct jp_diags *diags);

struct jp_join_address {
    uint64_t address;
    uint32_t location;
};

/* Where the parts of a dump went in the profile. */
struct jp_join_map {
    JP_VEC(uint32_t) stacks;  /* by stack of the dump: the profile's */
    JP_VEC(bool) has_process; /* by stack of the dump: it has a record of the process */
    JP_VEC(struct jp_join_address) addresses; /* each one once, in order of their first use */
    JP_VEC(uint32_t)
    modules; /* by mapping: the profile's; JP_NO_MODULE: no address lies in its file */
};

/* The same, but DUMP stays as it is; and fill MAP, which the caller releases. */
void jp_join_mapped(struct jp_profile *profile, const struct jp_dump *dump, enum jp_side side,
                    struct jp_finder *finder, struct jp_join_map *map, struct jp_diags *diags);
void jp_join_map_release(struct jp_join_map *map);

/* Why records of SOURCE have no stack, as the warning about them says it. */
const char *jp_join_why_no_stack(const struct jp_source *source);
#define JP_JOIN_NOT_UNWOUND "the process's unwinder found no frame"

/*
 * Add one record's ESTIMATE of COUNT objects to the sample of (STACK, THREAD), on the side of
 * SOURCE, and to that source's sums.
 */
void jp_join_add(struct jp_profile *profile, uint32_t source, uint32_t stack, uint32_t thread,
                 const struct jp_estimate *estimate, double count);

/*
 * The same for values that are estimates already (JP_CORRECTION_DONE), of a profile that took one
 * sample per PERIOD_BYTES. What stands for noise is calculated back from them.
 */
void jp_join_done(struct jp_profile *profile, uint32_t source, uint32_t stack, uint32_t thread,
                  const struct jp_values *values, double period_bytes);

/*
 * To be called after the last jp_join: warns when dumps of one process were added up (their file
 * names show it), one file several times, or dumps of two programs.
 */
void jp_join_check(const struct jp_profile *profile, struct jp_diags *diags);

#endif
