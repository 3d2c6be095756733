/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a dump that is written anew has in its body: per stack the values of process and threads.
 * Two stacks that filters make one stay two, because counters must not be added up before they are
 * corrected (doc/sampling.md).
 */
#ifndef JP_RAW_ROWS_H
#define JP_RAW_ROWS_H

#include "jp_view.h"

struct jp_raw_row {
    uint32_t node;   /* of the view */
    uint32_t thread; /* of the profile; JP_PROCESS: the process */
    uint32_t order;  /* stacks of the profile as they were met; the empty stack first */
    struct jp_values values;
};

struct jp_raw_rows {
    JP_VEC(struct jp_raw_row) list; /* by order, then by thread */
    /*
     * The period of which the rows are whole counters, so that nothing is lost; 0: there is none,
     * as a rule when several dumps were added up, and estimates are written.
     */
    uint64_t period_bytes;
    bool is_whole;          /* they are all rows of one dump */
    size_t negative_count;  /* rows that hold less than the base: no counters */
    struct jp_values *sums; /* per thread of the profile, of what is written */
};

/* THREAD: its rows only; JP_NO_THREAD: those of the process and of all threads. To be released. */
#define JP_NO_THREAD UINT32_MAX
void jp_raw_rows_init(struct jp_raw_rows *rows, const struct jp_view *view, uint32_t thread,
                      bool drop_negative);
void jp_raw_rows_release(struct jp_raw_rows *rows);

#endif
