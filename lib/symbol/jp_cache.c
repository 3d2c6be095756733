/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_cache_private.h"

#include "jp_names_wire.h"

#include <limits.h>
#include <stdlib.h>
#include <time.h>
#include <zstd.h>

enum { DAY_SECONDS = 24 * 60 * 60, LEVEL = 1, KEY_BYTES = 4 };

static const uint64_t most_bytes_default = UINT64_C(256) << 20;
/* Of one set, unpacked: beyond that something is wrong. */
static const unsigned long long most_unpacked_bytes = UINT64_C(1) << 30;

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

const char *jp_cache_path(const struct jp_cache *cache)
{
    return cache->db ? cache->path.ptr : NULL;
}

/* --- a set of names as bytes: length of the key, key, names; packed by zstd with a checksum --- */

static void pack(struct jp_span key, const struct jp_names *names, struct jp_buf *out)
{
    struct jp_buf plain = JP_BUF_INIT;
    ZSTD_CCtx *const context = ZSTD_createCCtx();

    if (!context)
        jp_mem_exhausted();
    jp_wire_add(&plain, key.len, KEY_BYTES);
    jp_buf_add(&plain, key);
    jp_names_pack(names, &plain);
    const size_t room = ZSTD_compressBound(plain.len);
    char *const packed = jp_mem_resize(NULL, room, 1);
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    const size_t len = ZSTD_compress2(context, packed, room, plain.ptr, plain.len);
    if (!ZSTD_isError(len))
        jp_buf_add(out, (struct jp_span){packed, len});
    ZSTD_freeCCtx(context);
    free(packed);
    jp_buf_release(&plain);
}

static bool unpack_plain(struct jp_span rest, struct jp_span key, struct jp_names *names)
{
    uint64_t key_len;

    return jp_wire_take(&rest, &key_len, KEY_BYTES) && key_len == key.len &&
           jp_span_equal(jp_span_slice(rest, 0, key.len), key) &&
           (rest = jp_span_slice(rest, key.len, rest.len), jp_names_unpack(&rest, names)) &&
           rest.len == 0;
}

/* False: damaged; NAMES is empty then. */
static bool unpack(struct jp_span packed, struct jp_span key, struct jp_names *names)
{
    const unsigned long long size = ZSTD_getFrameContentSize(packed.ptr, packed.len);

    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN ||
        size > most_unpacked_bytes)
        return false;
    char *const plain = jp_mem_resize(NULL, (size_t)size, 1);
    const bool is_fine = ZSTD_decompress(plain, (size_t)size, packed.ptr, packed.len) == size &&
                         unpack_plain((struct jp_span){plain, (size_t)size}, key, names);
    free(plain);
    if (!is_fine) {
        jp_names_release(names);
        jp_names_init(names);
    }
    return is_fine;
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

/* Read the row of KEY; *USED becomes the day of its last use. */
static bool read_row(struct jp_cache *cache, struct jp_span key, struct jp_names *names,
                     int64_t *used)
{
    sqlite3_stmt *const row = prepare(cache, "SELECT names, used FROM module WHERE key = ?");
    bool is_found = false;

    if (!row)
        return false;
    if (bind_key(row, 1, key) && sqlite3_step(row) == SQLITE_ROW) {
        const char *const bytes = sqlite3_column_blob(row, 0);
        const int len = sqlite3_column_bytes(row, 0);
        is_found = bytes && len > 0 && unpack((struct jp_span){bytes, (size_t)len}, key, names);
        *used = sqlite3_column_int64(row, 1);
    }
    return finish(cache, row) && is_found;
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
    int64_t used = 0;

    if (!jp_cache_ready(cache) || !read_row(cache, key, names, &used))
        return false;
    touch(cache, key, used);
    return true;
}

static bool write_row(struct jp_cache *cache, struct jp_span key, struct jp_span packed)
{
    sqlite3_stmt *const row = prepare(
        cache, "INSERT OR REPLACE INTO module(key, used, bytes, names) VALUES(?1, ?2, ?3, ?4)");

    if (!row)
        return false;
    if (bind_key(row, 1, key) && sqlite3_bind_int64(row, 2, (int64_t)time(NULL)) == SQLITE_OK &&
        sqlite3_bind_int64(row, 3, (sqlite3_int64)packed.len) == SQLITE_OK &&
        sqlite3_bind_blob(row, 4, packed.ptr, (int)packed.len, SQLITE_STATIC) == SQLITE_OK)
        sqlite3_step(row);
    return finish(cache, row);
}

void jp_cache_begin(struct jp_cache *cache)
{
    cache->is_writing = jp_cache_ready(cache) && run(cache, "BEGIN IMMEDIATE");
}

/* Another process may have added addresses since they were looked for here. */
void jp_cache_put(struct jp_cache *cache, struct jp_span key, const struct jp_names *names)
{
    struct jp_buf packed = JP_BUF_INIT;
    struct jp_names old, all;
    int64_t used;

    if (!cache->is_writing)
        return;
    jp_names_init(&old);
    jp_names_init(&all);
    if (read_row(cache, key, &old, &used))
        jp_names_merge(&old, names, &all);
    pack(key, all.entries.count ? &all : names, &packed);
    if (cache->is_writing && packed.len > 0 && packed.len <= INT_MAX &&
        packed.len <= cache->options.most_bytes / 4)
        write_row(cache, key, jp_buf_span(&packed));
    jp_names_release(&old);
    jp_names_release(&all);
    jp_buf_release(&packed);
}

/* The least recently used sets go until a quarter of the room is free again. */
static bool evict(struct jp_cache *cache)
{
    sqlite3_stmt *const rows = prepare(
        cache, "DELETE FROM module WHERE (SELECT sum(bytes) FROM module) > ?1 AND id IN"
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
