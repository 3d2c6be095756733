/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --weblist=RE: annotated source as a page by itself, without a script: the lines of --list, and
 * below each, when it is opened, the instructions that were made from it.
 */
#ifndef JP_WEBLIST_H
#define JP_WEBLIST_H

#include "jp_assembly.h"
#include "jp_report_list.h"

struct jp_weblist {
    const struct jp_report_context *context;
    const struct jp_listing *listing;   /* with sources */
    const struct jp_assembly *assembly; /* NULL: no instructions */
    struct jp_report_function_names names;
};

/* The parts of several threads may follow each other between the begin and the end of one page. */
void jp_weblist_begin(struct jp_buf *out, const struct jp_weblist *weblist);
void jp_weblist_part(struct jp_buf *out, const struct jp_weblist *weblist);
void jp_weblist_end(struct jp_buf *out);

#endif
