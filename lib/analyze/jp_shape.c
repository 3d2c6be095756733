/* SPDX-License-Identifier: BSD-2-Clause */
/* The shape of a site's course: see jp_trend_shape. */
#include "config.h"

#include "jp_tail.h"
#include "jp_trend.h"

#include <math.h>

static const double SURE = 0.01; /* what is less likely by chance counts as proven */
static const double STEP_SHARE = 0.7;
static const double PERSISTENT = 0.5;
static const double DEVIATIONS = 3;

/* A site's course with what its parts are measured by. */
struct course {
    const struct jp_track *track;
    const double *axis;
    size_t count;
    double period_bytes;
};

static double change_of(const struct course *course, size_t from, size_t to)
{
    return course->track->value[to] - course->track->value[from];
}

/* Probability that noise alone shows the growth (SIGN 1) or the fall (-1) between two dumps. */
static double chance_of(const struct course *course, size_t from, size_t to, double sign)
{
    return jp_tail_growth(sign * change_of(course, from, to),
                          jp_track_variance(course->track, from, to), course->period_bytes);
}

/*
 * Turning points, as in a zigzag: a fall counts once it is beyond noise, measured from the highest
 * dump so far, and then a rise from the lowest. All pairs of dumps are candidates, so the level is
 * divided by their number. A restart is no fall.
 */
static bool is_sawtooth(const struct course *course)
{
    const double level = SURE / ((double)course->count * (double)course->count / 2);
    size_t extreme = 0;
    size_t falls = 0;
    size_t rises = 0;
    double sign = 1; /* looking for a fall from a maximum */

    for (size_t i = 1; i < course->count; i++) {
        if (course->track->process[i] != course->track->process[i - 1]) {
            extreme = i;
            sign = 1;
        } else if (sign * change_of(course, extreme, i) >= 0) {
            extreme = i;
        } else if (chance_of(course, extreme, i, -sign) < level) {
            falls += sign > 0;
            rises += sign < 0;
            extreme = i;
            sign = -sign;
        }
    }
    return falls >= 2 && rises >= 1;
}

/* The interval that brought most; the one behind dump AT. */
static size_t largest_rise(const struct course *course)
{
    size_t at = 0;

    for (size_t i = 1; i + 1 < course->count; i++)
        if (change_of(course, i, i + 1) > change_of(course, at, at + 1))
            at = i;
    return at;
}

/* Is everything up to dump AT below the middle of the rise behind it, and all that follows above?
 */
static bool stays(const struct course *course, size_t at)
{
    const double *const value = course->track->value;
    const double middle = (value[at] + value[at + 1]) / 2;

    for (size_t i = 0; i < course->count; i++)
        if (i <= at ? value[i] > middle : value[i] < middle)
            return false;
    return true;
}

static bool is_step(const struct course *course, const struct jp_trend *trend)
{
    const size_t last = course->count - 1;
    const size_t at = largest_rise(course);
    const double rise = change_of(course, at, at + 1);
    const double length = course->axis[last] - course->axis[0];
    const double share = length > 0 ? (course->axis[at + 1] - course->axis[at]) / length : 1;
    const double noise = sqrt(jp_track_variance(course->track, at, at + 1));

    return rise >= STEP_SHARE * trend->change && stays(course, at) &&
           chance_of(course, at, at + 1, 1) < SURE &&
           rise - share * trend->change > DEVIATIONS * noise &&
           (at == 0 || chance_of(course, 0, at, 1) > SURE) &&
           (at + 1 == last || chance_of(course, at + 1, last, 1) > SURE);
}

/* Squared residuals of the best line through values over x, where x stays at axis[KNEE] behind it.
 */
static double hinge_residual(const struct course *course, size_t knee)
{
    const double count = (double)course->count;
    double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0, sum_yy = 0;

    for (size_t i = 0; i < course->count; i++) {
        const double x = course->axis[i < knee ? i : knee] - course->axis[0];
        const double y = course->track->value[i] - course->track->value[0];
        sum_x += x;
        sum_y += y;
        sum_xx += x * x;
        sum_xy += x * y;
        sum_yy += y * y;
    }
    const double spread = sum_xx - sum_x * sum_x / count;
    const double common = sum_xy - sum_x * sum_y / count;
    return sum_yy - sum_y * sum_y / count - (spread > 0 ? common * common / spread : 0);
}

static bool is_plateau(const struct course *course)
{
    const size_t last = course->count - 1;
    size_t knee = 1;

    if (course->count < 4)
        return false;
    double best = INFINITY;
    for (size_t i = 1; i + 1 < course->count; i++) {
        const double residual = hinge_residual(course, i);
        if (residual < best) {
            best = residual;
            knee = i;
        }
    }
    const double before = course->axis[knee] - course->axis[0];
    const double ratio = before > 0 ? (course->axis[last] - course->axis[knee]) / before : 0;
    const double missing = ratio * change_of(course, 0, knee) - change_of(course, knee, last);
    const double noise = sqrt(jp_track_variance(course->track, knee, last) +
                              ratio * ratio * jp_track_variance(course->track, 0, knee));
    return missing > DEVIATIONS * noise && chance_of(course, knee, last, 1) > SURE;
}

enum jp_shape jp_trend_shape(const struct jp_track *track, const struct jp_trend *trend,
                             const double *axis, size_t count, double period_bytes, bool has_grown,
                             bool has_shrunk)
{
    const struct course course = {track, axis, count, period_bytes};

    if (is_sawtooth(&course))
        return JP_SHAPE_SAWTOOTH;
    if (!has_grown)
        return has_shrunk ? JP_SHAPE_SHRINKING : JP_SHAPE_NOISE;
    if (count > 2 && is_step(&course, trend))
        return JP_SHAPE_STEP;
    if (is_plateau(&course))
        return JP_SHAPE_PLATEAU;
    return trend->tau > PERSISTENT ? JP_SHAPE_GROWING : JP_SHAPE_UNSTEADY;
}

const char *jp_shape_text(enum jp_shape shape)
{
    static const char *const words[JP_SHAPE_COUNT] = {
#define X(id, word) word,
        JP_SHAPE_LIST(X)
#undef X
    };

    return words[shape];
}
