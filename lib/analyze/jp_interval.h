/* SPDX-License-Identifier: BSD-2-Clause */
/* How sure an estimate is: 95 % intervals for what was sampled (doc/sampling.md). */
#ifndef JP_INTERVAL_H
#define JP_INTERVAL_H

/* An estimate with what it stands on. All three add up over samples. */
struct jp_measure {
    double value;    /* bytes or objects */
    double variance; /* in the unit squared */
    double count;    /* recorded objects */
};

struct jp_interval {
    double low;
    double high;
};

/*
 * 95 % interval of what was estimated from recorded objects: the exact limits of a Poisson count up
 * to five of them, square-root limits above, both drawn in by the share of the population that was
 * not recorded. UNSEEN is the upper limit where nothing was recorded at all (jp_interval_unseen).
 */
struct jp_interval jp_interval_of(struct jp_measure measure, double unseen);

/* The same for the difference of two estimates: value +- 1.96 standard deviations. */
struct jp_interval jp_interval_of_difference(struct jp_measure measure);

/* Memory of which, with 95 % probability, something is recorded: 3 sample periods. */
double jp_interval_unseen(double period_bytes);

#endif
