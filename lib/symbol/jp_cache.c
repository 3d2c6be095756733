/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_cache_private.h"

#include <limits.h>
#include <stdlib.h>
#include <time.h>

enum { DAY_SECONDS = 24 * 60 * 60 };

static const uint64_t most_bytes_default = UINT64_C(256) << 20;

struct jp_cache *jp_cache_new(const struct jp_cache_options *options, struct jp_diags *diags)
{
    struct jp_cache *const cache = jp_mem_zeroed(1, sizeof *cache);

    cache->options = *options;
    cache->diags = diags;
    if (cache->options.most_bytes == 0)
        cache->options.most_bytes = most_bytes_default;
    return cache;
}

void jp_cache_free(struct jp_cache *cache)
{
    if (!cache)
        return;
    sqlite3_close(cache->db);
    jp_buf_release(&cache->path);
    free(cache);
}

uint64_t jp_cache_written(const struct jp_cache *cache)
{
    return cache->written_bytes;
}

const char *jp_cache_path(const struct jp_cache *cache)
{
    return cache->db ? cache->path.ptr : NULL;
}

/* --- rows ------------------------------------------------------------------------------------ */

static sqlite3_stmt *prepare(struct jp_cache *cache, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    const int status = sqlite3_prepare_v2(cache->db, sql, -1, &statement, NULL);

    if (status != SQLITE_OK)
        jp_cache_fail(cache, status);
    return status == SQLITE_OK ? statement : NULL;
}

static bool bind_key(sqlite3_stmt *statement, int index, struct jp_span key)
{
    return key.len <= INT_MAX &&
           sqlite3_bind_blob(statement, index, key.ptr, (int)key.len, SQLITE_STATIC) == SQLITE_OK;
}

/* End a statement; false, with the cache given up, when its last step failed. */
static bool finish(struct jp_cache *cache, sqlite3_stmt *statement)
{
    const int status = sqlite3_finalize(statement);

    if (status != SQLITE_OK)
        jp_cache_fail(cache, status);
    return status == SQLITE_OK;
}

/* Put OLDER and ALL together in ALL; the entries of ALL win. */
static void add_older(struct jp_names *all, struct jp_names *older)
{
    struct jp_names both;

    if (all->entries.count == 0) {
        jp_names_release(all);
        *all = *older;
        jp_names_init(older);
        return;
    }
    jp_names_init(&both);
    jp_names_merge(older, all, &both);
    jp_names_release(all);
    *all = both;
}

/*
 * Add to NAMES those of KEY's sets from id FIRST on. From the newest, which are small, to the
 * oldest, so that all is copied about twice. *USED becomes the day of the last use. A damaged set
 * is none.
 */
static bool read_sets(struct jp_cache *cache, struct jp_span key, int64_t first,
                      struct jp_names *names, int64_t *used)
{
    sqlite3_stmt *const row =
        prepare(cache, "SELECT names, used FROM module WHERE key = ? AND id >= ? ORDER BY id DESC");

    if (!row)
        return false;
    *used = INT64_MAX;
    if (!bind_key(row, 1, key) || sqlite3_bind_int64(row, 2, first) != SQLITE_OK)
        return finish(cache, row);
    while (sqlite3_step(row) == SQLITE_ROW) {
        const char *const bytes = sqlite3_column_blob(row, 0);
        const int len = sqlite3_column_bytes(row, 0);
        const int64_t day = sqlite3_column_int64(row, 1);
        struct jp_names set;
        jp_names_init(&set);
        if (bytes && len > 0 && jp_cache_unpack((struct jp_span){bytes, (size_t)len}, key, &set))
            add_older(names, &set);
        jp_names_release(&set);
        *used = day < *used ? day : *used;
    }
    return finish(cache, row);
}

static bool run(struct jp_cache *cache, const char *sql)
{
    const int status = sqlite3_exec(cache->db, sql, NULL, NULL, NULL);

    if (status != SQLITE_OK)
        jp_cache_fail(cache, status);
    return status == SQLITE_OK;
}

/* Eviction goes by days, so that most runs only read. */
static void touch(struct jp_cache *cache, struct jp_span key, int64_t used)
{
    const int64_t now = (int64_t)time(NULL);

    if (now >= used && now - used < DAY_SECONDS)
        return;
    sqlite3_stmt *const row = prepare(cache, "UPDATE module SET used = ? WHERE key = ?");
    if (!row)
        return;
    if (sqlite3_bind_int64(row, 1, now) == SQLITE_OK && bind_key(row, 2, key))
        sqlite3_step(row);
    finish(cache, row);
}

bool jp_cache_get(struct jp_cache *cache, struct jp_span key, struct jp_names *names)
{
    int64_t used;

    if (!jp_cache_ready(cache, false) || !read_sets(cache, key, 0, names, &used) ||
        names->entries.count == 0)
        return false;
    touch(cache, key, used);
    return true;
}

