/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_samples.h"

#include "jp_mem.h"

#include <stdlib.h>
#include <string.h>

/* All arrays have elements of one size, so that they have one capacity. */
_Static_assert(sizeof(struct jp_sample_key) == sizeof(double), "a key is as large as a value");

static void *grow_array(const struct jp_samples *samples, void *array, size_t *capacity)
{
    *capacity = samples->capacity;
    return jp_mem_grow(array, capacity, samples->count + 1, sizeof(double));
}

static void grow(struct jp_samples *samples)
{
    size_t capacity;

    for (size_t i = 0; i < JP_SAMPLE_COLUMNS; i++)
        if (samples->columns[i])
            samples->columns[i] = grow_array(samples, samples->columns[i], &capacity);
    samples->keys = grow_array(samples, samples->keys, &capacity);
    samples->capacity = capacity;
}

uint32_t jp_samples_push(struct jp_samples *samples, struct jp_sample_key key)
{
    if (samples->count == samples->capacity)
        grow(samples);
    samples->keys[samples->count] = key;
    for (size_t i = 0; i < JP_SAMPLE_COLUMNS; i++)
        if (samples->columns[i])
            samples->columns[i][samples->count] = 0;
    return (uint32_t)samples->count++;
}

static void add(struct jp_samples *samples, size_t index, unsigned column, double value)
{
    double **const cells = &samples->columns[column];

    if (value == 0)
        return;
    if (!*cells) {
        size_t capacity = samples->capacity;
        *cells = jp_mem_grow(NULL, &capacity, capacity, sizeof **cells);
        memset(*cells, 0, samples->count * sizeof **cells);
    }
    (*cells)[index] += value;
}

void jp_samples_add(struct jp_samples *samples, size_t index, enum jp_side side,
                    const struct jp_values *values, double variance, double count)
{
    const unsigned first = (unsigned)side * JP_SIDE_COLUMNS;

    for (unsigned metric = 0; metric < JP_METRIC_COUNT; metric++)
        add(samples, index, first + metric, values->of[metric]);
    add(samples, index, first + JP_COLUMN_VARIANCE, variance);
    add(samples, index, first + JP_COLUMN_COUNT, count);
}

void jp_samples_move(struct jp_samples *samples, enum jp_side side, size_t from, size_t to)
{
    for (unsigned i = 0; i < JP_SIDE_COLUMNS; i++) {
        double *const cells = samples->columns[(unsigned)side * JP_SIDE_COLUMNS + i];
        if (!cells)
            continue;
        cells[to] += cells[from];
        cells[from] = 0;
    }
}

void jp_samples_clear(struct jp_samples *samples)
{
    for (size_t i = 0; i < JP_SAMPLE_COLUMNS; i++)
        if (samples->columns[i])
            memset(samples->columns[i], 0, samples->count * sizeof *samples->columns[i]);
}

void jp_samples_release(struct jp_samples *samples)
{
    for (size_t i = 0; i < JP_SAMPLE_COLUMNS; i++)
        free(samples->columns[i]);
    free(samples->keys);
    *samples = (struct jp_samples){0};
}
