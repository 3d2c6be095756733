/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --traces: every stack that holds something, the largest first:
 *
 *     SHARE  OBJECTS: BYTES [ALLOCATED OBJECTS: ALLOCATED BYTES]
 *         youngest frame FILE:LINE
 *         its caller FILE:LINE
 *
 * The four numbers are whole, corrected for sampling, in the order in which dumps have them.
 */
#ifndef JP_REPORT_TRACES_H
#define JP_REPORT_TRACES_H

#include "jp_report.h"
#include "jp_walk.h"

/* Nodes of VIEW with a value, descending by |value|, then by the keys from the root on. */
struct jp_report_trace_list {
    JP_VEC(uint32_t) nodes;
};

void jp_report_trace_list_init(struct jp_report_trace_list *list, const struct jp_walk *walk);
void jp_report_trace_list_release(struct jp_report_trace_list *list);

/*
 * VIEWS: the same view of each metric; they differ in nothing but values. Which stacks are shown,
 * their order and their shares come from the context's view. WITH_LINES: add the file and line of
 * each frame, for keys that do not have it.
 */
void jp_report_traces(struct jp_buf *out, const struct jp_report_context *context,
                      const struct jp_view views[JP_METRIC_COUNT], bool with_lines);

#endif
