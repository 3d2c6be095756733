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
    case JP_CORRECTION_NONE:
        break;
    }
    return 1;
}

struct jp_estimate jp_unbias(struct jp_counters counters, enum jp_correction correction,
                             uint64_t period_bytes)
{
    const double period = (double)period_bytes;
    const double count = (double)counters.objects;
    const double bytes = (double)counters.bytes;
    const double alloc_count = (double)counters.alloc_objects;
    const double alloc_bytes = (double)counters.alloc_bytes;
    const double k = jp_unbias_factor(count, bytes, correction, period);
    const double alloc_k = jp_unbias_factor(alloc_count, alloc_bytes, correction, period);

    return (struct jp_estimate){
        .values.of = {[JP_INUSE_BYTES] = bytes * k,
                      [JP_INUSE_OBJECTS] = count * k,
                      [JP_ALLOC_BYTES] = alloc_bytes * alloc_k,
                      [JP_ALLOC_OBJECTS] = alloc_count * alloc_k},
        .variance = count > 0 ? bytes * bytes * k * (k - 1) / count : 0,
    };
}
