/* SPDX-License-Identifier: BSD-2-Clause */
/* --sizes: jemalloc's size classes and the sites that fill them. */
#ifndef JP_REPORT_SIZES_H
#define JP_REPORT_SIZES_H

#include "jp_report_site.h"
#include "jp_sizes.h"
#include "jp_table.h"

/* Class by class, with at most LIMIT sites in each. */
void jp_report_sizes(struct jp_buf *out, const struct jp_report_context *context,
                     const struct jp_sizes *sizes, const struct jp_report_sites *names,
                     size_t limit);

/* "sizes": class, slab (yes, no), name, objects, bytes, share, mean, mixed (yes, no). */
void jp_report_table_sizes(struct jp_table *table, const struct jp_report_context *context,
                           const struct jp_sizes *sizes, const struct jp_report_sites *names);

#endif
