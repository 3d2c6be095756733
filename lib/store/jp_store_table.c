/* SPDX-License-Identifier: BSD-2-Clause */
/* https://sqlite.org/vtab.html: a table is a statement that runs when the arguments are known. */
#include "config.h"

#include "jp_store_table.h"

#include "jp_mem.h"

#include <stdio.h>
#include <stdlib.h>

/* What a table is told when it is made. */
struct module_data {
    const struct jp_store_table *definition;
    struct jp_store *store;
};

struct table {
    sqlite3_vtab base;
    const struct jp_store_table *definition;
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

/*
 * Arguments are given by equality. Hidden ones need no second look by SQLite, and visible ones get
 * it, for a table may be asked for dump 'x'.
 */
static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    const struct jp_store_table *const definition = ((struct table *)base)->definition;
    const bool is_hidden = definition->first_argument >= definition->column_count;
    int seen = 0;

    info->estimatedCost = 1000;
    for (int i = 0; i < info->nConstraint; i++) {
        const int argument = info->aConstraint[i].iColumn - definition->first_argument;
        if (argument < 0 || argument >= definition->argument_count ||
            info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!info->aConstraint[i].usable && !definition->query_of_all)
            return SQLITE_CONSTRAINT;
        if (seen & 1 << argument || !info->aConstraint[i].usable)
            continue;
        seen |= 1 << argument;
        info->aConstraintUsage[i].argvIndex = argument + 1;
        info->aConstraintUsage[i].omit = is_hidden;
    }
    if (seen + 1 == 1 << definition->argument_count)
        return SQLITE_OK;
    info->estimatedCost = 1e9;
    if (definition->query_of_all)
        return SQLITE_OK;
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

static const char *query_of(const struct table *table, int argument_count)
{
    const struct jp_store_table *const definition = table->definition;

    if (argument_count < definition->argument_count)
        return definition->query_of_all;
    return table->store->version == 1 && definition->query_of_1 ? definition->query_of_1
                                                                : definition->query;
}

static int filter(sqlite3_vtab_cursor *base, JP_UNUSED int number, JP_UNUSED const char *text,
                  int count, sqlite3_value **values)
{
    struct cursor *const cursor = (struct cursor *)base;
    struct table *const table = (struct table *)base->pVtab;
    struct jp_error error = JP_ERROR_INIT;

    sqlite3_finalize(cursor->rows);
    cursor->rows = NULL;
    cursor->code = SQLITE_DONE;
    for (int i = 0; i < count; i++)
        if (!sqlite3_value_text(values[i]))
            return SQLITE_OK; /* nothing is known of nothing */
    const int code =
        sqlite3_prepare_v2(table->store->sql.db, query_of(table, count), -1, &cursor->rows, NULL);
    if (code != SQLITE_OK)
        return code;
    if (count == table->definition->argument_count &&
        !table->definition->bind(table->store, cursor->rows, values, &error))
        return fail(table, &error);
    return next(base);
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

bool jp_store_table_add(struct jp_store *store, const struct jp_store_table *table,
                        struct jp_error *error)
{
    struct module_data *const data = jp_mem_zeroed(1, sizeof *data);
    char create[96];
    char name[32];

    snprintf(name, sizeof name, "jp_%s", table->name);
    snprintf(create, sizeof create, "CREATE VIRTUAL TABLE IF NOT EXISTS temp.%s USING %s",
             table->name, name);
    *data = (struct module_data){table, store};
    const int code = sqlite3_create_module_v2(store->sql.db, name, &module, data, free);
    if (code != SQLITE_OK)
        return jp_sql_fail(&store->sql, code, error);
    return jp_sql_run(&store->sql, create, error);
}
