/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables that take arguments: each is one query with parameters (growth() sums up before it). They
 * are temporary virtual tables, so that they exist on our connections only, and come before the
 * views of the same names, which have the arguments as columns.
 */
#include "config.h"

#include "jp_store_functions.h"
#include "jp_store_growth.h"

#include "jp_mem.h"

#include <stdio.h>
#include <stdlib.h>

struct definition {
    const char *name;
    const char *columns; /* what declares them, the arguments last and hidden */
    int column_count;    /* without the arguments */
    int argument_count;
    bool takes_dumps; /* the arguments are dumps, not a series */
    const char *query;
    const char *query_of_1; /* for stores of version 1, where it differs; else NULL */
};

/* FACTOR is the one that sampling was corrected by, be it here or before. */
#define DIFF(factor)                                                                         \
    "SELECT m.stack_id, f.name, sum(m.sign * m.s * m.k), sum(m.sign * m.n * m.k), "          \
    "sum(CASE WHEN m.n > 0 THEN m.s * 1.0 * m.s * m.k * (m.factor - 1) / m.n ELSE 0.0 END) " \
    "FROM (SELECT -1 AS sign, stack_id, n, s, k, " factor " AS factor FROM main.sample "     \
    "WHERE dump_id = ?1 UNION ALL SELECT 1, stack_id, n, s, k, " factor " FROM main.sample " \
    "WHERE dump_id = ?2) m "                                                                 \
    "JOIN main.stack t ON t.id = m.stack_id JOIN main.function f ON f.id = t.function_id "   \
    "GROUP BY m.stack_id"

static const struct definition definitions[] = {
    {"diff",
     "CREATE TABLE x (stack INTEGER, holder TEXT, bytes REAL, objects REAL, variance REAL, "
     "a HIDDEN, b HIDDEN)",
     5, 2, true, DIFF("coalesce(done, k)"), DIFF("k")},
    {"growth",
     "CREATE TABLE x (stack INTEGER, holder TEXT, dumps INTEGER, seen INTEGER, "
     "bytes_per_hour REAL, bytes_per_dump REAL, bytes REAL, series HIDDEN)",
     7, 1, false,
     /* The numbers are those of enum jp_store_growth. */
     "SELECT t.id, f.name, jp_growth(?1, t.id, 0), jp_growth(?1, t.id, 1), "
     "jp_growth(?1, t.id, 2), jp_growth(?1, t.id, 3), jp_growth(?1, t.id, 4) "
     "FROM main.stack t JOIN main.function f ON f.id = t.function_id "
     "WHERE jp_growth(?1, t.id, 1) NOTNULL",
     NULL},
};

/* What a table is told when it is made. */
struct module_data {
    const struct definition *definition;
    struct jp_store *store;
};

struct table {
    sqlite3_vtab base;
    const struct definition *definition;
    struct jp_store *store;
};

struct cursor {
    sqlite3_vtab_cursor base;
    sqlite3_stmt *rows;
    sqlite3_int64 number;
    int code; /* of the last step */
};

static int connect(sqlite3 *db, void *state, int count, const char *const *words,
                   sqlite3_vtab **result, char **message)
{
    const struct module_data *const data = state;
    struct table *const table = jp_mem_zeroed(1, sizeof *table);

    (void)count;
    (void)words;
    (void)message;
    table->definition = data->definition;
    table->store = data->store;
    *result = &table->base;
    return sqlite3_declare_vtab(db, table->definition->columns);
}

static int disconnect(sqlite3_vtab *table)
{
    free(table);
    return SQLITE_OK;
}

/* Every argument must be given, and only equality counts. */
static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    const struct definition *const definition = ((struct table *)base)->definition;
    int seen = 0;

    for (int i = 0; i < info->nConstraint; i++) {
        const int argument = info->aConstraint[i].iColumn - definition->column_count;
        if (argument < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        if (seen & 1 << argument)
            continue;
        seen |= 1 << argument;
        info->aConstraintUsage[i].argvIndex = argument + 1;
        info->aConstraintUsage[i].omit = 1;
    }
    if (seen + 1 == 1 << definition->argument_count) {
        info->estimatedCost = 1000;
        return SQLITE_OK;
    }
    base->zErrMsg =
        sqlite3_mprintf("%s() takes %d argument%s", definition->name, definition->argument_count,
                        definition->argument_count == 1 ? "" : "s");
    return SQLITE_ERROR;
}

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **result)
{
    struct cursor *const cursor = jp_mem_zeroed(1, sizeof *cursor);

    (void)table;
    *result = &cursor->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    sqlite3_finalize(((struct cursor *)base)->rows);
    free(base);
    return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base)
{
    struct cursor *const cursor = (struct cursor *)base;

    cursor->number++;
    cursor->code = sqlite3_step(cursor->rows);
    return cursor->code == SQLITE_ROW || cursor->code == SQLITE_DONE ? SQLITE_OK : cursor->code;
}

