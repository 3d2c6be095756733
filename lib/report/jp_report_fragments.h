/* SPDX-License-Identifier: BSD-2-Clause */
/* --malloc-stats: what jemalloc takes from the system beside what the profile knows. */
#ifndef JP_REPORT_FRAGMENTS_H
#define JP_REPORT_FRAGMENTS_H

#include "jp_fragments.h"
#include "jp_report_site.h"
#include "jp_table.h"

struct jp_report_fragments_input {
    const struct jp_report_context *context;
    const struct jp_malloc_stats *stats;
    const struct jp_fragments *fragments;
    const struct jp_report_sites *names;
    size_t limit; /* sites in each class, at most */
};

/* The sums, then class by class, the most wasteful first. */
void jp_report_fragments(struct jp_buf *out, const struct jp_report_fragments_input *input);

/*
 * "malloc_stats": class, slabs, slab_bytes, counted (by jemalloc), profiled, class_waste, name,
 * objects, waste. A class that no site of the profile fills is one row without a name.
 */
void jp_report_table_fragments(struct jp_table *table,
                               const struct jp_report_fragments_input *input);

#endif
