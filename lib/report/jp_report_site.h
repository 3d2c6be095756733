/* SPDX-License-Identifier: BSD-2-Clause */
/* What sites (jp_sites.h) are called by, and the stacks behind them. */
#ifndef JP_REPORT_SITE_H
#define JP_REPORT_SITE_H

#include "jp_report.h"
#include "jp_report_labels.h"
#include "jp_sites.h"

struct jp_report_sites {
    const struct jp_sites *sites;
    struct jp_report_labels labels;
    struct jp_arena arena;
    struct jp_span *names; /* per site: one line, no control characters */
};

void jp_report_sites_init(struct jp_report_sites *names, const struct jp_sites *sites);
void jp_report_sites_release(struct jp_report_sites *names);

/* A key's text without the mark of inlined calls. */
void jp_report_site_key(struct jp_buf *out, const struct jp_report_sites *names, uint32_t key);

/* "functions", "lines", ...; ONE: "function". */
const char *jp_report_site_word(enum jp_site_kind kind, bool one);

/* The frames of STACK (of the profile) as --collapsed has them, outermost first. */
void jp_report_site_stack(struct jp_buf *out, const struct jp_report_sites *names, uint32_t stack);

/*
 * The frames that are the program's own (jp_plumbing.h), or all if none is: one a line, the
 * youngest first, behind INDENT, without marks of inlined calls. A function that calls itself, or
 * is called again further in, has one line with how often. At most LIMIT, then how many more.
 */
void jp_report_site_own_frames(struct jp_buf *out, const struct jp_report_sites *names,
                               uint32_t stack, const char *indent, size_t limit);

/* All frames, one a line, the youngest first, behind INDENT. */
void jp_report_site_frames(struct jp_buf *out, const struct jp_report_sites *names, uint32_t stack,
                           const char *indent);

#endif
