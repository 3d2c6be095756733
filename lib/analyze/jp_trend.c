/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_trend.h"

#include "jp_mem.h"
#include "jp_tail.h"

#include <math.h>
#include <stdlib.h>

static void swap(double *a, double *b)
{
    const double kept = *a;

    *a = *b;
    *b = kept;
}

/* Put the element that belongs at RANK there, smaller ones in front (Hoare's selection). */
static double select_rank(double *values, size_t count, size_t rank)
{
    size_t low = 0;
    size_t high = count - 1;

    while (low < high) {
        const double pivot = values[low + (high - low) / 2];
        size_t i = low;
        size_t j = high;
        for (;;) {
            while (values[i] < pivot)
                i++;
            while (pivot < values[j])
                j--;
            if (i >= j)
                break;
            swap(&values[i++], &values[j--]);
        }
        if (rank <= j)
            high = j;
        else
            low = j + 1;
    }
    return values[rank];
}

static double median_of(double *values, size_t count)
{
    const double upper = select_rank(values, count, count / 2);

    if (count % 2)
        return upper;
    /* What lies in front of the upper middle is not larger: the lower one is its maximum. */
    double lower = values[0];
    for (size_t i = 1; i < count / 2; i++)
        lower = fmax(lower, values[i]);
    return (lower + upper) / 2;
}

/* Theil (1950) and Sen (1968). Dumps at the same place of the axis have no slope between them. */
static double slope_of(const double *values, const double *axis, size_t count)
{
    double *const slopes = jp_mem_resize(NULL, count * (count - 1) / 2, sizeof *slopes);
    size_t used = 0;

    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            if (axis[j] > axis[i])
                slopes[used++] = (values[j] - values[i]) / (axis[j] - axis[i]);
    const double slope = used ? median_of(slopes, used) : 0;
    free(slopes);
    return slope;
}

static double tau_of(const double *values, size_t count)
{
    double score = 0;

    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            score += (values[j] > values[i]) - (values[j] < values[i]);
    return score / ((double)count * (double)(count - 1) / 2);
}

static double z_of(double change, double variance)
{
    if (variance > 0)
        return change / sqrt(variance);
    return change == 0 ? 0 : copysign(INFINITY, change);
}

struct jp_trend jp_trend_of(const struct jp_track *track, const double *axis, size_t count,
                            double period_bytes)
{
    struct jp_trend trend = {.first = track->value[0], .last = track->value[count - 1]};

    for (size_t i = 0; i < count; i++)
        trend.peak = fmax(trend.peak, track->value[i]);
    trend.change = trend.last - trend.first;
    trend.z = z_of(trend.change, track->ends_variance);
    trend.p = jp_tail_growth(trend.change, track->ends_variance, period_bytes);
    trend.rate = slope_of(track->value, axis, count);
    trend.tau = tau_of(track->value, count);
    return trend;
}
