/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --speedscope: a file for https://www.speedscope.app, in its own JSON format ("sampled" profiles,
 * whose samples are stacks with a weight in bytes or objects). Weights are whole numbers. What
 * shrank in a difference is a profile of its own, since speedscope knows no negative weight.
 */
#ifndef JP_REPORT_SPEEDSCOPE_H
#define JP_REPORT_SPEEDSCOPE_H

#include "jp_report.h"

/* One profile of the file, or two in a difference. */
struct jp_report_speedscope_part {
    const char *name; /* "t7", or NULL for the process */
    const struct jp_view *view;
};

void jp_report_speedscope(struct jp_buf *out, const struct jp_report_context *context,
                          const struct jp_report_speedscope_part *parts, size_t part_count);

#endif
