/* SPDX-License-Identifier: BSD-2-Clause */
/* How likely chance alone is: tails of distributions, and the test for growth made of them. */
#ifndef JP_TAIL_H
#define JP_TAIL_H

#include <stddef.h>

/* Probability that a standard normal variable is at least Z. */
double jp_tail_normal(double z);

/* The Z of which jp_tail_normal is P, for P in (0, 1/2]. */
double jp_tail_normal_quantile(double p);

/*
 * Probability that at least K of N tosses of a fair coin show heads; K and N need not be whole: the
 * regularized incomplete beta function I(1/2; K, N - K + 1). 1 for K <= 0; needs K <= N.
 */
double jp_tail_coin(double k, double n);

/*
 * Probability that sampling noise alone shows a change of at least CHANGE bytes, when nothing grew.
 * VARIANCE is that of the change, or an upper bound; doc/sampling.md has the argument.
 */
double jp_tail_growth(double change, double variance, double period_bytes);

/*
 * Benjamini and Hochberg: ADJUSTED[i] is the share of false discoveries to be expected among the
 * tests whose adjusted value is not larger. The arrays have COUNT elements and may be one.
 */
void jp_tail_false_discovery(const double *p, double *adjusted, size_t count);

#endif
