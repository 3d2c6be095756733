/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * diff(a, b), growth(series), cum and top: each is one query with parameters, after sums that are
 * made here where SQL is slow at it.
 */
#include "config.h"

#include "jp_store_cum.h"
#include "jp_store_functions.h"
#include "jp_store_growth.h"
#include "jp_store_table.h"

/* The one dump that TEXT names: "12" or a name of the command line. */
static bool find_dump(struct jp_store *store, const char *text, int64_t *id, struct jp_error *error)
{
    struct jp_store_dumps dumps = {0};

    bool fine = jp_store_find(store, text, &dumps, error);
    if (fine && dumps.list.count > 1)
        fine = jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "%s names %zu dumps, it takes one", text,
                            dumps.list.count);
    if (fine)
        *id = dumps.list.data[0].id;
    jp_store_dumps_release(&dumps);
    return fine;
}

static bool bind_dumps(struct jp_store *store, sqlite3_stmt *rows, sqlite3_value **values,
                       struct jp_error *error)
{
    for (int i = 0; i < 2; i++) {
        int64_t id;
        if (!find_dump(store, (const char *)sqlite3_value_text(values[i]), &id, error))
            return false;
        sqlite3_bind_int64(rows, i + 1, id);
    }
    return true;
}

/* What growth() sums up over a series. */
static bool bind_series(struct jp_store *store, sqlite3_stmt *rows, sqlite3_value **values,
                        struct jp_error *error)
{
    const char *const name = (const char *)sqlite3_value_text(values[0]);
    const struct jp_sql *const sql = &store->sql;
    sqlite3_stmt *find;
    bool has_row = false;

    if (!jp_sql_prepare(sql, &find, "SELECT 1 FROM main.series WHERE name = ?", error))
        return false;
    jp_sql_bind_text(find, 1, jp_span_of(name));
    bool fine = jp_sql_step(sql, find, &has_row, error);
    sqlite3_finalize(find);
    if (fine && !has_row)
        fine = jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "there is no series %s", name);
    return fine && jp_store_growth_bind(store, name, rows, 1, error);
}

static bool bind_cum(struct jp_store *store, sqlite3_stmt *rows, int64_t dump,
                     struct jp_error *error)
{
    sqlite3_bind_int64(rows, 2, dump);
    return jp_store_cum_bind(&store->sql, dump, rows, 1, error);
}

static bool bind_dump(struct jp_store *store, sqlite3_stmt *rows, sqlite3_value **values,
                      struct jp_error *error)
{
    return bind_cum(store, rows, sqlite3_value_int64(values[0]), error);
}

static bool bind_last(struct jp_store *store, sqlite3_stmt *rows, JP_UNUSED sqlite3_value **values,
                      struct jp_error *error)
{
    int64_t last;

    return jp_sql_integer(&store->sql, "SELECT dump FROM main.last", &last, error) &&
           bind_cum(store, rows, last, error);
}

/* FACTOR is the one that sampling was corrected by, be it here or before. */
#define DIFF(factor)                                                                         \
    "SELECT m.stack_id, f.name, sum(m.sign * m.s * m.k), sum(m.sign * m.n * m.k), "          \
    "sum(CASE WHEN m.n > 0 THEN m.s * 1.0 * m.s * m.k * (m.factor - 1) / m.n ELSE 0.0 END) " \
    "FROM (SELECT -1 AS sign, stack_id, n, s, k, " factor " AS factor FROM main.sample "     \
    "WHERE dump_id = ?1 UNION ALL SELECT 1, stack_id, n, s, k, " factor " FROM main.sample " \
    "WHERE dump_id = ?2) m "                                                                 \
    "JOIN main.stack t ON t.id = m.stack_id JOIN main.function f ON f.id = t.function_id "   \
    "GROUP BY m.stack_id"

/* The numbers are those of enum jp_store_cum and jp_store_growth. */
static const struct jp_store_table tables[] = {
    {
        .name = "diff",
        .columns = "CREATE TABLE x (stack INTEGER, holder TEXT, bytes REAL, objects REAL, "
                   "variance REAL, a HIDDEN, b HIDDEN)",
        .column_count = 5,
        .first_argument = 5,
        .argument_count = 2,
        .bind = bind_dumps,
        .query = DIFF("coalesce(done, k)"),
        .query_of_1 = DIFF("k"),
    },
    {
        .name = "growth",
        .columns = "CREATE TABLE x (stack INTEGER, holder TEXT, dumps INTEGER, seen INTEGER, "
                   "bytes_per_hour REAL, bytes_per_dump REAL, bytes REAL, series HIDDEN)",
        .column_count = 7,
        .first_argument = 7,
        .argument_count = 1,
        .bind = bind_series,
        .query = "SELECT t.id, f.name, jp_growth(?1, t.id, 0), jp_growth(?1, t.id, 1), "
                 "jp_growth(?1, t.id, 2), jp_growth(?1, t.id, 3), jp_growth(?1, t.id, 4) "
                 "FROM main.stack t JOIN main.function f ON f.id = t.function_id "
                 "WHERE jp_growth(?1, t.id, 1) NOTNULL",
    },
    {
        .name = "cum",
        .columns = "CREATE TABLE x (dump INTEGER, name TEXT, bytes REAL, objects REAL, "
                   "alloc_bytes REAL, alloc_objects REAL, function INTEGER)",
        .column_count = 7,
        .argument_count = 1,
        .bind = bind_dump,
        .query = "SELECT ?2, f.name, jp_cum(?1, f.id, 0), jp_cum(?1, f.id, 1), "
                 "jp_cum(?1, f.id, 2), jp_cum(?1, f.id, 3), f.id "
                 "FROM main.function f WHERE jp_cum(?1, f.id, 0) NOTNULL",
        .query_of_all = "SELECT * FROM main.cum",
    },
    {
        .name = "top",
        .columns = "CREATE TABLE x (dump INTEGER, name TEXT, flat REAL, cum REAL, share REAL, "
                   "function INTEGER)",
        .column_count = 6,
        .bind = bind_last,
        .query = "SELECT ?2, f.name, jp_cum(?1, f.id, 4) AS flat, jp_cum(?1, f.id, 0) AS cum, "
                 "jp_cum(?1, f.id, 0) / nullif((SELECT bytes FROM main.dump WHERE id = ?2), 0), "
                 "f.id FROM main.function f WHERE jp_cum(?1, f.id, 0) NOTNULL "
                 "ORDER BY flat DESC, cum DESC, f.name",
    },
};

bool jp_store_tables_add(struct jp_store *store, struct jp_error *error)
{
    for (size_t i = 0; i < JP_COUNT_OF(tables); i++)
        if (!jp_store_table_add(store, &tables[i], error))
            return false;
    return jp_store_cum_add(&store->sql, error) && jp_store_growth_add(&store->sql, error);
}
