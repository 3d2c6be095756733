/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What jemalloc says of itself (malloc_stats_print), as JSON (option "J") or as text, of version 5.
 * Only what fragmentation is reckoned from is read.
 */
#ifndef JP_MALLOC_STATS_H
#define JP_MALLOC_STATS_H

#include "jp_error.h"
#include "jp_span.h"
#include "jp_vec.h"

/* A size class that is served from slabs. */
struct jp_malloc_bin {
    double class_bytes;
    double slab_bytes; /* of one slab */
    double objects;    /* live, those in thread caches included */
    double slabs;
};

struct jp_malloc_stats {
    double allocated; /* bytes in objects */
    double active;    /* bytes in pages that hold objects */
    double metadata;
    double resident;
    double mapped;
    double retained;                   /* given back, but kept as addresses */
    JP_VEC(struct jp_malloc_bin) bins; /* ascending by class; over all arenas */
};

/*
 * Read the file at PATH ("-": standard input). False: it cannot be read, or is neither form; the
 * message says what was expected.
 */
JP_MUST_CHECK bool jp_malloc_stats_read(struct jp_malloc_stats *stats, const char *path,
                                        struct jp_error *error);
/* The same for bytes in memory, which need not live longer than the call; PATH is for messages. */
JP_MUST_CHECK bool jp_malloc_stats_parse(struct jp_malloc_stats *stats, struct jp_span bytes,
                                         const char *path, struct jp_error *error);
void jp_malloc_stats_release(struct jp_malloc_stats *stats);

#endif
