/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reports: functions from an analysed view to bytes. They read no files and never write to
 * stdout. Each format has a file of its own (jp_report_<format>.c); what they share, and jeprof's
 * --text, is declared here.
 */
#ifndef JP_REPORT_H
#define JP_REPORT_H

#include "jp_buf.h"
#include "jp_errors.h"
#include "jp_top.h"

/* What headings need besides the numbers. */
struct jp_report_context {
    const struct jp_profile *profile;
    const struct jp_view *view;
    const struct jp_keys *keys;
    bool show_bytes;                /* --show_bytes: no megabytes */
    const char *thread_name;        /* "t3" with --thread; NULL for the process */
    const char *program;            /* as typed */
    bool has_total;                 /* the total stands first in every report */
    struct jp_span remark;          /* lines behind the total, about filters */
    size_t most_rows;               /* of the flat table; 0: all */
    const struct jp_errors *errors; /* --errors: columns with 95 % limits; NULL: none */
};

/* jeprof's "Unparse" and "Units": value as text and the name of its unit (B, MB, objects). */
void jp_report_value(struct jp_buf *out, const struct jp_report_context *context, double value);
const char *jp_report_unit(const struct jp_report_context *context);
/* jeprof's "Percent": "%.1f%%", or nan, +inf, -inf for a total of zero. */
void jp_report_percent(struct jp_buf *out, double value, double total);

/* The metric as its option is spelled: "inuse_space". */
const char *jp_report_metric(enum jp_metric metric);

/* For our own reports: "12.30 MiB", "5 objects", "1 object", whatever --show_bytes says. */
void jp_report_amount(struct jp_buf *out, enum jp_metric metric, double value);

/* For our own reports: as jp_report_percent, but "-" for a total of zero, of which there are no
 * shares. */
void jp_report_share(struct jp_buf *out, double value, double total);

/* The same right-aligned in columns of jeprof's widths: "%8s", and a blank and "%6s". */
void jp_report_value_column(struct jp_buf *out, const struct jp_report_context *context,
                            double value);
/* The same in listings: "%6s", and with a dot for 0. */
void jp_report_value_field(struct jp_buf *out, const struct jp_report_context *context,
                           double value);
void jp_report_dotted_field(struct jp_buf *out, const struct jp_report_context *context,
                            double value);
void jp_report_percent_column(struct jp_buf *out, double value, double total);
void jp_report_share_column(struct jp_buf *out, double value, double total);
/*
 * With --errors: a value and its error in columns of 8 and 10, "    31.4     ±2.7". Of a row
 * without recorded objects nothing is known but what it holds at most: "   < 1.5        -". Without
 * --errors: the value alone, as above.
 */
void jp_report_measure_columns(struct jp_buf *out, const struct jp_report_context *context,
                               double value, struct jp_measure measure);
/* A limit or an error: like a value, but a small one keeps two digits in megabytes. */
void jp_report_limit(struct jp_buf *out, const struct jp_report_context *context, double value);
/* "Total: V UNITS", with "(tN)" for a thread; nothing when the total is 0. */
void jp_report_total(struct jp_buf *out, const struct jp_report_context *context);

/* How many rows of TOP are shown. */
static inline size_t jp_report_row_count(const struct jp_report_context *context,
                                         const struct jp_top *top)
{
    const bool is_cut = context->most_rows && context->most_rows < top->rows.count;

    return is_cut ? context->most_rows : top->rows.count;
}

/* --text: "Total: ..." and one line per row, as jeprof prints it. */
void jp_report_text(struct jp_buf *out, const struct jp_report_context *context,
                    const struct jp_top *top);

#endif