static bool write_row(struct jp_cache *cache, struct jp_span key, struct jp_span packed)
{
    sqlite3_stmt *const row =
        prepare(cache, "INSERT INTO module(key, used, bytes, names) VALUES(?1, ?2, ?3, ?4)");

    if (!row)
        return false;
    if (bind_key(row, 1, key) && sqlite3_bind_int64(row, 2, (int64_t)time(NULL)) == SQLITE_OK &&
        sqlite3_bind_int64(row, 3, (sqlite3_int64)packed.len) == SQLITE_OK &&
        sqlite3_bind_blob(row, 4, packed.ptr, (int)packed.len, SQLITE_STATIC) == SQLITE_OK)
        sqlite3_step(row);
    cache->written_bytes += packed.len;
    return finish(cache, row);
}

/* One module shall not take all the room. */
static uint64_t most_bytes_of_set(const struct jp_cache *cache)
{
    const uint64_t bytes = cache->options.most_bytes / 4;

    return bytes < INT_MAX ? bytes : INT_MAX;
}

/*
 * The id of the oldest set of KEY that is to be written again together with a new one of BYTES;
 * INT64_MAX: none. Sets stay at least twice as large as the one behind them: there are few of them
 * then, and what is kept has been written as often as there are sets, not as there were reports.
 */
static int64_t oldest_small_set(struct jp_cache *cache, struct jp_span key, int64_t bytes)
{
    sqlite3_stmt *const row =
        prepare(cache, "SELECT id, bytes FROM module WHERE key = ? ORDER BY id DESC");
    int64_t oldest = INT64_MAX;

    if (!row)
        return oldest;
    bool is_small = bind_key(row, 1, key);
    while (is_small && sqlite3_step(row) == SQLITE_ROW) {
        const int64_t own = sqlite3_column_int64(row, 1);
        is_small = own / 2 <= bytes && bytes + own <= (int64_t)most_bytes_of_set(cache);
        if (is_small)
            oldest = sqlite3_column_int64(row, 0);
        bytes += own;
    }
    finish(cache, row);
    return oldest;
}

static bool remove_sets(struct jp_cache *cache, struct jp_span key, int64_t first)
{
    sqlite3_stmt *const row = prepare(cache, "DELETE FROM module WHERE key = ? AND id >= ?");

    if (!row)
        return false;
    if (bind_key(row, 1, key) && sqlite3_bind_int64(row, 2, first) == SQLITE_OK)
        sqlite3_step(row);
    return finish(cache, row);
}

void jp_cache_begin(struct jp_cache *cache)
{
    cache->is_writing =
        jp_cache_ready(cache, true) && (cache->is_writing || run(cache, "BEGIN IMMEDIATE"));
}

void jp_cache_put(struct jp_cache *cache, struct jp_span key, const struct jp_names *names)
{
    struct jp_buf packed = JP_BUF_INIT;
    struct jp_names older;
    struct jp_names all;
    int64_t used;

    if (!cache->is_writing)
        return;
    jp_names_init(&older);
    jp_names_init(&all);
    jp_cache_pack(key, names, &packed);
    const int64_t first = oldest_small_set(cache, key, (int64_t)packed.len);
    if (first != INT64_MAX && read_sets(cache, key, first, &older, &used) &&
        remove_sets(cache, key, first)) {
        jp_names_merge(&older, names, &all);
        jp_buf_clear(&packed);
        jp_cache_pack(key, &all, &packed);
    }
    if (cache->is_writing && packed.len > 0 && packed.len <= most_bytes_of_set(cache))
        write_row(cache, key, jp_buf_span(&packed));
    jp_names_release(&older);
    jp_names_release(&all);
    jp_buf_release(&packed);
}

static bool is_full(struct jp_cache *cache)
{
    sqlite3_stmt *const row = prepare(cache, "SELECT sum(bytes) FROM module");

    if (!row)
        return false;
    const bool is_beyond = sqlite3_step(row) == SQLITE_ROW &&
                           sqlite3_column_int64(row, 0) > (int64_t)cache->options.most_bytes;
    return finish(cache, row) && is_beyond;
}

/* The least recently used sets go until a quarter of the room is free again. */
static bool evict(struct jp_cache *cache)
{
    if (!is_full(cache))
        return cache->is_writing;
    sqlite3_stmt *const rows = prepare(
        cache, "DELETE FROM module WHERE id IN"
               " (SELECT id FROM (SELECT id, sum(bytes) OVER (ORDER BY used DESC, id DESC) AS kept"
               " FROM module) WHERE kept > ?1 / 4 * 3)");

    if (!rows)
        return false;
    if (sqlite3_bind_int64(rows, 1, (sqlite3_int64)cache->options.most_bytes) == SQLITE_OK)
        sqlite3_step(rows);
    return finish(cache, rows);
}

void jp_cache_end(struct jp_cache *cache)
{
    if (cache->is_writing && evict(cache))
        run(cache, "COMMIT");
    cache->is_writing = false;
}