static int fail(struct table *table, const struct jp_error *error)
{
    sqlite3_free(table->base.zErrMsg);
    table->base.zErrMsg = sqlite3_mprintf("%s(): %s", table->definition->name, error->message);
    return SQLITE_ERROR;
}

/* The one dump that TEXT names: "12" or a name of the command line. */
static int bind_dump(struct table *table, sqlite3_stmt *rows, int index, const char *text)
{
    struct jp_store_dumps dumps = {0};
    struct jp_error error = JP_ERROR_INIT;

    bool fine = jp_store_find(table->store, text, &dumps, &error);
    if (fine && dumps.list.count > 1)
        fine = jp_error_set(&error, JP_EXIT_USAGE, NULL, 0, "%s names %zu dumps, it takes one",
                            text, dumps.list.count);
    if (fine)
        sqlite3_bind_int64(rows, index, dumps.list.data[0].id);
    jp_store_dumps_release(&dumps);
    return fine ? SQLITE_OK : fail(table, &error);
}

/* What growth() sums up over the series TEXT. */
static int bind_series(struct table *table, sqlite3_stmt *rows, int index, const char *text)
{
    struct jp_error error = JP_ERROR_INIT;
    sqlite3_stmt *find;
    bool has_row = false;

    if (!jp_sql_prepare(&table->store->sql, &find, "SELECT 1 FROM main.series WHERE name = ?",
                        &error))
        return fail(table, &error);
    jp_sql_bind_text(find, 1, jp_span_of(text));
    bool fine = jp_sql_step(&table->store->sql, find, &has_row, &error);
    sqlite3_finalize(find);
    if (fine && !has_row)
        fine = jp_error_set(&error, JP_EXIT_USAGE, NULL, 0, "there is no series %s", text);
    fine = fine && jp_store_growth_bind(&table->store->sql, text, rows, index, &error);
    return fine ? SQLITE_OK : fail(table, &error);
}

static const char *query_of(const struct table *table)
{
    const struct definition *const definition = table->definition;

    return table->store->version == 1 && definition->query_of_1 ? definition->query_of_1
                                                                : definition->query;
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *text, int count,
                  sqlite3_value **values)
{
    struct cursor *const cursor = (struct cursor *)base;
    struct table *const table = (struct table *)base->pVtab;

    (void)number;
    (void)text;
    sqlite3_finalize(cursor->rows);
    cursor->rows = NULL;
    int code = sqlite3_prepare_v2(table->store->sql.db, query_of(table), -1, &cursor->rows, NULL);
    for (int i = 0; i < count && code == SQLITE_OK; i++) {
        const char *const value = (const char *)sqlite3_value_text(values[i]);
        if (!value) { /* NULL: nothing is known of nothing */
            cursor->code = SQLITE_DONE;
            return SQLITE_OK;
        }
        code = (table->definition->takes_dumps ? bind_dump : bind_series)(table, cursor->rows,
                                                                          i + 1, value);
    }
    return code == SQLITE_OK ? next(base) : code;
}

static int at_end(sqlite3_vtab_cursor *base)
{
    return ((struct cursor *)base)->code != SQLITE_ROW;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int index)
{
    struct cursor *const cursor = (struct cursor *)base;

    if (index < ((const struct table *)base->pVtab)->definition->column_count)
        sqlite3_result_value(context, sqlite3_column_value(cursor->rows, index));
    return SQLITE_OK;
}

static int row_number(sqlite3_vtab_cursor *base, sqlite3_int64 *number)
{
    *number = ((struct cursor *)base)->number;
    return SQLITE_OK;
}

static const sqlite3_module module = {
    .xCreate = connect,
    .xConnect = connect,
    .xBestIndex = best_index,
    .xDisconnect = disconnect,
    .xDestroy = disconnect,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = filter,
    .xNext = next,
    .xEof = at_end,
    .xColumn = column,
    .xRowid = row_number,
};

bool jp_store_tables_add(struct jp_store *store, struct jp_error *error)
{
    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++) {
        char create[96];
        char name[32];
        snprintf(name, sizeof name, "jp_%s", definitions[i].name);
        snprintf(create, sizeof create, "CREATE VIRTUAL TABLE IF NOT EXISTS temp.%s USING %s",
                 definitions[i].name, name);
        struct module_data *const data = jp_mem_zeroed(1, sizeof *data);
        *data = (struct module_data){&definitions[i], store};
        const int code = sqlite3_create_module_v2(store->sql.db, name, &module, data, free);
        if (code != SQLITE_OK)
            return jp_sql_fail(&store->sql, code, error);
        if (!jp_sql_run(&store->sql, create, error))
            return false;
    }
    return jp_store_growth_add(&store->sql, error);
}
