/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_store_query.h"

#include "jp_store_functions.h"
#include "jp_store_private.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

extern const unsigned char jp_store_info[];
extern const size_t jp_store_info_size;
extern const unsigned char jp_store_sizes[];
extern const size_t jp_store_sizes_size;

struct jp_span jp_store_info_text(void)
{
    return (struct jp_span){(const char *)jp_store_info, jp_store_info_size};
}

struct jp_span jp_store_sizes_text(void)
{
    if (!sqlite3_compileoption_used("ENABLE_DBSTAT_VTAB"))
        return JP_SPAN("");
    return (struct jp_span){(const char *)jp_store_sizes, jp_store_sizes_size};
}

struct running {
    struct jp_store *store;
    const struct jp_store_query *query;
    struct jp_error *error;
};

/* The value of ":name", "@name" or "$name". */
static bool bind_parameter(struct running *running, sqlite3_stmt *statement, int index)
{
    const struct jp_store_query *const query = running->query;
    const char *const name = sqlite3_bind_parameter_name(statement, index);

    for (size_t i = 0; name && i < query->parameter_count; i++) {
        if (strcmp(name + 1, query->parameters[i].key) != 0)
            continue;
        sqlite3_bind_text(statement, index, query->parameters[i].value, -1, SQLITE_STATIC);
        return true;
    }
    jp_error_set(running->error, JP_EXIT_USAGE, NULL, 0, "--sql: the parameter %s has no value",
                 name ? name : "?");
    return jp_error_hint(running->error, "--param=%s=VALUE gives it one", name ? name + 1 : "name");
}

static bool fail_change(struct running *running, sqlite3_stmt *statement)
{
    jp_error_set(running->error, JP_EXIT_USAGE, NULL, 0,
                 "--sql: this would change the store: %.200s", sqlite3_sql(statement));
    return jp_error_hint(running->error, "--write allows it");
}

static struct jp_store_value value_of(sqlite3_stmt *statement, int column)
{
    struct jp_store_value value = {.kind = JP_STORE_NULL};

    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        value.kind = JP_STORE_INTEGER;
        value.integer = sqlite3_column_int64(statement, column);
        break;
    case SQLITE_FLOAT:
        value.kind = JP_STORE_REAL;
        value.real = sqlite3_column_double(statement, column);
        break;
    case SQLITE_TEXT:
        value.kind = JP_STORE_TEXT;
        value.bytes = jp_sql_text(statement, column);
        break;
    case SQLITE_BLOB:
        value.kind = JP_STORE_BLOB;
        value.bytes = jp_sql_blob(statement, column);
        break;
    default:
        break;
    }
    return value;
}

static bool give_rows(struct running *running, sqlite3_stmt *statement, size_t width)
{
    const struct jp_store_query *const query = running->query;
    struct jp_store_value *const values = jp_mem_zeroed(width, sizeof *values);
    bool has_row = true;
    bool fine = true;

    while (fine &&
           (fine = jp_sql_step(&running->store->sql, statement, &has_row, running->error)) &&
           has_row) {
        for (size_t i = 0; i < width; i++)
            values[i] = value_of(statement, (int)i);
        query->row(query->state, values, width);
    }
    free(values);
    return fine;
}

static bool give_result(struct running *running, sqlite3_stmt *statement, size_t width)
{
    const struct jp_store_query *const query = running->query;
    const char **const names = jp_mem_zeroed(width, sizeof *names);

    for (size_t i = 0; i < width; i++)
        names[i] = sqlite3_column_name(statement, (int)i);
    query->begin(query->state, names, width);
    const bool fine = give_rows(running, statement, width);
    if (fine)
        query->end(query->state);
    free(names);
    return fine;
}

static bool run_statement(struct running *running, sqlite3_stmt *statement)
{
    const int parameter_count = sqlite3_bind_parameter_count(statement);
    const int width = sqlite3_column_count(statement);

    if (!running->query->may_write && !sqlite3_stmt_readonly(statement))
        return fail_change(running, statement);
    for (int i = 1; i <= parameter_count; i++)
        if (!bind_parameter(running, statement, i))
            return false;
    if (width > 0)
        return give_result(running, statement, (size_t)width);
    return jp_sql_done(&running->store->sql, statement, running->error);
}

