/* SPDX-License-Identifier: BSD-2-Clause */
/* The sampling error of a report's rows: what --errors shows. */
#ifndef JP_ERRORS_H
#define JP_ERRORS_H

#include "jp_interval.h"
#include "jp_peek.h"
#include "jp_top.h"

struct jp_errors {
    struct jp_view variance; /* the same nodes as the view of the values */
    struct jp_view count;
    struct jp_measure *flat; /* per key */
    struct jp_measure *cum;
    struct jp_measure total; /* over everything, as jp_view.total */
    double unseen;           /* may be held where nothing was recorded; infinite: not known */
    bool is_difference;
};

/* OPTIONS are those of the view that TOP was made from, and TOTAL is that view's. */
void jp_errors_init(struct jp_errors *errors, const struct jp_profile *profile,
                    const struct jp_view_options *options, const struct jp_keys *keys,
                    const struct jp_top *top, double total);
void jp_errors_release(struct jp_errors *errors);

/* 95 % interval of a row. */
struct jp_interval jp_errors_interval(const struct jp_errors *errors, struct jp_measure measure);

/* The measures of a peek's rows, in their order. */
struct jp_errors_peek {
    struct jp_measure cum;
    struct jp_measure flat;
    struct jp_measure *callers;
    struct jp_measure *callees;
};

void jp_errors_peek_init(struct jp_errors_peek *measures, const struct jp_errors *errors,
                         const struct jp_keys *keys, const struct jp_peek *peek, uint32_t key);
void jp_errors_peek_release(struct jp_errors_peek *measures);

#endif
