/* SPDX-License-Identifier: BSD-2-Clause */
/* --threads: what each group of threads holds, and where. */
#ifndef JP_REPORT_THREADS_H
#define JP_REPORT_THREADS_H

#include "jp_report_site.h"
#include "jp_table.h"
#include "jp_thread_groups.h"

/* Group by group, with at most LIMIT sites in each. */
void jp_report_threads(struct jp_buf *out, const struct jp_report_context *context,
                       const struct jp_thread_groups *groups, const struct jp_report_sites *names,
                       size_t limit);

/* "threads": group, threads, name, value, share (of the group), group_share (of all threads). */
void jp_report_table_threads(struct jp_table *table, const struct jp_report_context *context,
                             const struct jp_thread_groups *groups,
                             const struct jp_report_sites *names);

#endif
