/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_sql.h"

#include "jp_mem.h"

#include <limits.h>

/*
 * A statement that cannot be run. Those of this program can, in a store that has the tables it
 * should have.
 */
static bool is_refused(int code)
{
    switch (code & 0xff) {
    case SQLITE_ERROR:
    case SQLITE_TOOBIG:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
        return true;
    default:
        return false;
    }
}

/* What the failure is to the caller: the file is of no use, or it cannot be written. */
static enum jp_exit exit_of(const struct jp_sql *sql, int code)
{
    if (is_refused(code))
        return sql->is_asked ? JP_EXIT_USAGE : JP_EXIT_INPUT;
    switch (code & 0xff) {
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return JP_EXIT_WRITE;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return JP_EXIT_INPUT;
    case SQLITE_INTERRUPT:
        return JP_EXIT_USAGE;
    default:
        return JP_EXIT_INTERNAL;
    }
}

/* What is there, for whoever asks for what is not. */
static void hint_names(const struct jp_sql *sql, struct jp_error *error)
{
    const struct jp_span message = jp_span_of(sqlite3_errmsg(sql->db));

    if (jp_span_starts_with(message, JP_SPAN("no such table")))
        jp_error_hint(error, "\"SELECT name FROM sqlite_schema\" lists tables and views");
    else if (jp_span_starts_with(message, JP_SPAN("no such column")))
        jp_error_hint(error, "\"PRAGMA table_info(dumps)\" lists the columns of dumps");
}

static void hint(const struct jp_sql *sql, int code, struct jp_error *error)
{
    if (is_refused(code) && sql->is_asked)
        hint_names(sql, error);
    if (is_refused(code) && !sql->is_asked)
        jp_error_hint(error, "the tables of the store are not those that this program makes");
    switch (code & 0xff) {
    case SQLITE_FULL:
        jp_error_hint(error, "there is no room left; the store is as it was before");
        break;
    case SQLITE_READONLY:
        jp_error_hint(error, "the store, or its folder, may not be written");
        break;
    case SQLITE_NOTADB:
        jp_error_hint(error,
                      "--db takes a file that this program made, or one that does not exist");
        break;
    case SQLITE_CORRUPT:
        jp_error_hint(error, "sqlite3 FILE .recover may save what is left of it");
        break;
    default:
        break;
    }
}

bool jp_sql_fail(const struct jp_sql *sql, int code, struct jp_error *error)
{
    if (code == SQLITE_NOMEM)
        jp_mem_exhausted();
    jp_error_set(error, exit_of(sql, code), sql->path, 0, "%s",
                 sql->db ? sqlite3_errmsg(sql->db) : sqlite3_errstr(code));
    hint(sql, code, error);
    return false;
}

bool jp_sql_run(const struct jp_sql *sql, const char *text, struct jp_error *error)
{
    const int code = sqlite3_exec(sql->db, text, NULL, NULL, NULL);

    return code == SQLITE_OK || jp_sql_fail(sql, code, error);
}

bool jp_sql_prepare(const struct jp_sql *sql, sqlite3_stmt **statement, const char *text,
                    struct jp_error *error)
{
    const int code = sqlite3_prepare_v2(sql->db, text, -1, statement, NULL);

    return code == SQLITE_OK || jp_sql_fail(sql, code, error);
}

bool jp_sql_step(const struct jp_sql *sql, sqlite3_stmt *statement, bool *has_row,
                 struct jp_error *error)
{
    const int code = sqlite3_step(statement);

    *has_row = code == SQLITE_ROW;
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        jp_sql_fail(sql, code, error);
    sqlite3_reset(statement);
    return code == SQLITE_DONE;
}

bool jp_sql_done(const struct jp_sql *sql, sqlite3_stmt *statement, struct jp_error *error)
{
    bool has_row;

    return jp_sql_step(sql, statement, &has_row, error);
}

bool jp_sql_integer(const struct jp_sql *sql, const char *text, int64_t *value,
                    struct jp_error *error)
{
    sqlite3_stmt *statement;
    bool has_row = false;

    *value = 0;
    if (!jp_sql_prepare(sql, &statement, text, error))
        return false;
    const bool fine = jp_sql_step(sql, statement, &has_row, error);
    if (has_row)
        *value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return fine;
}

static int length_of(struct jp_span span)
{
    return span.len > INT_MAX ? INT_MAX : (int)span.len;
}

void jp_sql_bind_text(sqlite3_stmt *statement, int index, struct jp_span text)
{
    sqlite3_bind_text(statement, index, text.len ? text.ptr : "", length_of(text), SQLITE_STATIC);
}

void jp_sql_bind_blob(sqlite3_stmt *statement, int index, struct jp_span bytes)
{
    sqlite3_bind_blob(statement, index, bytes.len ? bytes.ptr : "", length_of(bytes),
                      SQLITE_STATIC);
}

void jp_sql_bind_counter(sqlite3_stmt *statement, int index, uint64_t value)
{
    if (value <= INT64_MAX)
        sqlite3_bind_int64(statement, index, (int64_t)value);
    else
        sqlite3_bind_double(statement, index, (double)value);
}

void jp_sql_bind_bits(sqlite3_stmt *statement, int index, uint64_t bits)
{
    sqlite3_bind_int64(statement, index, (int64_t)bits);
}

struct jp_span jp_sql_text(sqlite3_stmt *statement, int column)
{
    const char *const text = (const char *)sqlite3_column_text(statement, column);

    return text ? (struct jp_span){text, (size_t)sqlite3_column_bytes(statement, column)}
                : JP_SPAN("");
}

struct jp_span jp_sql_blob(sqlite3_stmt *statement, int column)
{
    const char *const bytes = sqlite3_column_blob(statement, column);

    return bytes ? (struct jp_span){bytes, (size_t)sqlite3_column_bytes(statement, column)}
                 : JP_SPAN("");
}

uint64_t jp_sql_bits(sqlite3_stmt *statement, int column)
{
    return (uint64_t)sqlite3_column_int64(statement, column);
}

uint32_t jp_sql_id(sqlite3_stmt *statement, int column)
{
    return (uint32_t)sqlite3_column_int64(statement, column);
}
