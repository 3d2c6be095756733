/* SPDX-License-Identifier: BSD-2-Clause */
/* Keeping a store small: dumps go, and later what only they needed. */
#include "config.h"

#include "jp_store_private.h"

/* What belongs to a dump alone. The dumps that go are in temp.gone. */
static const char drop_dumps[] =
    "DELETE FROM sample WHERE dump_id IN (SELECT id FROM temp.gone);"
    "DELETE FROM thread_sample WHERE dump_id IN (SELECT id FROM temp.gone);"
    "DELETE FROM address WHERE dump_id IN (SELECT id FROM temp.gone);"
    "DELETE FROM dump_thread WHERE dump_id IN (SELECT id FROM temp.gone);"
    "DELETE FROM remark WHERE dump_id IN (SELECT id FROM temp.gone);"
    "DELETE FROM tag WHERE dump_id IN (SELECT id FROM temp.gone);"
    "DELETE FROM dump WHERE id IN (SELECT id FROM temp.gone);"
    "DELETE FROM map_set WHERE id NOT IN (SELECT map_set_id FROM dump WHERE map_set_id NOTNULL);"
    "DELETE FROM mapping WHERE map_set_id NOT IN (SELECT id FROM map_set);"
    "DELETE FROM thread WHERE id NOT IN (SELECT thread_id FROM dump_thread);"
    "DELETE FROM series WHERE id NOT IN (SELECT series_id FROM dump);"
    "DROP TABLE temp.gone;";

/* What no dump needs any more, from the stacks down to the files. */
static const char sweep[] =
    "CREATE TEMP TABLE sampled (id INTEGER PRIMARY KEY);"
    "INSERT INTO temp.sampled SELECT stack_id FROM sample UNION SELECT stack_id FROM thread_sample "
    "UNION SELECT 0;"
    "CREATE TEMP TABLE used (id INTEGER PRIMARY KEY);"
    "INSERT INTO temp.used WITH RECURSIVE up (id) AS (SELECT id FROM temp.sampled UNION "
    "SELECT s.parent_id FROM up JOIN stack s ON s.id = up.id WHERE s.parent_id NOTNULL) "
    "SELECT id FROM up;"
    "DELETE FROM stack_function WHERE stack_id NOT IN (SELECT id FROM temp.sampled);"
    "DELETE FROM stack WHERE id NOT IN (SELECT id FROM temp.used);"
    "UPDATE stack SET function_id = NULL WHERE function_id NOTNULL AND "
    "id NOT IN (SELECT id FROM temp.sampled);"
    "DELETE FROM location WHERE id NOT IN (SELECT location_id FROM stack);"
    "DELETE FROM frame WHERE location_id NOT IN (SELECT id FROM location);"
    "DELETE FROM function WHERE id NOT IN (SELECT function_id FROM frame);"
    "UPDATE mapping SET module_id = NULL WHERE module_id NOT IN "
    "(SELECT module_id FROM location UNION SELECT module_id FROM function WHERE module_id NOTNULL);"
    "DELETE FROM module WHERE id NOT IN (SELECT module_id FROM location UNION "
    "SELECT module_id FROM function WHERE module_id NOTNULL);"
    "DELETE FROM file WHERE id NOT IN (SELECT file_id FROM frame WHERE file_id NOTNULL UNION "
    "SELECT file_id FROM function WHERE file_id NOTNULL UNION SELECT file_id FROM mapping);"
    "DROP TABLE temp.sampled; DROP TABLE temp.used;";

/* One transaction around what CHANGE does. */
static bool in_transaction(struct jp_store *store, bool is_fine, struct jp_error *error)
{
    if (is_fine && jp_store_commit(store, error))
        return true;
    jp_store_rollback(store);
    return false;
}

static bool fill_gone(struct jp_store *store, const struct jp_store_dumps *dumps,
                      struct jp_error *error)
{
    sqlite3_stmt *insert;

