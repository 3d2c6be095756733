/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A store that this process made and put nothing into is removed again, so that an import that
 * fails leaves no file behind which looks like a store of dumps.
 *
 * Another process may have opened the file meanwhile. It is removed under a lock that nobody else
 * can have then, and who gets the lock after that finds that its file has no name any more.
 */
#include "config.h"

#include "jp_store_private.h"

#include <unistd.h>

static bool is_empty(const struct jp_store *store)
{
    int64_t tables = 0;
    int64_t dumps = 1;

    return jp_sql_integer(&store->sql, "SELECT count(*) FROM sqlite_schema", &tables, NULL) &&
           (tables == 0 ||
            (jp_sql_integer(&store->sql, "SELECT count(*) FROM dump", &dumps, NULL) && dumps == 0));
}

void jp_store_remove_new(struct jp_store *store)
{
    /* The path behind links; empty when there is no file. */
    const char *const path = store->is_new ? sqlite3_db_filename(store->sql.db, "main") : NULL;

    if (!path || !path[0])
        return;
    jp_store_rollback(store);
    sqlite3_busy_handler(store->sql.db, NULL, NULL);
    if (sqlite3_exec(store->sql.db, "BEGIN EXCLUSIVE", NULL, NULL, NULL) != SQLITE_OK)
        return;
    if (!jp_store_is_removed(store) && is_empty(store))
        unlink(path);
    jp_store_rollback(store);
}

bool jp_store_is_removed(const struct jp_store *store)
{
    int is_moved = 0;

    return sqlite3_file_control(store->sql.db, "main", SQLITE_FCNTL_HAS_MOVED, &is_moved) ==
               SQLITE_OK &&
           is_moved;
}
