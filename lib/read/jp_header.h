/* SPDX-License-Identifier: BSD-2-Clause */
/* The line that tells what a text profile is. Private to lib/read. */
#ifndef JP_HEADER_H
#define JP_HEADER_H

#include "jp_span.h"

enum jp_header {
    JP_HEADER_NONE,       /* no header line */
    JP_HEADER_COMMAND,    /* "%warn ...": may stand in front of a header */
    JP_HEADER_HEAP_V2,    /* "heap_v2/<period>" */
    JP_HEADER_HEAP_OTHER, /* "heap_v3/..." */
    JP_HEADER_FLAT,       /* "heap profile: ..." */
    JP_HEADER_SYMBOL,     /* "--- symbol": names, then another header */
    JP_HEADER_SECTION,    /* "--- heap", "--- growth": the header follows */
    JP_HEADER_CPU,        /* "--- profile" */
    JP_HEADER_CONTENTION, /* "--- contention", "--- Stacks:" */
};

/* What LINE, without its line end, is. */
enum jp_header jp_header_of(struct jp_span line);

/*
 * How much log output may stand in front of the header: processes whose standard error and dump
 * share a file write such lines (jemalloc/jemalloc#1977). More than that is no dump.
 */
enum { JP_HEADER_SEARCH_LINES = 200, JP_HEADER_SEARCH_BYTES = 64 * 1024 };

/* The first header in BYTES; lines that are none are stepped over within these limits. */
enum jp_header jp_header_search(struct jp_span bytes);

#endif
