/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stores of older programs: their tables get what is new since, one file of SQL per version, and
 * views get the text that they have here. Dumps and names stay as they are.
 */
#include "config.h"

#include "jp_store_private.h"

#include <stdio.h>

extern const unsigned char jp_store_upgrade_1[];
extern const unsigned char jp_store_views[];

/* The step at 0 leads from version 1 to version 2. */
static const unsigned char *const steps[] = {jp_store_upgrade_1};

_Static_assert(JP_COUNT_OF(steps) == JP_STORE_VERSION - 1, "a step for each version");

bool jp_store_upgrade(struct jp_store *store, int64_t version, struct jp_error *error)
{
    char pragma[48];

    for (int64_t i = version; i < JP_STORE_VERSION; i++)
        if (!jp_sql_run(&store->sql, (const char *)steps[i - 1], error))
            return jp_error_prepend(error, "bringing the store up to date");
    snprintf(pragma, sizeof pragma, "PRAGMA user_version = %d", JP_STORE_VERSION);
    return version == JP_STORE_VERSION || jp_sql_run(&store->sql, pragma, error);
}

/*
 * Called for each view of this program, with its text as SQLite keeps it. So that nothing here has
 * to take SQL apart, the views are made in a database of their own, in memory.
 */
typedef bool take_view(const struct jp_store *store, struct jp_span name, struct jp_span text,
                       bool *state, struct jp_error *error);

static bool each_row(const struct jp_store *store, const struct jp_sql *model, take_view *take,
                     bool *state, struct jp_error *error)
{
    sqlite3_stmt *rows;
    bool has_row = true;

    if (!jp_sql_prepare(model, &rows, "SELECT name, sql FROM sqlite_schema WHERE type = 'view'",
                        error))
        return false;
    bool fine = true;
    while (fine && (fine = jp_sql_step(model, rows, &has_row, error)) && has_row)
        fine = take(store, jp_sql_text(rows, 0), jp_sql_text(rows, 1), state, error);
    sqlite3_finalize(rows);
    return fine;
}

static bool each_view(const struct jp_store *store, take_view *take, bool *state,
                      struct jp_error *error)
{
    struct jp_sql model = {.path = store->sql.path};

    const int code = sqlite3_open_v2(":memory:", &model.db, SQLITE_OPEN_READWRITE, NULL);
    const bool fine = (code == SQLITE_OK || jp_sql_fail(&model, code, error)) &&
                      jp_sql_run(&model, (const char *)jp_store_views, error) &&
                      each_row(store, &model, take, state, error);
    sqlite3_close(model.db);
    return fine;
}

static bool compare(const struct jp_store *store, struct jp_span name, struct jp_span text,
                    bool *state, struct jp_error *error)
{
    sqlite3_stmt *find;
    bool has_row = false;

    if (!jp_sql_prepare(&store->sql, &find,
                        "SELECT 1 FROM sqlite_schema WHERE type = 'view' AND name = ? AND sql = ?",
                        error))
        return false;
    jp_sql_bind_text(find, 1, name);
    jp_sql_bind_text(find, 2, text);
    const bool fine = jp_sql_step(&store->sql, find, &has_row, error);
    sqlite3_finalize(find);
    *state &= has_row;
    return fine;
}

bool jp_store_has_views(const struct jp_store *store, bool *has_all, struct jp_error *error)
{
    *has_all = true;
    return each_view(store, compare, has_all, error);
}

static bool drop(const struct jp_store *store, struct jp_span name, JP_UNUSED struct jp_span text,
                 JP_UNUSED bool *state, struct jp_error *error)
{
    char *const statement = sqlite3_mprintf("DROP VIEW IF EXISTS main.\"%.*w\"", JP_SPAN_ARG(name));

    const bool fine = jp_sql_run(&store->sql, statement, error);
    sqlite3_free(statement);
    return fine;
}

bool jp_store_make_views(const struct jp_store *store, struct jp_error *error)
{
    bool unused;

    return each_view(store, drop, &unused, error) &&
           jp_sql_run(&store->sql, (const char *)jp_store_views, error);
}
