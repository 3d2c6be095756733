/* SPDX-License-Identifier: BSD-2-Clause */
/* The axis of a series: when each dump was taken, or its number when nobody knows. */
#ifndef JP_AXIS_H
#define JP_AXIS_H

#include "jp_error.h"
#include "jp_series.h"

enum jp_axis_kind {
    JP_AXIS_AUTO, /* to be chosen: names, else times of change, else numbers */
    JP_AXIS_NAME,
    JP_AXIS_MTIME,
    JP_AXIS_NUMBER,
};

struct jp_axis {
    enum jp_axis_kind kind; /* never AUTO */
    double *at;             /* per dump, ascending: hours since the first, or 0, 1, 2 ... */
    /*
     * AUTO was wanted, no name tells the order of some two neighbours, and the files' times say the
     * opposite of the order in which they were given.
     */
    bool is_order_doubtful;
};

/*
 * Times are of use when they ascend and, unless they were asked for by WANTED, lie a second or more
 * apart on average: files that were copied or unpacked have the time of that. False: what was asked
 * for is of no use.
 */
JP_MUST_CHECK bool jp_axis_init(struct jp_axis *axis, const struct jp_series *series,
                                const struct jp_profile *profile, enum jp_axis_kind wanted,
                                struct jp_error *error);
void jp_axis_release(struct jp_axis *axis);

/* "h" or "dump": what rates are per. */
const char *jp_axis_unit(const struct jp_axis *axis);

#endif
