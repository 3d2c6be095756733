/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The values of a profile: per stack and thread, what the dumps and what the dumps of --base say.
 *
 * Kept by columns, and a column that is zero everywhere takes no memory: most profiles have no
 * base, and many were taken without counters of allocations.
 */
#ifndef JP_SAMPLES_H
#define JP_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

enum jp_metric {
    JP_INUSE_BYTES, /* the default */
    JP_INUSE_OBJECTS,
    JP_ALLOC_BYTES,
    JP_ALLOC_OBJECTS,
    JP_METRIC_COUNT,
};

/* Estimates for the whole population, not sampled counts; indexed by enum jp_metric. */
struct jp_values {
    double of[JP_METRIC_COUNT];
};

enum jp_side { JP_SIDE_MAIN, JP_SIDE_BASE };

struct jp_sample_key {
    uint32_t stack;
    uint32_t thread;
};

/*
 * One per (stack, thread). "t*" rows have thread JP_PROCESS; thread rows are a second account of
 * the same memory, never added to them.
 */
struct jp_sample {
    uint32_t stack;
    uint32_t thread;
    struct jp_values main; /* sum of the dumps */
    struct jp_values base; /* sum of the --base dumps */
    double main_variance;  /* of main.of[JP_INUSE_BYTES], bytes^2 */
    double base_variance;
    double main_count; /* live objects as printed: the effective number of samples */
    double base_count;
};

/* Per side: the metrics, and behind them these. */
enum {
    JP_COLUMN_VARIANCE = JP_METRIC_COUNT,
    JP_COLUMN_COUNT,
    JP_SIDE_COLUMNS,
    JP_SAMPLE_COLUMNS = 2 * JP_SIDE_COLUMNS,
};

/* Zeroed: empty and usable. */
struct jp_samples {
    size_t count;
    size_t capacity;
    struct jp_sample_key *keys;
    double *columns[JP_SAMPLE_COLUMNS]; /* those of JP_SIDE_MAIN first; NULL: zeros */
};

/* A sample without values behind the others; returns its index. */
uint32_t jp_samples_push(struct jp_samples *samples, struct jp_sample_key key);

/* Add to one side of sample INDEX. */
void jp_samples_add(struct jp_samples *samples, size_t index, enum jp_side side,
                    const struct jp_values *values, double variance, double count);

/* Add one side of sample FROM to that of sample TO; FROM then has none of it. */
void jp_samples_move(struct jp_samples *samples, enum jp_side side, size_t from, size_t to);

/* Make all values 0. */
void jp_samples_clear(struct jp_samples *samples);
void jp_samples_release(struct jp_samples *samples);

static inline double jp_samples_cell(const struct jp_samples *samples, size_t index,
                                     enum jp_side side, unsigned column)
{
    const double *const cells = samples->columns[(unsigned)side * JP_SIDE_COLUMNS + column];

    return cells ? cells[index] : 0;
}

static inline struct jp_values jp_samples_values(const struct jp_samples *samples, size_t index,
                                                 enum jp_side side)
{
    struct jp_values values;

    for (unsigned metric = 0; metric < JP_METRIC_COUNT; metric++)
        values.of[metric] = jp_samples_cell(samples, index, side, metric);
    return values;
}

static inline struct jp_sample jp_samples_at(const struct jp_samples *samples, size_t index)
{
    return (struct jp_sample){
        .stack = samples->keys[index].stack,
        .thread = samples->keys[index].thread,
        .main = jp_samples_values(samples, index, JP_SIDE_MAIN),
        .base = jp_samples_values(samples, index, JP_SIDE_BASE),
        .main_variance = jp_samples_cell(samples, index, JP_SIDE_MAIN, JP_COLUMN_VARIANCE),
        .base_variance = jp_samples_cell(samples, index, JP_SIDE_BASE, JP_COLUMN_VARIANCE),
        .main_count = jp_samples_cell(samples, index, JP_SIDE_MAIN, JP_COLUMN_COUNT),
        .base_count = jp_samples_cell(samples, index, JP_SIDE_BASE, JP_COLUMN_COUNT),
    };
}

#endif
