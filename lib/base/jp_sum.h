/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sums of doubles that do not depend on the order of addition in any digit that is shown: the
 * rounding error of each step is kept beside the sum (Knuth's two-sum) and added at the end. What
 * cancels out on paper (a dump minus itself) cancels out here as well.
 */
#ifndef JP_SUM_H
#define JP_SUM_H

struct jp_sum {
    double high;
    double low;
};

static inline void jp_sum_add(struct jp_sum *sum, double value)
{
    const double total = sum->high + value;
    const double part = total - sum->high;

    sum->low += (sum->high - (total - part)) + (value - part);
    sum->high = total;
}

static inline void jp_sum_join(struct jp_sum *sum, struct jp_sum other)
{
    jp_sum_add(sum, other.high);
    sum->low += other.low;
}

static inline double jp_sum_value(struct jp_sum sum)
{
    return sum.high + sum.low;
}

#endif
