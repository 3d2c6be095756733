/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is being done, on one line of a terminal, for work that takes longer than half a second. The
 * line is wiped before anything else is printed; without a terminal there is none.
 */
#ifndef JP_PROGRESS_H
#define JP_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct jp_progress {
    bool is_wanted;
    bool is_shown;
    int64_t start_ns;
};

/* WANTED: not --quiet. Standard error is asked whether it is a terminal. */
struct jp_progress jp_progress_start(bool wanted);

/* "TEXT (AT of COUNT)", without the bracket when COUNT is below 2. */
void jp_progress_step(struct jp_progress *progress, const char *text, size_t at, size_t count);

/* Seconds since the start. */
double jp_progress_seconds(const struct jp_progress *progress);

/* Wipe the line. */
void jp_progress_end(struct jp_progress *progress);

#endif
