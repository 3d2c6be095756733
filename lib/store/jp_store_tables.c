/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables that take arguments: each is one query with parameters. They are temporary virtual tables,
 * so that they exist on our connections only, and come before the views of the same names, which
 * have the arguments as columns.
 */
#include "config.h"

#include "jp_store_functions.h"

#include "jp_mem.h"

#include <stdio.h>
#include <stdlib.h>

struct definition {
    const char *name;
    const char *columns; /* what declares them, the arguments last and hidden */
    int column_count;    /* without the arguments */
    int argument_count;
    const char *query;
};

static const struct definition definitions[] = {
    {"diff",
     "CREATE TABLE x (stack INTEGER, holder TEXT, bytes REAL, objects REAL, variance REAL, "
     "a HIDDEN, b HIDDEN)",
     5, 2,
     "SELECT m.stack_id, f.name, sum(m.sign * m.s * m.k), sum(m.sign * m.n * m.k), "
     "sum(CASE WHEN m.n > 0 THEN m.s * 1.0 * m.s * m.k * (m.k - 1) / m.n ELSE 0.0 END) "
     "FROM (SELECT -1 AS sign, stack_id, n, s, k FROM main.sample WHERE dump_id = ?1 UNION ALL "
     "SELECT 1, stack_id, n, s, k FROM main.sample WHERE dump_id = ?2) m "
     "JOIN main.stack t ON t.id = m.stack_id JOIN main.function f ON f.id = t.function_id "
     "GROUP BY m.stack_id"},
    {"growth",
     "CREATE TABLE x (stack INTEGER, holder TEXT, dumps INTEGER, seen INTEGER, "
     "bytes_per_hour REAL, bytes REAL, series HIDDEN)",
     6, 1,
     "SELECT m.stack_id, f.name, x.dumps, count(DISTINCT x.id), "
     "sum(x.hours * m.s * m.k) / nullif(x.squares, 0), "
     "sum((x.back = 1) * m.s * m.k) - sum((x.turn = 1) * m.s * m.k) "
     "FROM (SELECT id, hours, dumps, turn, back, sum(hours * hours) OVER () AS squares FROM ("
     "SELECT id, count(*) OVER () AS dumps, (time_ns - start) / 3.6e12 - "
     "avg((time_ns - start) / 3.6e12) OVER () AS hours, "
     "row_number() OVER (ORDER BY time_ns, seq, id) AS turn, "
     "row_number() OVER (ORDER BY time_ns DESC, seq DESC, id DESC) AS back "
     "FROM (SELECT id, seq, time_ns, min(time_ns) OVER () AS start FROM main.dump WHERE "
     "series_id = (SELECT id FROM main.series WHERE name = ?1)))) x "
     "JOIN main.sample m ON m.dump_id = x.id JOIN main.stack t ON t.id = m.stack_id "
     "JOIN main.function f ON f.id = t.function_id GROUP BY m.stack_id"},
};

struct table {
    sqlite3_vtab base;
    sqlite3 *db;
    const struct definition *definition;
};

struct cursor {
    sqlite3_vtab_cursor base;
    sqlite3_stmt *rows;
    sqlite3_int64 number;
    int code; /* of the last step */
};

static int connect(sqlite3 *db, void *definition, int count, const char *const *words,
                   sqlite3_vtab **result, char **message)
{
    struct table *const table = jp_mem_zeroed(1, sizeof *table);

    (void)count;
    (void)words;
    (void)message;
    table->db = db;
    table->definition = definition;
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

static int filter(sqlite3_vtab_cursor *base, int number, const char *text, int count,
                  sqlite3_value **values)
{
    struct cursor *const cursor = (struct cursor *)base;
    const struct table *const table = (const struct table *)base->pVtab;

    (void)number;
    (void)text;
    sqlite3_finalize(cursor->rows);
    cursor->rows = NULL;
    const int code =
        sqlite3_prepare_v2(table->db, table->definition->query, -1, &cursor->rows, NULL);
    if (code != SQLITE_OK)
        return code;
    for (int i = 0; i < count; i++)
        sqlite3_bind_value(cursor->rows, i + 1, values[i]);
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

bool jp_store_tables_add(const struct jp_sql *sql, struct jp_error *error)
{
    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++) {
        char create[96];
        char name[32];
        snprintf(name, sizeof name, "jp_%s", definitions[i].name);
        snprintf(create, sizeof create, "CREATE VIRTUAL TABLE IF NOT EXISTS temp.%s USING %s",
                 definitions[i].name, name);
        const int code =
            sqlite3_create_module(sql->db, name, &module, (void *)(uintptr_t)&definitions[i]);
        if (code != SQLITE_OK)
            return jp_sql_fail(sql, code, error);
        if (!jp_sql_run(sql, create, error))
            return false;
    }
    return true;
}
