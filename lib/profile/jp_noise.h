/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sampling noise behind a sample: the variance of each of its values, and the number of
 * recorded objects that they stand on. Formulas and sources: doc/sampling.md.
 */
#ifndef JP_NOISE_H
#define JP_NOISE_H

#include "jp_profile.h"

/* What a whole profile says about the noise of its samples. */
struct jp_noise {
    double period_bytes; /* the largest of the dumps; 0: everything was recorded */
    /*
     * One dump on each side, both of one process: what survived from one to the other was recorded
     * in both or in none, and cancels out.
     */
    bool is_one_process;
    bool has_mixed_periods;
};

struct jp_noise jp_noise_of(const struct jp_profile *profile);

/*
 * Variance of main - base in METRIC, in the metric's unit squared. Across processes the variances
 * of both sides add up. Within one process it is an upper bound: objects that may differ are those
 * born or died in between (known with prof_accum), and never more than those of both dumps.
 */
double jp_noise_variance(const struct jp_noise *noise, const struct jp_sample *sample,
                         enum jp_metric metric);

/* Recorded objects behind METRIC, both sides together. */
double jp_noise_count(const struct jp_noise *noise, const struct jp_sample *sample,
                      enum jp_metric metric);

/*
 * Recorded objects behind an estimate of OBJECTS with BYTES in all: what the correction for
 * sampling is undone by. OBJECTS when PERIOD_BYTES is 0 or 1.
 */
double jp_noise_recorded(double objects, double bytes, double period_bytes);

/* How many of the recorded objects may be in only one of two dumps of one process; see above. */
struct jp_turnover {
    double before; /* recorded live objects */
    double after;
    double allocated_before; /* recorded objects since the start; both 0: not known */
    double allocated_after;
};

double jp_noise_turnover(const struct jp_turnover *turnover);

#endif
