/* SPDX-License-Identifier: BSD-2-Clause */
/* Correction of printed counters for sampling; formulas and sources: doc/sampling.md. */
#ifndef JP_UNBIAS_H
#define JP_UNBIAS_H

#include "jp_profile.h"

/*
 * The factor by which a record of COUNT objects and BYTES bytes is multiplied. 1 when there is
 * nothing to correct: no objects, no bytes, or PERIOD_BYTES 0 or 1 (every allocation was recorded).
 */
double jp_unbias_factor(double count, double bytes, enum jp_correction correction,
                        double period_bytes);

struct jp_estimate {
    struct jp_values values;
    double variance; /* of the live bytes, bytes^2 */
};

/* What a record counted and the factors that correct it: all that an estimate is made of. */
struct jp_corrected {
    double count;
    double bytes;
    double factor;
    double alloc_count;
    double alloc_bytes;
    double alloc_factor;
};

struct jp_corrected jp_unbias_factors(struct jp_counters counters, enum jp_correction correction,
                                      uint64_t period_bytes);
struct jp_estimate jp_unbias_estimate(const struct jp_corrected *record);

/* One record's estimate. Counters without objects, or without bytes, are kept as they are. */
struct jp_estimate jp_unbias(struct jp_counters counters, enum jp_correction correction,
                             uint64_t period_bytes);

/*
 * The way back, as jemalloc goes it before it prints a row (src/prof_data.c, prof_do_unbias): the
 * COUNTERS of a heap_v2 dump with PERIOD_BYTES of which jp_unbias makes ESTIMATE, which is not
 * negative, or the nearest. False: they are no whole numbers, so that something is lost.
 */
bool jp_unbias_invert(struct jp_counters *counters, const struct jp_values *estimate,
                      uint64_t period_bytes);

#endif
