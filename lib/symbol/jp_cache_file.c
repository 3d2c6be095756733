/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the cache lies, and whether it is one of ours. */
#include "config.h"

#include "jp_cache_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "jpcn", and the version of the schema: both are in the header of the file. */
#define APPLICATION "1785750382"
#define SCHEMA      "2"

enum { WAIT_MS = 250 }; /* for another process that writes, which takes some milliseconds */

static const char *const file_name = "symbols.cache";

void jp_cache_give_up(struct jp_cache *cache, const char *reason)
{
    jp_diags_add(cache->diags, JP_NOTE, cache->path.len ? cache->path.ptr : NULL, 0,
                 "no symbol cache: %s", reason);
    sqlite3_close(cache->db);
    cache->db = NULL;
    cache->is_writing = false;
}

static bool is_damaged(int status)
{
    return (status & 0xff) == SQLITE_CORRUPT || (status & 0xff) == SQLITE_NOTADB;
}

/* The file and what SQLite may have put beside it. */
static void remove_file(const struct jp_cache *cache)
{
    static const char *const endings[] = {"", "-journal", "-wal", "-shm"};
    struct jp_buf path = JP_BUF_INIT;

    for (size_t i = 0; i < JP_COUNT_OF(endings); i++) {
        jp_buf_clear(&path);
        jp_buf_format(&path, "%s%s", cache->path.ptr, endings[i]);
        unlink(path.ptr);
    }
    jp_buf_release(&path);
}

void jp_cache_fail(struct jp_cache *cache, int status)
{
    if (is_damaged(status))
        remove_file(cache);
    jp_cache_give_up(cache, sqlite3_errstr(status));
}

/* The folder's path; false when there is none to be had. */
static bool find_folder(const struct jp_cache *cache, struct jp_buf *out)
{
    const char *const xdg = getenv("XDG_CACHE_HOME");
    const char *const home = getenv("HOME");

    if (cache->options.folder)
        jp_buf_add_text(out, cache->options.folder);
    else if (xdg && xdg[0] == '/')
        jp_buf_format(out, "%s/jeprof-c", xdg);
    else if (home && home[0] == '/')
        jp_buf_format(out, "%s/.cache/jeprof-c", home);
    return out->len > 0;
}

/* Make the folder PATH and those above it that are missing, for the user alone. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool is_there = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!is_there)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* No FIFO, and nothing that somebody else may have prepared for us. */
static bool is_ours_or_missing(const char *path)
{
    struct stat status;

    if (lstat(path, &status) != 0)
        return errno == ENOENT;
    return S_ISREG(status.st_mode) && status.st_uid == geteuid();
}

static int read_number(void *value, int count, char **texts, char **names)
{
    (void)count;
    (void)names;
    *(long long *)value = texts[0] ? strtoll(texts[0], NULL, 10) : 0;
    return 0;
}

static int ask_number(sqlite3 *db, const char *question, long long *answer)
{
    *answer = 0;
    return sqlite3_exec(db, question, read_number, answer, NULL);
}

/* Was the file made by this version of the program? */
static int check_owner(sqlite3 *db, bool *is_ours)
{
    long long application = 0;
    long long version = 0;
    int status = ask_number(db, "PRAGMA application_id", &application);

    if (status == SQLITE_OK)
        status = ask_number(db, "PRAGMA user_version", &version);
    *is_ours =
        application == strtoll(APPLICATION, NULL, 10) && version == strtoll(SCHEMA, NULL, 10);
    return status;
}

/*
 * Make the tables of a new file; two processes may do so at once. SQLITE_NOTADB: not ours. The
 * transaction stays open for what is to be written first.
 */
static int make_schema(struct jp_cache *cache)
{
    sqlite3 *const db = cache->db;
    long long tables = 0;
    bool is_made = false;
    int status = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

    cache->is_writing = status == SQLITE_OK;
    if (status == SQLITE_OK)
        status = check_owner(db, &is_made);
    if (status == SQLITE_OK && !is_made)
        status = ask_number(db, "SELECT count(*) FROM sqlite_master", &tables);
    if (status == SQLITE_OK && !is_made)
        status = tables ? SQLITE_NOTADB
                        : sqlite3_exec(db,
                                       "CREATE TABLE module(id INTEGER PRIMARY KEY,"
                                       " key BLOB NOT NULL, used INTEGER NOT NULL,"
                                       " bytes INTEGER NOT NULL, names BLOB NOT NULL);"
                                       "CREATE INDEX by_key ON module(key, id);"
                                       "PRAGMA application_id = " APPLICATION ";"
                                       "PRAGMA user_version = " SCHEMA,
                                       NULL, NULL, NULL);
    return status;
}

/* A cache that is lost is made again, so nothing waits for the disk. */
static int open_file(struct jp_cache *cache)
{
    bool is_made = false;
    int status =
        sqlite3_open_v2(cache->path.ptr, &cache->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);

    if (status == SQLITE_OK)
        status = sqlite3_busy_timeout(cache->db, WAIT_MS);
    if (status == SQLITE_OK)
        status = sqlite3_exec(cache->db, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    if (status == SQLITE_OK)
        status = check_owner(cache->db, &is_made);
    return status == SQLITE_OK && !is_made ? make_schema(cache) : status;
}

/* Is there no file, and nothing that keeps us from making one? */
static bool is_new(const struct jp_cache *cache)
{
    struct jp_buf path = JP_BUF_INIT;
    struct stat status;

    bool is_missing = find_folder(cache, &path);
    if (is_missing) {
        jp_buf_format(&path, "/%s", file_name);
        is_missing = lstat(path.ptr, &status) != 0 && errno == ENOENT;
    }
    jp_buf_release(&path);
    return is_missing;
}

bool jp_cache_ready(struct jp_cache *cache, bool to_write)
{
    if (cache->is_tried || (!to_write && is_new(cache)))
        return cache->db;
    cache->is_tried = true;
    if (!find_folder(cache, &cache->path)) {
        jp_cache_give_up(cache, "neither XDG_CACHE_HOME nor HOME names a folder");
        return false;
    }
    if (!make_folders(cache->path.ptr)) {
        jp_cache_give_up(cache, strerror(errno));
        return false;
    }
    jp_buf_format(&cache->path, "/%s", file_name);
    if (!is_ours_or_missing(cache->path.ptr)) {
        jp_cache_give_up(cache, "it is not a file of this user");
        return false;
    }
    int status = open_file(cache);
    if (is_damaged(status)) {
        jp_diags_add(cache->diags, JP_NOTE, cache->path.ptr, 0,
                     "the symbol cache was damaged or of another version and is made anew");
        sqlite3_close(cache->db);
        cache->db = NULL;
        cache->is_writing = false;
        remove_file(cache);
        status = open_file(cache);
    }
    if (status == SQLITE_OK && cache->is_writing && !to_write) {
        status = sqlite3_exec(cache->db, "COMMIT", NULL, NULL, NULL);
        cache->is_writing = false;
    }
    if (status != SQLITE_OK)
        jp_cache_fail(cache, status);
    return cache->db;
}
