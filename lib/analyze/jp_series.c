/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_series.h"

#include "jp_origin.h"

#include <math.h>

void jp_series_release(struct jp_series *series)
{
    jp_vec_release(&series->dumps);
    jp_vec_release(&series->points);
}

static bool is_empty(const struct jp_values *values)
{
    for (size_t metric = 0; metric < JP_METRIC_COUNT; metric++)
        if (values->of[metric] != 0)
            return false;
    return true;
}

static double period_of(const struct jp_source *source)
{
    const double period = (double)source->period_bytes;

    return source->correction == JP_CORRECTION_NONE || period <= 1 ? 0 : period;
}

void jp_series_take(struct jp_series *series, struct jp_profile *profile)
{
    struct jp_series_dump dump = {.source = (uint32_t)profile->sources.count - 1,
                                  .first = series->points.count};

    dump.period_bytes = period_of(&profile->sources.data[dump.source]);
    series->has_mixed_periods |= series->dumps.count && dump.period_bytes != series->period_bytes;
    series->period_bytes = fmax(series->period_bytes, dump.period_bytes);
    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&profile->samples, i);
        if (!is_empty(&sample.main))
            jp_vec_push(&series->points,
                        (struct jp_series_point){(uint32_t)i, sample.main, sample.main_variance,
                                                 sample.main_count});
    }
    jp_samples_clear(&profile->samples);
    dump.count = series->points.count - dump.first;
    jp_vec_push(&series->dumps, dump);
}

bool jp_series_next(const struct jp_series *series, size_t before, size_t after,
                    struct jp_series_cursor *at, struct jp_series_pair *pair)
{
    const struct jp_series_dump *const a = &series->dumps.data[before];
    const struct jp_series_dump *const b = &series->dumps.data[after];
    const struct jp_series_point *const x =
        at->before < a->count ? &series->points.data[a->first + at->before] : NULL;
    const struct jp_series_point *const y =
        at->after < b->count ? &series->points.data[b->first + at->after] : NULL;

    const uint32_t x_sample = x ? x->sample : UINT32_MAX;
    const uint32_t y_sample = y ? y->sample : UINT32_MAX;
    if (!x && !y)
        return false;
    const bool has_x = x_sample <= y_sample;
    const bool has_y = y_sample <= x_sample;
    *pair =
        (struct jp_series_pair){has_x ? x : NULL, has_y ? y : NULL, has_x ? x_sample : y_sample};
    at->before += has_x;
    at->after += has_y;
    return true;
}

/* Counters of allocations never go down within a process; halves allow for rounded numbers. */
static bool has_grown_only(const struct jp_series *series, size_t before, size_t after)
{
    struct jp_series_cursor at = {0, 0};
    struct jp_series_pair pair;
    bool has_accum = false;

    while (jp_series_next(series, before, after, &at, &pair)) {
        const double earlier = pair.before ? pair.before->values.of[JP_ALLOC_OBJECTS] : 0;
        const double later = pair.after ? pair.after->values.of[JP_ALLOC_OBJECTS] : 0;
        has_accum |= earlier > 0;
        if (later < 0.5 * earlier)
            return false;
    }
    return has_accum;
}

static bool is_same_process(const struct jp_series *series, const struct jp_profile *profile,
                            size_t index)
{
    const uint32_t before = series->dumps.data[index - 1].source;
    const uint32_t after = series->dumps.data[index].source;
    const struct jp_origin origin =
        jp_origin_of(jp_intern_span(&profile->strings, profile->sources.data[after].path));

    return jp_origin_is_same(profile, before, after) &&
           (!origin.is_guess || has_grown_only(series, index - 1, index));
}

void jp_series_finish(struct jp_series *series, struct jp_profile *profile)
{
    for (size_t i = 0; i < series->points.count; i++) {
        const struct jp_series_point *const point = &series->points.data[i];
        jp_samples_add(&profile->samples, point->sample, JP_SIDE_MAIN, &point->values, 0, 0);
    }
    for (size_t i = 1; i < series->dumps.count; i++) {
        struct jp_series_dump *const dump = &series->dumps.data[i];
        dump->is_resampled = dump->period_bytes != series->dumps.data[i - 1].period_bytes;
        dump->is_restart = dump->is_resampled ||
                           (!profile->is_one_process && !is_same_process(series, profile, i));
    }
}
