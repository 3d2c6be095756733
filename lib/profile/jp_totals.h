/* SPDX-License-Identifier: BSD-2-Clause */
/* The totals of a dump's header against what its records add up to: doc/sampling.md, "self-check".
 */
#ifndef JP_TOTALS_H
#define JP_TOTALS_H

#include "jp_dump.h"
#include "jp_profile.h"

/* Of the records of the process. */
struct jp_totals {
    struct jp_values sum;            /* corrected; with threads that stand for the process */
    double printed[JP_METRIC_COUNT]; /* of the rows of the process, as printed */
    uint64_t record_count;           /* rows of the process */
    uint64_t huge_count;             /* rows with counters that no process can reach */
};

/* Count one row of the process; its estimate is added to the sum by the caller. */
void jp_totals_add(struct jp_totals *totals, const struct jp_counters *counters);

/* Are the counters of any row so large that they are negative or damaged numbers? */
bool jp_totals_is_huge(const struct jp_counters *counters);

/* Warn when the header says something else, or counters are huge. False: one of these. */
bool jp_totals_tell(const struct jp_dump *dump, const struct jp_totals *totals,
                    struct jp_diags *diags);

/*
 * May DUMP be joined? As jp_dump_check, and with IS_STRICT its records must agree with its header
 * and have no huge counters. What is wrong is told in DIAGS.
 */
JP_MUST_CHECK bool jp_totals_check(const struct jp_dump *dump, bool is_strict,
                                   struct jp_diags *diags, struct jp_error *error);

#endif
