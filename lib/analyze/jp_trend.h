/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the course of one site looks like. Three things are told apart, because no single number
 * says them all (doc/sampling.md): how fast it grows (rate), whether that is more than sampling
 * noise (z, p), and whether it keeps growing (tau, shape).
 */
#ifndef JP_TREND_H
#define JP_TREND_H

#include "jp_tracks.h"

/* X(id, word) */
#define JP_SHAPE_LIST(X)    \
    X(GROWING, "growing")   \
    X(UNSTEADY, "unsteady") \
    X(STEP, "step")         \
    X(PLATEAU, "plateau")   \
    X(SAWTOOTH, "sawtooth") \
    X(NOISE, "noise")       \
    X(SHRINKING, "shrinking")

enum jp_shape {
#define X(id, word) JP_SHAPE_##id,
    JP_SHAPE_LIST(X)
#undef X
        JP_SHAPE_COUNT
};

struct jp_trend {
    double first;
    double last;
    double peak;
    double change; /* last - first */
    double z;      /* change in standard deviations of its noise; infinite when there is none */
    double p;      /* probability that noise alone shows such growth */
    double rate;   /* median of the slopes between all pairs of dumps, bytes per unit of the axis */
    double tau;    /* Kendall: share of pairs that rise less the share of those that fall */
};

/* AXIS has the place of each dump, ascending; COUNT of them, two at least. */
struct jp_trend jp_trend_of(const struct jp_track *track, const double *axis, size_t count,
                            double period_bytes);

/*
 * The shape of a course of which the caller knows whether growth, or shrinking, is proven.
 *
 *   sawtooth  rose and fell again, at least twice, beyond noise
 *   noise     neither of both is proven
 *   step      most of the growth came between two neighbours, and none before and after is proven
 *   plateau   grew, then stopped: had it gone on at that pace, it would have shown
 *   growing   rises from dump to dump (tau > 0.5)
 *   unsteady  grew, but in no such way
 */
enum jp_shape jp_trend_shape(const struct jp_track *track, const struct jp_trend *trend,
                             const double *axis, size_t count, double period_bytes, bool has_grown,
                             bool has_shrunk);

const char *jp_shape_text(enum jp_shape shape);

#endif
