/* SPDX-License-Identifier: BSD-2-Clause */
/* --leaks: growth over a series of dumps. */
#ifndef JP_REPORT_LEAKS_H
#define JP_REPORT_LEAKS_H

#include "jp_axis.h"
#include "jp_funnel.h"
#include "jp_leaks.h"
#include "jp_report_site.h"
#include "jp_table.h"

/* What the reports are made from. */
struct jp_report_leaks_input {
    const struct jp_profile *profile;
    const struct jp_series *series;
    const struct jp_axis *axis;
    const struct jp_tracks *tracks;
    const struct jp_leaks *leaks;
    struct jp_funnel funnel;
    const struct jp_report_sites *names;
    const char *program;
    bool show_bytes;
    bool show_stacks; /* below each site, the stack that grew most */
    size_t limit;     /* rows, at most */
};

/* Sites whose growth is proven, and what is to be known about the rest. */
void jp_report_leaks(struct jp_buf *out, const struct jp_report_leaks_input *input);

/*
 * "leaks": rank, name, first, last, peak, change, rate, z, p, q, tau, shape, proven (yes, no),
 * score, values (of each dump, with blanks between), trend, and stack with show_stacks. All sites.
 */
void jp_report_table_leaks(struct jp_table *table, const struct jp_report_leaks_input *input);

/* Three sentences and a table, for a ticket. */
void jp_report_markdown_leaks(struct jp_buf *out, const struct jp_report_leaks_input *input);

/* The course as a row of blocks of eight heights, from zero to the peak, WIDTH at most. */
void jp_report_sparkline(struct jp_buf *out, const double *values, size_t count, size_t width);

/* The name of the funnel; empty when there is none. */
void jp_report_funnel(struct jp_buf *out, const struct jp_report_leaks_input *input);

/* "+2.06 MiB/h": a rate per unit of AXIS. */
void jp_report_rate(struct jp_buf *out, const struct jp_axis *axis, double rate);

#endif
