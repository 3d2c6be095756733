/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_interval.h"

#include <math.h>

/*
 * Limits of the mean of a Poisson distribution when N events were seen: the 2.5 % quantile of the
 * gamma distribution with shape N and the 97.5 % quantile with shape N + 1 (Garwood, 1936).
 */
static const struct jp_interval exact[] = {
    {0, 3.688879},        {0.025318, 5.571643}, {0.242209, 7.224688},
    {0.618672, 8.767273}, {1.089865, 10.24159}, {1.623486, 11.668332},
};

enum { LARGEST_EXACT = 5 };

static const double NORMAL_LIMIT = 1.959963984540054; /* 97.5 % quantile */
static const double ANSCOMBE = 0.375;                 /* makes the root's variance 1/4 */

/* Counts of sums over several dumps, or undone corrections, are not whole. */
static struct jp_interval exact_limits(double count)
{
    const int below = (int)count;
    const int above = below < LARGEST_EXACT ? below + 1 : below;
    const double part = count - below;

    return (struct jp_interval){
        exact[below].low + part * (exact[above].low - exact[below].low),
        exact[below].high + part * (exact[above].high - exact[below].high),
    };
}

static double square(double value)
{
    return value * value;
}

/*
 * W is what a recorded object stands for on average, and FRACTION the root of the share that was
 * not recorded; for one record this is sqrt(1 - p), for a sum the value with the same variance.
 */
struct jp_interval jp_interval_of(struct jp_measure measure, double unseen)
{
    const double n = measure.count;

    if (!(n > 0))
        return (struct jp_interval){measure.value, measure.value + unseen};
    const double w = measure.value / n;
    const double fraction = w > 0 ? sqrt(measure.variance / n) / w : 0;
    if (n <= LARGEST_EXACT) {
        const struct jp_interval limits = exact_limits(n);
        return (struct jp_interval){
            fmax(measure.value - (n - limits.low) * fraction * w, 0),
            measure.value + (limits.high - n) * fraction * w,
        };
    }
    const double root = sqrt(n + ANSCOMBE);
    const double reach = NORMAL_LIMIT / 2 * fraction;
    return (struct jp_interval){
        root > reach ? fmax((square(root - reach) - ANSCOMBE) * w, 0) : 0,
        (square(root + reach) - ANSCOMBE) * w,
    };
}

struct jp_interval jp_interval_of_difference(struct jp_measure measure)
{
    const double reach = NORMAL_LIMIT * sqrt(measure.variance);

    return (struct jp_interval){measure.value - reach, measure.value + reach};
}

double jp_interval_unseen(double period_bytes)
{
    return period_bytes > 1 ? 3 * period_bytes : 0;
}
