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

/* The distance to the next smaller class. */
static double step_below(double class_bytes)
{
    int exponent;

    if (class_bytes <= QUANTUM)
        return class_bytes - TINY;
    if (class_bytes <= LAST_OF_QUANTA)
        return QUANTUM;
    if (frexp(class_bytes, &exponent) == 0.5)
        return class_bytes / 8;
    return ldexp(1, exponent - 1) / 4;
}

double jp_size_class_near(double bytes)
{
    const double above = jp_size_class_of(bytes);
    const double below = above - step_below(above);

    return bytes * bytes < below * above ? below : above;
}

bool jp_size_class_is_small(double class_bytes)
{
    return class_bytes <= LARGEST_SMALL;
}
