/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SQLite, with its failures as our errors. All statements of the store go through here; a
 * connection knows the path it was opened with, for messages.
 */
#ifndef JP_SQL_H
#define JP_SQL_H

#include "jp_error.h"
#include "jp_span.h"

#include <sqlite3.h>

struct jp_sql {
    sqlite3 *db;
    const char *path;
    bool is_asked; /* the statements are those of --sql: what is wrong with them is the user's */
};

/* Fill ERROR from the connection's last failure, which CODE is. Returns false. */
bool jp_sql_fail(const struct jp_sql *sql, int code, struct jp_error *error);

/* Run one or several statements that have no result. */
JP_MUST_CHECK bool jp_sql_run(const struct jp_sql *sql, const char *text, struct jp_error *error);

/* On success the caller finalizes *STATEMENT. */
JP_MUST_CHECK bool jp_sql_prepare(const struct jp_sql *sql, sqlite3_stmt **statement,
                                  const char *text, struct jp_error *error);

/* To the next row; *HAS_ROW is false at the end, and the statement is then ready for another run.
 */
JP_MUST_CHECK bool jp_sql_step(const struct jp_sql *sql, sqlite3_stmt *statement, bool *has_row,
                               struct jp_error *error);

/* Run a statement that has no result, and make it ready for another run. */
JP_MUST_CHECK bool jp_sql_done(const struct jp_sql *sql, sqlite3_stmt *statement,
                               struct jp_error *error);

/* The first column of the first row of TEXT; 0 without a row. */
JP_MUST_CHECK bool jp_sql_integer(const struct jp_sql *sql, const char *text, int64_t *value,
                                  struct jp_error *error);

/* Bytes that live until the statement was run; an empty text is not NULL. */
void jp_sql_bind_text(sqlite3_stmt *statement, int index, struct jp_span text);
void jp_sql_bind_blob(sqlite3_stmt *statement, int index, struct jp_span bytes);
/* A counter; what does not fit a signed number is bound as a real one, as the formulas take it. */
void jp_sql_bind_counter(sqlite3_stmt *statement, int index, uint64_t value);
/* An address or a hash: 64 bits, which SQL sees as a signed number. */
void jp_sql_bind_bits(sqlite3_stmt *statement, int index, uint64_t bits);

/* Valid until the next step; empty for NULL. */
struct jp_span jp_sql_text(sqlite3_stmt *statement, int column);
struct jp_span jp_sql_blob(sqlite3_stmt *statement, int column);
uint64_t jp_sql_bits(sqlite3_stmt *statement, int column);
uint32_t jp_sql_id(sqlite3_stmt *statement, int column);

#endif