    if (!jp_sql_run(&store->sql, "CREATE TEMP TABLE gone (id INTEGER PRIMARY KEY)", error) ||
        !jp_sql_prepare(&store->sql, &insert, "INSERT OR IGNORE INTO temp.gone VALUES (?)", error))
        return false;
    bool fine = true;
    for (size_t i = 0; fine && i < dumps->list.count; i++) {
        sqlite3_bind_int64(insert, 1, dumps->list.data[i].id);
        fine = jp_sql_done(&store->sql, insert, error);
    }
    sqlite3_finalize(insert);
    return fine;
}

static bool drop_gone(struct jp_store *store, int64_t *count, struct jp_error *error)
{
    return jp_sql_integer(&store->sql, "SELECT count(*) FROM temp.gone", count, error) &&
           jp_sql_run(&store->sql, drop_dumps, error);
}

bool jp_store_drop(struct jp_store *store, const struct jp_store_dumps *dumps, int64_t *count,
                   struct jp_error *error)
{
    if (!jp_store_begin(store, error))
        return false;
    return in_transaction(store, fill_gone(store, dumps, error) && drop_gone(store, count, error),
                          error);
}

/*
 * Of each hour, day and week the last one; weeks begin on Thursdays, as 1970 did. First and last go
 * by the place in the series, and where times are of no use, nobody knows an hour or a day. One
 * that lacks records is of little use: the whole one that is next to it in its group stays, too.
 */
#define KEPT(name, group, order)                                                           \
    "row_number() OVER (PARTITION BY series_id" group " ORDER BY turn" order ") = 1 OR "   \
    "is_whole AND "                                                                        \
    "row_number() OVER (PARTITION BY series_id, is_whole" group " ORDER BY turn" order ")" \
    " = 1 AS " name ", "

static const char kept_of_dumps[] = KEPT("is_first", "", "") KEPT("is_last", "", " DESC")
    KEPT("of_hour", ", time_ns / 3600000000000", " DESC")
        KEPT("of_day", ", time_ns / 86400000000000", " DESC")
            KEPT("of_week", ", time_ns / 604800000000000", " DESC");

static const char choose_gone[] =
    "CREATE TEMP TABLE gone AS SELECT id FROM (SELECT %s id, hours FROM "
    "(SELECT d.id, d.series_id, d.time_ns, t.turn, t.hours, w.is_whole FROM dump d "
    "JOIN main.timeline t ON t.dump = d.id JOIN main.dumps w ON w.dump = d.id)) "
    "WHERE NOT ((%d AND is_first) OR (%d AND is_last) OR (%d AND of_hour) OR "
    "(%d AND of_day) OR (%d AND of_week) OR (%d AND hours ISNULL))";

/* Series of several dumps whose times are of no use. */
static const char untimed[] =
    "SELECT count(DISTINCT series_id) FROM main.timeline WHERE hours ISNULL AND dumps > 1";

bool jp_store_prune(struct jp_store *store, const struct jp_store_keep *keep,
                    struct jp_store_pruned *pruned, struct jp_error *error)
{
    const bool by_time = keep->hourly || keep->daily || keep->weekly;

    *pruned = (struct jp_store_pruned){.dump_count = 0};
    if (!jp_store_begin(store, error))
        return false;
    char *const text = sqlite3_mprintf(choose_gone, kept_of_dumps, keep->first, keep->last,
                                       keep->hourly, keep->daily, keep->weekly, by_time);
    const bool fine =
        text && jp_sql_run(&store->sql, text, error) &&
        (!by_time || jp_sql_integer(&store->sql, untimed, &pruned->untimed_series, error)) &&
        drop_gone(store, &pruned->dump_count, error);
    sqlite3_free(text);
    return in_transaction(store, fine, error);
}

bool jp_store_vacuum(struct jp_store *store, struct jp_error *error)
{
    if (!jp_store_begin(store, error) ||
        !in_transaction(store, jp_sql_run(&store->sql, sweep, error), error))
        return false;
    return jp_sql_run(&store->sql, "ANALYZE; VACUUM", error);
}
