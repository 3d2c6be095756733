/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --list=RE: the source of functions, each line with its flat and cumulative value, as jeprof
 * prints it: five lines more at both ends, "---" around the function, a dot for no value. Without
 * the source only the lines with values are listed.
 */
#ifndef JP_REPORT_LIST_H
#define JP_REPORT_LIST_H

#include "jp_listing.h"
#include "jp_report.h"
#include "jp_table.h"

/* What functions are called: string ids of strings, one per function of the profile. */
struct jp_report_function_names {
    const struct jp_intern *strings;
    const uint32_t *ids;
};

void jp_report_list(struct jp_buf *out, const struct jp_report_context *context,
                    const struct jp_listing *listing, const struct jp_report_function_names *names);

/* The part of a source file that is shown for a routine; lines are counted from 1. */
struct jp_report_excerpt {
    uint32_t from;
    uint32_t to;
    uint32_t first; /* of the function */
    uint32_t last;
};

/* ROUTINE has its source. */
struct jp_report_excerpt jp_report_list_excerpt(const struct jp_listing_routine *routine);

/* The name of a recorded file as headings have it: without "./" in front. */
struct jp_span jp_report_list_file(struct jp_span recorded);

/* A line of source for people: without control characters, tabs stay. Nothing when there is none.
 */
void jp_report_source_text(struct jp_buf *out, const struct jp_source_file *source, uint32_t line);

#endif
