/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names found before, in a SQLite file of the user's cache folder: a few rows per module, as whole
 * sets are read several times faster than a row per address. What is new is a set of its own; sets
 * are put together when they have about the same size. doc/symbols.md tells users about it.
 *
 * A cache may fail at any time (no home, read-only, full, damaged, in use by others). Then it stops
 * working, says why in a note, and everything goes on without it. Nothing in the file is believed:
 * a set of names has its key and a checksum in it, and a file that SQLite calls damaged, or that
 * another program or version made, is replaced.
 */
#ifndef JP_CACHE_H
#define JP_CACHE_H

#include "jp_diag.h"
#include "jp_names.h"

struct jp_cache;

struct jp_cache_options {
    const char *folder;  /* NULL: $XDG_CACHE_HOME/jeprof-c, or ~/.cache/jeprof-c */
    uint64_t most_bytes; /* of all sets together; 0: 256 MiB. Beyond it those go that were not used
                            for the longest time */
};

/* Nothing is opened before the first call. DIAGS must live as long as the cache. */
struct jp_cache *jp_cache_new(const struct jp_cache_options *options, struct jp_diags *diags);
void jp_cache_free(struct jp_cache *cache);

/* Read the names kept under KEY into NAMES (initialised, empty); false when there are none. */
bool jp_cache_get(struct jp_cache *cache, struct jp_span key, struct jp_names *names);
/*
 * Keep NAMES under KEY, together with what is there already. Between begin and end, which make one
 * transaction of several calls; other processes wait a moment for its end.
 */
void jp_cache_begin(struct jp_cache *cache);
void jp_cache_put(struct jp_cache *cache, struct jp_span key, const struct jp_names *names);
void jp_cache_end(struct jp_cache *cache);

/* Bytes of sets that were written since the cache was opened, for tests. */
uint64_t jp_cache_written(const struct jp_cache *cache);
/* The file in use, or NULL. */
const char *jp_cache_path(const struct jp_cache *cache);

#endif
