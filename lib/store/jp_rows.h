/* SPDX-License-Identifier: BSD-2-Clause */
/* The rows of sample and thread_sample that a dump makes, in the order of their keys. */
#ifndef JP_ROWS_H
#define JP_ROWS_H

#include "jp_dictionary.h"
#include "jp_join_pprof.h"

struct jp_rows {
    const struct jp_sql *sql;
    sqlite3_stmt *sample;
    sqlite3_stmt *thread_sample;
    sqlite3_stmt *stack_count;
    JP_VEC(struct jp_row) list; /* of the dump that is being written */
    uint64_t written;
};

struct jp_row {
    uint32_t thread; /* index in the dump's threads, or JP_DUMP_PROCESS */
    uint32_t stack;  /* id of the store */
    uint64_t seq;    /* index of the record */
    struct jp_corrected values;
    double done; /* the factor that the values were corrected by before; 0: none */
};

/* To be released in any case. */
JP_MUST_CHECK bool jp_rows_init(struct jp_rows *rows, const struct jp_sql *sql,
                                struct jp_error *error);
void jp_rows_release(struct jp_rows *rows);

/* Write the records of DUMP, which was joined with the dictionary's profile. */
JP_MUST_CHECK bool jp_rows_write(struct jp_rows *rows, struct jp_dictionary *dictionary, int64_t id,
                                 const struct jp_dump *dump, const struct jp_join_map *map,
                                 struct jp_error *error);

/* The same for the samples of PPROF, whose values are corrected already. */
JP_MUST_CHECK bool jp_rows_write_pprof(struct jp_rows *rows, struct jp_dictionary *dictionary,
                                       int64_t id, const struct jp_pprof *pprof,
                                       const struct jp_join_map *map, struct jp_error *error);

#endif
