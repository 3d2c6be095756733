/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_noise.h"

#include "jp_origin.h"

#include <math.h>

/* One side of a sample. */
struct side {
    const struct jp_values *values;
    double variance; /* of the live bytes */
    double count;
};

static struct side main_of(const struct jp_sample *sample)
{
    return (struct side){&sample->main, sample->main_variance, sample->main_count};
}

static struct side base_of(const struct jp_sample *sample)
{
    return (struct side){&sample->base, sample->base_variance, sample->base_count};
}

static bool is_live(enum jp_metric metric)
{
    return metric == JP_INUSE_BYTES || metric == JP_INUSE_OBJECTS;
}

static bool is_bytes(enum jp_metric metric)
{
    return metric == JP_INUSE_BYTES || metric == JP_ALLOC_BYTES;
}

/* The share of objects of a record that the sampler takes; 1 when there is nothing to tell. */
static double share_recorded(double objects, double bytes, double period_bytes)
{
    if (!(objects > 0) || !(bytes > 0) || !(period_bytes > 1))
        return 1;
    return -expm1(-(bytes / objects) / period_bytes);
}

double jp_noise_recorded(double objects, double bytes, double period_bytes)
{
    return objects * share_recorded(objects, bytes, period_bytes);
}

static double recorded(const struct side *side, bool live, double period_bytes)
{
    if (live)
        return side->count;
    return jp_noise_recorded(side->values->of[JP_ALLOC_OBJECTS], side->values->of[JP_ALLOC_BYTES],
                             period_bytes);
}

/*
 * With k = 1 / p, objects = n * k and bytes = s * k the variances of an estimate are
 * n * k * (k - 1) = objects * (k - 1) and s^2 * k * (k - 1) / n = bytes^2 * (k - 1) / objects.
 */
static double variance_of(const struct side *side, enum jp_metric metric, double period_bytes)
{
    if (metric == JP_INUSE_BYTES)
        return side->variance;
    const bool live = is_live(metric);
    const double objects = side->values->of[live ? JP_INUSE_OBJECTS : JP_ALLOC_OBJECTS];
    const double bytes = side->values->of[live ? JP_INUSE_BYTES : JP_ALLOC_BYTES];
    const double excess = 1 / share_recorded(objects, bytes, period_bytes) - 1;
    if (!(objects > 0))
        return 0;
    return is_bytes(metric) ? bytes * bytes * excess / objects : objects * excess;
}

double jp_noise_turnover(const struct jp_turnover *turnover)
{
    const double both = turnover->before + turnover->after;
    const double born = turnover->allocated_after - turnover->allocated_before;
    const double died = born - (turnover->after - turnover->before);

    /* Less than nothing was born or died, even with rounding: these counters tell nothing. */
    if (!(turnover->allocated_after > 0) || born < -1 || died < -1)
        return both;
    /* Rounded counters may lack what the live ones show. */
    const double moved =
        fmax(fmax(born, 0) + fmax(died, 0), fabs(turnover->after - turnover->before));
    return fmin(both, moved);
}

double jp_noise_variance(const struct jp_noise *noise, const struct jp_sample *sample,
                         enum jp_metric metric)
{
    const struct side main = main_of(sample);
    const struct side base = base_of(sample);
    const double period = noise->period_bytes;
    const double after = variance_of(&main, metric, period);
    const double before = variance_of(&base, metric, period);

    if (!noise->is_one_process)
        return before + after;
    if (!is_live(metric))
        return fmax(after - before, 0); /* what was allocated before is in both */
    const struct jp_turnover turnover = {
        .before = base.count,
        .after = main.count,
        .allocated_before = recorded(&base, false, period),
        .allocated_after = recorded(&main, false, period),
    };
    const double both = main.count + base.count;
    return both > 0 ? (before + after) * (jp_noise_turnover(&turnover) / both) : before + after;
}

double jp_noise_count(const struct jp_noise *noise, const struct jp_sample *sample,
                      enum jp_metric metric)
{
    const struct side main = main_of(sample);
    const struct side base = base_of(sample);
    const bool live = is_live(metric);

    return recorded(&main, live, noise->period_bytes) + recorded(&base, live, noise->period_bytes);
}

/* Counters of allocations never go down within a process. */
static bool has_grown_only(const struct jp_profile *profile)
{
    bool has_accum = false;

    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&profile->samples, i);
        has_accum |= sample.base.of[JP_ALLOC_BYTES] > 0;
        /* Printed numbers are rounded, one object at most. */
        if (sample.base.of[JP_ALLOC_OBJECTS] > 0 &&
            sample.main.of[JP_ALLOC_OBJECTS] < 0.5 * sample.base.of[JP_ALLOC_OBJECTS])
            return false;
    }
    return has_accum;
}

static bool is_one_process(const struct jp_profile *profile)
{
    const struct jp_source *const sources = profile->sources.data;

    /* Another period has other recorded objects: nothing cancels out. */
    if (profile->sources.count != 2 || sources[0].side == sources[1].side ||
        sources[0].period_bytes != sources[1].period_bytes)
        return false;
    if (profile->is_one_process)
        return true;
    if (!jp_origin_is_same(profile, 0, 1))
        return false;
    const struct jp_origin origin =
        jp_origin_of(jp_intern_span(&profile->strings, sources[0].path));
    return !origin.is_guess || has_grown_only(profile);
}

struct jp_noise jp_noise_of(const struct jp_profile *profile)
{
    struct jp_noise noise = {.is_one_process = is_one_process(profile)};

    for (size_t i = 0; i < profile->sources.count; i++) {
        const struct jp_source *const source = &profile->sources.data[i];
        const double period = (double)source->period_bytes;
        if (source->correction != JP_CORRECTION_NONE && period > 1)
            noise.period_bytes = fmax(noise.period_bytes, period);
        noise.has_mixed_periods |= source->period_bytes != profile->sources.data[0].period_bytes;
    }
    return noise;
}
