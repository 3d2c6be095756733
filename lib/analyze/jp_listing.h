/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions with the values of their source lines.
 *
 * A line has what its code holds, whatever is inlined there: flat, of stacks that end in that code;
 * cumulative, of all stacks that pass through it, each counted once. An inlined function is a
 * function like any other, with all its copies.
 */
#ifndef JP_LISTING_H
#define JP_LISTING_H

#include "jp_extents.h"
#include "jp_sources.h"
#include "jp_view.h"

struct jp_listing_line {
    uint32_t line; /* 0: not known */
    double flat;
    double cum;
};

/* A function, or the part of it that lies in one file. */
struct jp_listing_routine {
    uint32_t function; /* index in profile.functions */
    uint32_t file;     /* string id of the profile; 0: not known */
    double flat;
    double cum;
    uint32_t first; /* where it begins and ends, with all lines that have values; 0: no lines */
    uint32_t last;
    size_t lines_first; /* index in jp_listing.lines */
    size_t lines_count; /* those with a value that is not 0; may be 0 */
    enum jp_miss miss;  /* why its lines are not known */
    /* For who finds sources to set: the text, or why there is none. */
    const struct jp_source_file *source;
    const char *reason;
};

struct jp_listing {
    JP_VEC(struct jp_listing_routine) routines; /* by name, then by file, until ranked */
    JP_VEC(struct jp_listing_line) lines;       /* of all routines, ascending in each */
};

/*
 * The functions that IS_WANTED (one flag per function), called NAMES (string ids of STRINGS, one
 * per function). EXTENTS know them, or nothing. Values are those of METRIC; a function without any
 * is listed when it has some in another view. VIEWS differ in their metric only.
 */
void jp_listing_init(struct jp_listing *listing, const struct jp_view views[JP_METRIC_COUNT],
                     enum jp_metric metric, const bool *is_wanted, const struct jp_intern *strings,
                     const uint32_t *names, const struct jp_extents *extents);
/* The largest cumulative value first; routines all of whose values are 0 are dropped. */
void jp_listing_rank(struct jp_listing *listing);
void jp_listing_release(struct jp_listing *listing);

#endif
