/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --gate: limits for growth that a series must keep. Noise does not break them: a limit is broken
 * when growth above it is proven, by the same rule as in --leaks; with is_strict, when growth below
 * it is not.
 *
 * A series may be compared with a baseline, an older run. Rates are those of the series alone: the
 * time between two runs says nothing about either. Shares and sizes are then counted from what the
 * baseline held in its last dump.
 */
#ifndef JP_GATE_H
#define JP_GATE_H

#include "jp_axis.h"
#include "jp_interval.h"
#include "jp_leaks.h"
#include "jp_regex.h"

enum jp_limit_kind {
    JP_LIMIT_RATE,  /* bytes per hour, or per dump */
    JP_LIMIT_SHARE, /* of what was held in the first dump, or the baseline */
    JP_LIMIT_BYTES, /* from the first dump, or the baseline, to the last */
    JP_LIMIT_TOTAL, /* held by all sites in the last dump */
};

struct jp_limit {
    enum jp_limit_kind kind;
    double amount;    /* bytes per unit, a fraction, or bytes */
    bool is_per_dump; /* RATE: per dump, not per hour */
    const char *text; /* as typed */
};

/*
 * "5MiB/h" (or /s, /min, /d, /dump), "10%" or "20MiB". TEXT is kept. False: a usage error, which
 * names the option --max-growth.
 */
JP_MUST_CHECK bool jp_limit_parse(struct jp_limit *limit, const char *text, struct jp_error *error);

struct jp_gate_options {
    const struct jp_limit *limits;
    size_t limit_count;
    double least_bytes;    /* sites that hold less in the last dump are not looked at */
    struct jp_regex *site; /* only sites whose name matches; not given: all */
    bool is_strict;
};

/* Sites with their courses; those of the series and of the baseline have the same numbers. */
struct jp_gate_course {
    const struct jp_leaks *leaks;
    const struct jp_tracks *tracks;
};

struct jp_violation {
    const struct jp_limit *limit;
    uint32_t site;    /* JP_NO_SITE for TOTAL */
    uint32_t stack;   /* of the profile: the one that grew most; JP_NO_SITE: none */
    double measured;  /* in the limit's unit */
    double allowed;   /* in bytes, over the whole series */
    double grown;     /* the same; TOTAL: held */
    double certain;   /* what it is at least, with 95 % probability */
    double possible;  /* what it is at most */
    bool is_unproven; /* broken because of is_strict only */
};

struct jp_gate {
    JP_VEC(struct jp_violation) violations; /* limit by limit, the largest excess first */
    size_t checked_count;                   /* sites looked at */
};

/*
 * SERIES: all dumps, on AXIS. CHANGE: from the baseline's last dump to the last one, or SERIES
 * again when there is no baseline. TOTAL and its variance are those of the last dump, nothing left
 * out. NAMES: one per site. False: a limit per hour, and nothing tells the time; or a rate, and
 * SERIES is one dump.
 */
JP_MUST_CHECK bool jp_gate_init(struct jp_gate *gate, const struct jp_gate_options *options,
                                struct jp_gate_course series, struct jp_gate_course change,
                                const struct jp_axis *axis, double period_bytes,
                                const struct jp_span *names, struct jp_measure total,
                                struct jp_error *error);
void jp_gate_release(struct jp_gate *gate);

#endif
