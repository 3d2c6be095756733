/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A report as one HTML page that needs nothing else: summary, table of functions, flame graph,
 * callers and callees, for each value that the dump has. Numbers are those of --text and --peek.
 */
#ifndef JP_PAGE_H
#define JP_PAGE_H

#include "jp_diag.h"
#include "jp_report.h"

/* One of the four values; the views have one shape. */
struct jp_page_value {
    struct jp_view after;
    struct jp_view before; /* with a base only */
    struct jp_view change; /* with a base only */
};

struct jp_page {
    const struct jp_report_context *context; /* the metric of its view is shown first */
    const struct jp_diags *diags;            /* what there was to say so far */
    const struct jp_page_value *values;
    size_t value_count;
    bool has_base;
    size_t folded_count; /* frames that folding left out */
    double folded_share; /* of the total of the context's metric: what moved to their callers */
};

void jp_page(struct jp_buf *out, const struct jp_page *page);

/* The JSON that jp_page.js reads. */
void jp_page_data(struct jp_buf *out, const struct jp_page *page);

#endif
