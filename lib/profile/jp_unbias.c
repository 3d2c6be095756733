/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_unbias.h"

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

struct jp_estimate jp_unbias(struct jp_counters counters, enum jp_correction correction,
                             uint64_t period_bytes)
{
    const struct jp_corrected record = jp_unbias_factors(counters, correction, period_bytes);

    return jp_unbias_estimate(&record);
}
