/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_unbias.h"

#include <float.h>
#include <math.h>

double jp_unbias_factor(double count, double bytes, enum jp_correction correction,
                        double period_bytes)
{
    if (!(count > 0) || !(bytes > 0) || !(period_bytes > 1))
        return 1;
    const double ratio = bytes / count / period_bytes;
    switch (correction) {
    case JP_CORRECTION_POISSON:
        /* expm1 keeps the digits that 1 - exp(-x) loses when objects are small: see sampling.md. */
        return 1 / -expm1(-ratio);
    case JP_CORRECTION_RATIO:
        return ratio < 1 ? 1 / ratio : 1;
    case JP_CORRECTION_DONE:
    case JP_CORRECTION_NONE:
        break;
    }
    return 1;
}

struct jp_corrected jp_unbias_factors(struct jp_counters counters, enum jp_correction correction,
                                      uint64_t period_bytes)
{
    struct jp_corrected record = {
        .count = (double)counters.objects,
        .bytes = (double)counters.bytes,
        .alloc_count = (double)counters.alloc_objects,
        .alloc_bytes = (double)counters.alloc_bytes,
    };

    record.factor = jp_unbias_factor(record.count, record.bytes, correction, (double)period_bytes);
    record.alloc_factor =
        jp_unbias_factor(record.alloc_count, record.alloc_bytes, correction, (double)period_bytes);
    return record;
}

struct jp_estimate jp_unbias_estimate(const struct jp_corrected *record)
{
    const double bytes = record->bytes;
    const double k = record->factor;

    return (struct jp_estimate){
        .values.of = {[JP_INUSE_BYTES] = bytes * k,
                      [JP_INUSE_OBJECTS] = record->count * k,
                      [JP_ALLOC_BYTES] = record->alloc_bytes * record->alloc_factor,
                      [JP_ALLOC_OBJECTS] = record->alloc_count * record->alloc_factor},
        .variance = record->count > 0 ? bytes * bytes * k * (k - 1) / record->count : 0,
    };
}

static uint64_t nearest(double value, bool *is_whole)
{
    static const double limit = 18446744073709551615.0;
    /* What the way there and back costs a double, and a little more. */
    static const double relative = 16 * DBL_EPSILON;

    *is_whole &= fabs(value - nearbyint(value)) <= 1e-6 + relative * value;
    return value < limit ? (uint64_t)nearbyint(value) : UINT64_MAX;
}

/* count * k and bytes * k have the same ratio as count and bytes, and k depends on that only. */
static double inverse_factor(double count, double bytes, uint64_t period_bytes)
{
    return 1 / jp_unbias_factor(count, bytes, JP_CORRECTION_POISSON, (double)period_bytes);
}

bool jp_unbias_invert(struct jp_counters *counters, const struct jp_values *estimate,
                      uint64_t period_bytes)
{
    const double *const of = estimate->of;
    const double live = inverse_factor(of[JP_INUSE_OBJECTS], of[JP_INUSE_BYTES], period_bytes);
    const double all = inverse_factor(of[JP_ALLOC_OBJECTS], of[JP_ALLOC_BYTES], period_bytes);
    bool is_whole = true;

    *counters = (struct jp_counters){
        .objects = nearest(of[JP_INUSE_OBJECTS] * live, &is_whole),
        .bytes = nearest(of[JP_INUSE_BYTES] * live, &is_whole),
        .alloc_objects = nearest(of[JP_ALLOC_OBJECTS] * all, &is_whole),
        .alloc_bytes = nearest(of[JP_ALLOC_BYTES] * all, &is_whole),
    };
    return is_whole;
}

struct jp_estimate jp_unbias(struct jp_counters counters, enum jp_correction correction,
                             uint64_t period_bytes)
{
    const struct jp_corrected record = jp_unbias_factors(counters, correction, period_bytes);

    return jp_unbias_estimate(&record);
}