/* SQLite takes a byte 0 for the end, and half of a text would run. */
static bool check_text(struct running *running)
{
    const struct jp_span text = running->query->text;
    const char *const zero = text.len ? memchr(text.ptr, 0, text.len) : NULL;

    return !zero ||
           jp_error_set(running->error, JP_EXIT_USAGE, NULL, 0,
                        "--sql: byte %zu is 0, this is no text", (size_t)(zero - text.ptr));
}

static bool run_all(struct running *running)
{
    const char *at = running->query->text.ptr;
    const char *const end = at + running->query->text.len;

    if (!check_text(running))
        return false;
    while (at < end) {
        const size_t left = (size_t)(end - at);
        sqlite3_stmt *statement;
        const int code = sqlite3_prepare_v2(running->store->sql.db, at,
                                            left > INT_MAX ? INT_MAX : (int)left, &statement, &at);
        if (code != SQLITE_OK)
            return jp_sql_fail(&running->store->sql, code, running->error);
        if (!statement)
            continue; /* blanks or a comment */
        const bool fine = run_statement(running, statement);
        sqlite3_finalize(statement);
        if (!fine)
            return false;
    }
    return true;
}

/*
 * Asked by SQLite about each thing that a statement would do. Other files are none of a query's
 * business, and a transaction of its own would make "all of it or nothing" untrue.
 */
static int authorize(void *state, int action, const char *what, const char *with,
                     const char *database, const char *trigger)
{
    struct running *const running = state;

    (void)what, (void)with, (void)database, (void)trigger;
    if (action == SQLITE_ATTACH || action == SQLITE_DETACH)
        jp_error_set(running->error, JP_EXIT_USAGE, NULL, 0,
                     "--sql: a query has this one store, and attaches no other file");
    else if (action == SQLITE_TRANSACTION && running->query->may_write)
        jp_error_set(running->error, JP_EXIT_USAGE, NULL, 0,
                     "--sql: with --write all is one transaction, which begins and ends by itself");
    else
        return SQLITE_OK;
    return SQLITE_DENY;
}

static bool run_guarded(struct running *running)
{
    struct jp_sql *const sql = &running->store->sql;

    sql->is_asked = true;
    sqlite3_set_authorizer(sql->db, authorize, running);
    const bool fine = run_all(running);
    sqlite3_set_authorizer(sql->db, NULL, NULL);
    sql->is_asked = false;
    return fine;
}

/*
 * SQLite's sorts take as much memory as its cache. Merging within the processor's caches, and the
 * runs with the help of a file, takes two thirds of the time of one large sort in memory.
 */
static const char query_pragmas[] = "PRAGMA cache_size = -4096";

bool jp_store_query(struct jp_store *store, const struct jp_store_query *query,
                    struct jp_error *error)
{
    struct running running = {store, query, error};

    if (!jp_store_functions_add(store, error) || !jp_sql_run(&store->sql, query_pragmas, error))
        return false;
    if (!query->may_write)
        return jp_sql_run(&store->sql, "PRAGMA query_only = ON", error) && run_guarded(&running);
    if (jp_sql_run(&store->sql, "PRAGMA foreign_keys = ON", error) &&
        jp_store_begin(store, error) && run_guarded(&running) && jp_store_commit(store, error))
        return true;
    jp_store_rollback(store);
    return false;
}

/* SQLite says so of what it cannot parse; a name that it does not know comes after that. */
static bool is_parsed(int code, const char *message)
{
    return code == SQLITE_OK ||
           (!strstr(message, "syntax error") && !strstr(message, "incomplete input") &&
            !strstr(message, "unrecognized token"));
}

bool jp_store_query_is_formed(struct jp_span text)
{
    const char *at = text.ptr;
    const char *const end = text.ptr + text.len;
    bool is_formed = true;
    sqlite3 *db;

    if (sqlite3_open(":memory:", &db) == SQLITE_OK) {
        while (is_formed && at < end) {
            const char *const from = at;
            const size_t left = (size_t)(end - at);
            sqlite3_stmt *statement = NULL;
            const int code =
                sqlite3_prepare_v2(db, at, left > INT_MAX ? INT_MAX : (int)left, &statement, &at);
            is_formed = is_parsed(code, sqlite3_errmsg(db));
            sqlite3_finalize(statement);
            if (at <= from)
                break;
        }
    }
    sqlite3_close(db);
    return is_formed;
}
