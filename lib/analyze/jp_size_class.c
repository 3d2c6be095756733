/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_size_class.h"

#include <math.h>

static const double TINY = 8;
static const double QUANTUM = 16;
static const double LAST_OF_QUANTA = 128; /* up to here classes are a quantum apart */
static const double LARGEST_SMALL = 14336;

double jp_size_class_of(double bytes)
{
    int exponent;

    if (bytes <= TINY)
        return TINY;
    if (bytes <= LAST_OF_QUANTA)
        return ceil(bytes / QUANTUM) * QUANTUM;
    /* bytes = fraction * 2^exponent with a fraction in [1/2, 1): the doubling below is 2^exponent.
     */
    const double fraction = frexp(bytes, &exponent);
    const double doubling = ldexp(1, fraction == 0.5 ? exponent - 2 : exponent - 1);
    const double step = doubling / 4;
    return ceil(bytes / step) * step;
}

bool jp_size_class_is_small(double class_bytes)
{
    return class_bytes <= LARGEST_SMALL;
}
