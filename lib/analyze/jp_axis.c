/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_axis.h"

#include "jp_dump_time.h"
#include "jp_origin.h"

#include <stdlib.h>

static const double HOUR_NS = 3.6e12;
static const double SECOND_NS = 1e9;

static bool time_of(const struct jp_profile *profile, const struct jp_source *source,
                    enum jp_axis_kind kind, int64_t *time_ns)
{
    if (kind == JP_AXIS_NAME)
        return jp_dump_time_of(jp_intern_span(&profile->strings, source->path), time_ns);
    *time_ns = source->mtime_ns;
    return source->mtime_ns != 0;
}

/* Fill AT with times of KIND; false when some dump has none, or they do not ascend. */
static bool fill_times(double *at, const struct jp_series *series, const struct jp_profile *profile,
                       enum jp_axis_kind kind)
{
    int64_t first = 0;
    int64_t before = 0;

    for (size_t i = 0; i < series->dumps.count; i++) {
        const struct jp_source *const source = &profile->sources.data[series->dumps.data[i].source];
        int64_t time_ns;
        if (!time_of(profile, source, kind, &time_ns) || (i > 0 && time_ns <= before))
            return false;
        if (i == 0)
            first = time_ns;
        before = time_ns;
        at[i] = (double)(time_ns - first) / HOUR_NS;
    }
    return true;
}

static bool is_apart(const double *at, size_t count)
{
    return count > 1 && at[count - 1] * HOUR_NS >= SECOND_NS * (double)(count - 1);
}

static bool is_useful(struct jp_axis *axis, const struct jp_series *series,
                      const struct jp_profile *profile, enum jp_axis_kind kind)
{
    axis->kind = kind;
    return fill_times(axis->at, series, profile, kind) && is_apart(axis->at, series->dumps.count);
}

/* Is the order of two dumps known from their names? */
static bool has_named_order(const struct jp_profile *profile, uint32_t a, uint32_t b)
{
    int64_t time_ns;

    return jp_origin_is_same(profile, a, b) ||
           (time_of(profile, &profile->sources.data[a], JP_AXIS_NAME, &time_ns) &&
            time_of(profile, &profile->sources.data[b], JP_AXIS_NAME, &time_ns));
}

static bool is_doubtful(const struct jp_series *series, const struct jp_profile *profile)
{
    for (size_t i = 1; i < series->dumps.count; i++) {
        const uint32_t a = series->dumps.data[i - 1].source;
        const uint32_t b = series->dumps.data[i].source;
        int64_t before;
        int64_t after;
        if (time_of(profile, &profile->sources.data[a], JP_AXIS_MTIME, &before) &&
            time_of(profile, &profile->sources.data[b], JP_AXIS_MTIME, &after) &&
            (double)after <= (double)before - SECOND_NS && !has_named_order(profile, a, b))
            return true;
    }
    return false;
}

bool jp_axis_init(struct jp_axis *axis, const struct jp_series *series,
                  const struct jp_profile *profile, enum jp_axis_kind wanted,
                  struct jp_error *error)
{
    axis->at = jp_mem_zeroed(series->dumps.count, sizeof *axis->at);
    axis->kind = wanted;
    axis->is_order_doubtful = false;
    if (wanted == JP_AXIS_NAME || wanted == JP_AXIS_MTIME) {
        if (fill_times(axis->at, series, profile, wanted))
            return true;
        jp_axis_release(axis);
        jp_error_set(error, JP_EXIT_INPUT, NULL, 0,
                     "--time=%s: not every dump has such a time, or they do not ascend in the "
                     "order of the dumps",
                     wanted == JP_AXIS_NAME ? "name" : "mtime");
        return jp_error_hint(error, "--time=number counts the dumps instead");
    }
    if (wanted == JP_AXIS_AUTO && (is_useful(axis, series, profile, JP_AXIS_NAME) ||
                                   is_useful(axis, series, profile, JP_AXIS_MTIME)))
        return true;
    axis->kind = JP_AXIS_NUMBER;
    axis->is_order_doubtful = wanted == JP_AXIS_AUTO && is_doubtful(series, profile);
    for (size_t i = 0; i < series->dumps.count; i++)
        axis->at[i] = (double)i;
    return true;
}

void jp_axis_release(struct jp_axis *axis)
{
    free(axis->at);
    axis->at = NULL;
}

const char *jp_axis_unit(const struct jp_axis *axis)
{
    return axis->kind == JP_AXIS_NUMBER ? "dump" : "h";
}
