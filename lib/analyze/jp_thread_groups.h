/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --threads: threads grouped by the pattern of their names ("worker-3" and "worker-12" are
 * "worker-*"), and the sites in each group.
 */
#ifndef JP_THREAD_GROUPS_H
#define JP_THREAD_GROUPS_H

#include "jp_sites.h"

struct jp_thread_row {
    uint32_t site;
    double value;
};

struct jp_thread_group {
    uint32_t name; /* string id in jp_thread_groups.names; 0: threads without a name */
    size_t thread_count;
    double value;
    size_t first; /* its rows: rows[first] ... rows[first + count - 1] */
    size_t count;
};

struct jp_thread_groups {
    struct jp_intern names;
    JP_VEC(struct jp_thread_group) list; /* the largest first */
    JP_VEC(struct jp_thread_row) rows;   /* group by group, the largest first */
    double total;
};

/*
 * Of each thread's own samples, main minus base. SITES are those of the process (JP_PROCESS);
 * LABELS: one per site, to break ties.
 */
void jp_thread_groups_init(struct jp_thread_groups *groups, const struct jp_profile *profile,
                           const struct jp_sites *sites, enum jp_metric metric,
                           const struct jp_span *labels);
void jp_thread_groups_release(struct jp_thread_groups *groups);

/* NAME with "*" for each run of digits. */
void jp_thread_pattern(struct jp_buf *out, struct jp_span name);

#endif
