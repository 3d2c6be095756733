/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_tail.h"

#include "jp_mem.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { FRACTION_STEPS = 500, MANY_TOSSES = 5000 };

double jp_tail_normal(double z)
{
    return 0.5 * erfc(z / sqrt(2));
}

/* Halving an interval: 60 steps give all digits, and nothing here is called often. */
double jp_tail_normal_quantile(double p)
{
    double low = 0;
    double high = 40;

    for (int step = 0; step < 60; step++) {
        const double middle = (low + high) / 2;
        if (jp_tail_normal(middle) > p)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* What the recurrence of Lentz's algorithm may not divide by. */
static double not_zero(double value)
{
    return fabs(value) < 1e-300 ? 1e-300 : value;
}

/*
 * The continued fraction of the incomplete beta function (DLMF 8.17.22) by the modified method of
 * Lentz. Converges fast for x < (a + 1) / (a + b + 2).
 */
static double beta_fraction(double a, double b, double x)
{
    double c = 1;
    double d = 1 / not_zero(1 - (a + b) * x / (a + 1));
    double value = d;

    for (int m = 1; m <= FRACTION_STEPS; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / not_zero(1 + even * d);
        c = not_zero(1 + even / c);
        value *= d * c;
        d = 1 / not_zero(1 + odd * d);
        c = not_zero(1 + odd / c);
        value *= d * c;
        if (fabs(d * c - 1) < 1e-14)
            break;
    }
    return value;
}

static double log_gamma(double value)
{
    int sign;

    return lgamma_r(value, &sign);
}

static double incomplete_beta(double a, double b, double x)
{
    const double front =
        exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log1p(-x));

    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double jp_tail_coin(double k, double n)
{
    if (k <= 0)
        return 1;
    /* Half a toss is the correction for continuity. */
    if (n > MANY_TOSSES)
        return jp_tail_normal((2 * k - 1 - n) / sqrt(n));
    return incomplete_beta(k, n - k + 1, 0.5);
}

double jp_tail_growth(double change, double variance, double period_bytes)
{
    /* All was recorded: what changed has changed. */
    if (!(period_bytes > 1) && variance == 0)
        return change > 0 ? 0 : 1;
    const double unit = period_bytes > 1 ? period_bytes : 1;
    const double tosses = variance / (unit * unit);
    const double grown = change / unit;

    if (grown <= tosses)
        return jp_tail_coin((tosses + grown) / 2, tosses);
    return exp2(-tosses) * exp(tosses - grown);
}

struct ranked {
    double p;
    size_t index;
};

static int compare(const void *left, const void *right)
{
    const struct ranked *const a = left;
    const struct ranked *const b = right;

    if (a->p != b->p)
        return a->p < b->p ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

void jp_tail_false_discovery(const double *p, double *adjusted, size_t count)
{
    struct ranked *const ranked = jp_mem_resize(NULL, count, sizeof *ranked);
    double smallest = 1;

    for (size_t i = 0; i < count; i++)
        ranked[i] = (struct ranked){p[i], i};
    if (count)
        qsort(ranked, count, sizeof *ranked, compare);
    for (size_t i = count; i-- > 0;) {
        smallest = fmin(smallest, ranked[i].p * (double)count / (double)(i + 1));
        adjusted[ranked[i].index] = smallest;
    }
    free(ranked);
}
