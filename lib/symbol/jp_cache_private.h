/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files jp_cache*.c share. Nobody else includes this. */
#ifndef JP_CACHE_PRIVATE_H
#define JP_CACHE_PRIVATE_H

#include "jp_cache.h"

#include "jp_buf.h"

#include <sqlite3.h>

struct jp_cache {
    struct jp_cache_options options;
    struct jp_diags *diags;
    struct jp_buf path;
    sqlite3 *db; /* NULL: not opened yet, or given up */
    bool is_tried;
    bool is_writing; /* a transaction is open */
    uint64_t written_bytes;
};

/* Append NAMES, with the KEY they belong to. */
void jp_cache_pack(struct jp_span key, const struct jp_names *names, struct jp_buf *out);
/* The reverse, into NAMES (initialised, empty). False: damaged, or of another key; NAMES is empty.
 */
bool jp_cache_unpack(struct jp_span packed, struct jp_span key, struct jp_names *names);

/*
 * The cache is open, or is now; false: it has been given up, or there is none yet. With TO_WRITE it
 * is made then, and IS_WRITING may be set already, for what is written first.
 */
bool jp_cache_ready(struct jp_cache *cache, bool to_write);
/* Tell why, once, and do without from now on. */
void jp_cache_give_up(struct jp_cache *cache, const char *reason);
/*
 * The same with the reason of a failed call, whose result was STATUS; a file that SQLite calls
 * damaged is removed, for the next run to make a new one.
 */
void jp_cache_fail(struct jp_cache *cache, int status);

#endif
