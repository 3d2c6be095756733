/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_raw_rows.h"

#include "jp_unbias.h"

#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    const struct jp_raw_row *const a = left;
    const struct jp_raw_row *const b = right;

    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return (a->thread > b->thread) - (a->thread < b->thread);
}

static struct jp_values difference(const struct jp_sample *sample, bool drop_negative,
                                   bool *is_negative)
{
    struct jp_values values;

    *is_negative = false;
    for (size_t metric = 0; metric < JP_METRIC_COUNT; metric++) {
        const double value = sample->main.of[metric] - sample->base.of[metric];
        *is_negative |= value < 0 && !drop_negative;
        values.of[metric] = value < 0 ? 0 : value;
    }
    return values;
}

static void take_samples(struct jp_raw_rows *rows, const struct jp_view *view, uint32_t thread,
                         bool drop_negative)
{
    const struct jp_profile *const profile = view->profile;
    uint32_t *const orders = jp_mem_zeroed(profile->stacks.count, sizeof *orders);
    uint32_t order_count = 0;

    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&profile->samples, i);
        const uint32_t node = jp_view_of_stack(view, sample.stack);
        bool is_negative;
        if (node == JP_NO_NODE || (thread != JP_NO_THREAD && sample.thread != thread))
            continue;
        /* jeprof takes no stack without addresses and gives its rows to the one in front. */
        if (node && !orders[sample.stack])
            orders[sample.stack] = ++order_count;
        const struct jp_raw_row row = {
            .node = node,
            .thread = sample.thread,
            .order = orders[sample.stack],
            .values = difference(&sample, drop_negative, &is_negative),
        };
        rows->negative_count += is_negative;
        jp_vec_push(&rows->list, row);
    }
    free(orders);
}

/* The period that all dumps were sampled with, or 0. */
static uint64_t common_period(const struct jp_profile *profile)
{
    const uint64_t period_bytes = profile->sources.data[0].period_bytes;

    for (size_t i = 0; i < profile->sources.count; i++) {
        const struct jp_source *const source = &profile->sources.data[i];
        if (source->side != JP_SIDE_MAIN || source->correction != JP_CORRECTION_POISSON ||
            source->period_bytes != period_bytes)
            return 0;
    }
    return period_bytes;
}

static bool are_counters(const struct jp_raw_rows *rows, uint64_t period_bytes)
{
    struct jp_counters counters;

    for (size_t i = 0; i < rows->list.count; i++)
        if (!jp_unbias_invert(&counters, &rows->list.data[i].values, period_bytes))
            return false;
    return true;
}

/* What a reader makes of the row. */
static void add_written(struct jp_values *sum, const struct jp_raw_rows *rows,
                        const struct jp_raw_row *row)
{
    struct jp_counters counters;

    jp_unbias_invert(&counters, &row->values, rows->period_bytes);
    const struct jp_estimate estimate =
        jp_unbias(counters, JP_CORRECTION_POISSON, rows->period_bytes);
    jp_values_add(sum, &estimate.values);
}

void jp_raw_rows_init(struct jp_raw_rows *rows, const struct jp_view *view, uint32_t thread,
                      bool drop_negative)
{
    const struct jp_profile *const profile = view->profile;

    *rows = (struct jp_raw_rows){.list = {0}};
    take_samples(rows, view, thread, drop_negative);
    if (rows->list.count)
        qsort(rows->list.data, rows->list.count, sizeof *rows->list.data, compare);
    rows->is_whole = profile->sources.count == 1 && rows->list.count == profile->samples.count;
    const uint64_t period_bytes = common_period(profile);
    if (are_counters(rows, period_bytes))
        rows->period_bytes = period_bytes;
    rows->sums = jp_mem_zeroed(profile->threads.count, sizeof *rows->sums);
    for (size_t i = 0; i < rows->list.count; i++)
        add_written(&rows->sums[rows->list.data[i].thread], rows, &rows->list.data[i]);
}

void jp_raw_rows_release(struct jp_raw_rows *rows)
{
    jp_vec_release(&rows->list);
    free(rows->sums);
}
