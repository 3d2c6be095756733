/* SPDX-License-Identifier: BSD-2-Clause */
/* Correction of printed counters for sampling; formulas and sources: doc/sampling.md. */
#ifndef JP_UNBIAS_H
#define JP_UNBIAS_H

#include "jp_profile.h"

struct jp_estimate {
    struct jp_values values;
    double variance; /* of the live bytes, bytes^2 */
};

/* One record's estimate. Counters without objects, or without bytes, are kept as they are. */
struct jp_estimate jp_unbias(struct jp_counters counters, enum jp_correction correction,
                             uint64_t period_bytes);

#endif
