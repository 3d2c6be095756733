/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --callgrind: a file for kcachegrind and callgrind_annotate. The format is described in
 * valgrind's manual, "Callgrind Format Specification".
 *
 * A frame is the function that holds the code, with the file and line of its outermost call;
 * inlined calls count for it. Functions without a file stand in the file "??", line 0. The only
 * event is "Hits", in bytes or objects; a difference with negative values has the two events
 * "Grown" and "Shrunk" instead, since the format knows no negative cost.
 */
#ifndef JP_REPORT_CALLGRIND_H
#define JP_REPORT_CALLGRIND_H

#include "jp_report.h"

/* The context's keys are to be functions. */
void jp_report_callgrind(struct jp_buf *out, const struct jp_report_context *context);

#endif
