/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source files, found by the paths that debug information recorded and taken apart into lines. Each
 * is looked for once; misses are remembered too.
 *
 * The order of places: the recorded path with its beginning replaced, then below each folder (the
 * whole path first, then without its leading folders, down to the bare name), then as recorded.
 */
#ifndef JP_SOURCES_H
#define JP_SOURCES_H

#include "jp_file.h"
#include "jp_intern.h"

struct jp_source_file {
    const char *path;   /* the file that was read; NULL: none */
    const char *reason; /* why there is none: a sentence about the file; NULL with path */
    bool is_missing;    /* it lies at none of the places */
    struct jp_file file;
    JP_VEC(struct jp_span) lines; /* without line ends; line 1 is element 0 */
};

struct jp_source_options {
    const char *const *folders;
    size_t folder_count;
    const char *const *replacements; /* "old=new": beginnings of paths, whole folders only */
    size_t replacement_count;
};

struct jp_sources {
    struct jp_source_options options;
    struct jp_intern paths;               /* recorded; id - 1 is the index in list */
    JP_VEC(struct jp_source_file *) list; /* owned */
};

/* What OPTIONS point to must live as long as SOURCES. */
void jp_sources_init(struct jp_sources *sources, const struct jp_source_options *options);
void jp_sources_release(struct jp_sources *sources);

/* The file that is called RECORDED (not empty) in the debug information. Never NULL. */
const struct jp_source_file *jp_sources_find(struct jp_sources *sources, struct jp_span recorded);

#endif
