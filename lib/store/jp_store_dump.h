/* SPDX-License-Identifier: BSD-2-Clause */
/* The row of a dump, with its series, tags, threads and remarks. */
#ifndef JP_STORE_DUMP_H
#define JP_STORE_DUMP_H

#include "jp_digest.h"
#include "jp_dump.h"
#include "jp_store_series.h"

/* What is known of a dump besides its content. */
struct jp_store_dump_facts {
    const struct jp_store_import_options *options;
    const char *path;
    int64_t mtime_ns; /* 0: not known */
    struct jp_digest digest;
};

struct jp_store_dump_writer {
    const struct jp_sql *sql;
    sqlite3_stmt *find;
    struct jp_store_series series;
    sqlite3_stmt *dump;
    sqlite3_stmt *tag;
    sqlite3_stmt *remark;
    sqlite3_stmt *thread;
    sqlite3_stmt *find_thread;
    sqlite3_stmt *dump_thread;
};

/* To be released in any case. */
JP_MUST_CHECK bool jp_store_dump_writer_init(struct jp_store_dump_writer *writer,
                                             const struct jp_sql *sql, struct jp_error *error);
void jp_store_dump_writer_release(struct jp_store_dump_writer *writer);

/* Is a dump of that content in the store? */
JP_MUST_CHECK bool jp_store_dump_find(struct jp_store_dump_writer *writer,
                                      const struct jp_digest *digest, bool *is_known, int64_t *id,
                                      struct jp_error *error);

/*
 * Write the dump and its threads; *ID is its new id. SOURCE is what joining made of it, with texts
 * in STRINGS; MAP_SET is the set of its mappings, 0: it has none.
 */
JP_MUST_CHECK bool jp_store_dump_write(struct jp_store_dump_writer *writer,
                                       const struct jp_store_dump_facts *facts,
                                       const struct jp_dump *dump, const struct jp_source *source,
                                       const struct jp_intern *strings, uint32_t map_set,
                                       int64_t *id, struct jp_error *error);

JP_MUST_CHECK bool jp_store_dump_write_remarks(struct jp_store_dump_writer *writer, int64_t id,
                                               const struct jp_diags *diags,
                                               struct jp_error *error);

/* Give the dump the tags of OPTIONS, in place of others with the same keys. */
JP_MUST_CHECK bool jp_store_dump_tag(struct jp_store_dump_writer *writer,
                                     const struct jp_store_import_options *options, int64_t id,
                                     struct jp_error *error);

#endif
