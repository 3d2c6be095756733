/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_whole.h"

#include <math.h>

double jp_whole_rounding(uint64_t period_bytes, uint64_t record_count)
{
    return 4 * (double)period_bytes * sqrt(((double)record_count + 1) / 12);
}

bool jp_whole_is(const struct jp_source *source)
{
    const double header = source->header.of[JP_INUSE_BYTES];

    return (!source->is_cut && !source->has_exact_header) ||
           header - source->sum.of[JP_INUSE_BYTES] <=
               0.001 * header + jp_whole_rounding(source->period_bytes, source->record_count);
}

bool jp_whole_are_all(const struct jp_profile *profile)
{
    for (size_t i = 0; i < profile->sources.count; i++)
        if (!jp_whole_is(&profile->sources.data[i]))
            return false;
    return true;
}
