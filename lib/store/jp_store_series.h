/* SPDX-License-Identifier: BSD-2-Clause */
/* Which series a dump belongs to, when nobody says so. */
#ifndef JP_STORE_SERIES_H
#define JP_STORE_SERIES_H

#include "jp_dump_name.h"
#include "jp_store_private.h"

struct jp_store_series {
    const struct jp_sql *sql;
    sqlite3_stmt *insert;
    sqlite3_stmt *find;
};

/* Which program a dump is of. */
struct jp_store_program {
    struct jp_span path; /* the mapped file at the lowest address; empty: not known */
    uint32_t map_set;    /* with its module; 0: none */
};

/* To be released in any case. */
JP_MUST_CHECK bool jp_store_series_init(struct jp_store_series *series, const struct jp_sql *sql,
                                        struct jp_error *error);
void jp_store_series_release(struct jp_store_series *series);

/*
 * The series WANTED, or, when that is NULL, the one of the dump's NAME; it is made when it is not
 * there. Unrelated programs may name their dumps alike: in containers all are process 1. What comes
 * second is "NAME:PROGRAM" then, and with its folder where the program has the same name too. A
 * program that lies elsewhere is the same when its build-id is.
 */
JP_MUST_CHECK bool jp_store_series_take(struct jp_store_series *series, const char *wanted,
                                        const struct jp_dump_name *name,
                                        const struct jp_store_program *program, int64_t *id,
                                        struct jp_error *error);

#endif
