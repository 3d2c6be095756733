/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Opening: is the file a store, of which version, and may we change it?
 *
 * The journal is SQLite's default, a file that is rolled back and then deleted, and not WAL: a
 * store is then always one file, which can be copied, put on a read-only file system and opened
 * there, and what an import appends is written once.
 */
#include "config.h"

#include "jp_store_private.h"

#include "jp_mem.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const unsigned char jp_store_schema[];

enum { WAIT_MS = 250 };

/* Another process has the lock. */
static int wait(void *owner, int times)
{
    const struct jp_store *const store = owner;

    (void)times;
    if (store->options.wait && !store->options.wait(store->options.wait_state))
        return 0;
    sqlite3_sleep(WAIT_MS);
    return 1;
}

static bool fail_other_file(const struct jp_store *store, struct jp_error *error)
{
    jp_error_set(error, JP_EXIT_INPUT, store->sql.path, 0,
                 "is an SQLite database, but no store of this program");
    return jp_error_hint(error, "--db takes a file that this program made, or one that does not "
                                "exist");
}

static bool fail_version(const struct jp_store *store, int64_t version, struct jp_error *error)
{
    if (version < 1)
        return jp_error_set(error, JP_EXIT_INPUT, store->sql.path, 0,
                            "the store says that it has version %" PRId64
                            " of the schema, which no program makes: it is damaged",
                            version);
    jp_error_set(error, JP_EXIT_INPUT, store->sql.path, 0,
                 "the store has version %" PRId64 " of the schema, this program knows it up to %d",
                 version, JP_STORE_VERSION);
    return jp_error_hint(error, "a newer jeprof-c made it: use that one");
}

/* The tables and views in an empty file, all or nothing. */
static bool make(struct jp_store *store, struct jp_error *error)
{
    char pragmas[96];

    snprintf(pragmas, sizeof pragmas, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             JP_STORE_APPLICATION, JP_STORE_VERSION);
    return jp_sql_run(&store->sql, (const char *)jp_store_schema, error) &&
           jp_store_make_views(store, error) && jp_sql_run(&store->sql, pragmas, error);
}

/* Is the file empty? What is known of it else. */
struct identity {
    int64_t application;
    int64_t version;
    int64_t object_count;
};

static bool identify(const struct jp_store *store, struct identity *identity,
                     struct jp_error *error)
{
    return jp_sql_integer(&store->sql, "PRAGMA application_id", &identity->application, error) &&
           jp_sql_integer(&store->sql, "PRAGMA user_version", &identity->version, error) &&
           jp_sql_integer(&store->sql, "SELECT count(*) FROM sqlite_schema",
                          &identity->object_count, error);
}

/* Of one moment: another process may make the file a store meanwhile. */
static bool identify_at_once(struct jp_store *store, struct identity *identity,
                             struct jp_error *error)
{
    if (jp_sql_run(&store->sql, "BEGIN", error) && identify(store, identity, error) &&
        jp_store_commit(store, error))
        return true;
    jp_store_rollback(store);
    return false;
}

static bool check_identity(const struct jp_store *store, const struct identity *identity,
                           struct jp_error *error)
{
    if (identity->application != JP_STORE_APPLICATION)
        return fail_other_file(store, error);
    if (identity->version > JP_STORE_VERSION || identity->version < 1)
        return fail_version(store, identity->version, error);
    return true;
}

/* What there is to be done before this program writes into the store. */
static bool needs_work(const struct jp_store *store, const struct identity *identity, bool *needed,
                       struct jp_error *error)
{
    bool has_views = false;

    *needed = true;
    if (identity->object_count == 0)
        return true;
    if (!check_identity(store, identity, error) || !jp_store_has_views(store, &has_views, error))
        return false;
    *needed = identity->version < JP_STORE_VERSION || !has_views;
    return true;
}

/* Make an empty file a store, or bring one of an older program up to date. */
static bool make_or_upgrade(struct jp_store *store, const struct identity *identity,
                            struct jp_error *error)
{
    if (identity->object_count == 0)
        return make(store, error);
    return check_identity(store, identity, error) &&
           jp_store_upgrade(store, identity->version, error) && jp_store_make_views(store, error);
}

/* Under the lock, for two processes may do so at the same time; all or nothing. */
static bool prepare_to_write(struct jp_store *store, struct jp_error *error)
{
    struct identity identity;

    if (jp_store_begin(store, error) && identify(store, &identity, error) &&
        make_or_upgrade(store, &identity, error) && jp_store_commit(store, error))
        return true;
    jp_store_rollback(store);
    return false;
}

static bool fail_empty(const struct jp_store *store, struct jp_error *error)
{
    jp_error_set(error, JP_EXIT_INPUT, store->sql.path, 0, "is empty: there are no dumps in it");
    return jp_error_hint(error, "jeprof-c --db=FILE <program> <dump>... puts dumps into it");
}

static bool prepare(struct jp_store *store, struct jp_error *error)
{
    const enum jp_store_access access = store->options.access;
    struct identity identity;
    bool needed = false;

    if (!jp_sql_run(&store->sql,
                    "PRAGMA foreign_keys = OFF; PRAGMA cache_size = -65536;"
                    "PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF",
                    error) ||
        !identify_at_once(store, &identity, error))
        return false;
    if (identity.object_count == 0 && access != JP_STORE_MAKE)
        return fail_empty(store, error);
    store->version = identity.version;
    if (access == JP_STORE_READ)
        return check_identity(store, &identity, error);
    store->version = JP_STORE_VERSION;
    return needs_work(store, &identity, &needed, error) &&
           (!needed || prepare_to_write(store, error));
}

/*
 * Reading needs the right to write too, where there is one: what an import left behind that was
 * killed must be undone before anything is read. SQLite goes without where there is none. One
 * thread uses a store, so that no column has to be asked for under a lock.
 */
static int open_flags(enum jp_store_access access)
{
    return SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
           (access == JP_STORE_MAKE ? SQLITE_OPEN_CREATE : 0);
}

/* errno says why the folder of a new file at PATH cannot be used. */
static bool may_make(const char *path)
{
    const struct jp_span name = jp_span_basename(jp_span_of(path));
    struct jp_buf folder = JP_BUF_INIT;

    jp_buf_format(&folder, "%.*s.", (int)(name.ptr - path), path);
    const bool fine = access(folder.ptr, W_OK | X_OK) == 0;
    const int number = errno;
    jp_buf_release(&folder);
    errno = number;
    return fine;
}

/*
 * The system's reason, where it has one, says more than SQLite's "unable to open database file".
 * SQLite tries twice, and tells of the second time.
 */
static const char *open_reason(const struct jp_store *store, int code)
{
    const char *const path = store->sql.path;

    if (store->is_new ? !may_make(path) : access(path, R_OK | W_OK) != 0)
        return strerror(errno);
    const int number = store->sql.db ? sqlite3_system_errno(store->sql.db) : 0;
    return number ? strerror(number) : sqlite3_errstr(code);
}

static bool fail_open(const struct jp_store *store, int code, struct jp_error *error)
{
    const enum jp_store_access access = store->options.access;

    if (access != JP_STORE_MAKE && access != JP_STORE_WRITE)
        return jp_error_set(error, JP_EXIT_INPUT, store->sql.path, 0, "cannot open the store: %s",
                            open_reason(store, code));
    return jp_error_set(error, JP_EXIT_WRITE, store->sql.path, 0,
                        "cannot open the store for writing: %s", open_reason(store, code));
}

struct jp_store *jp_store_open(const char *path, const struct jp_store_options *options,
                               struct jp_error *error)
{
    struct jp_store *const store = jp_mem_zeroed(1, sizeof *store);

    store->options = *options;
    store->sql.path = path;
    if (options->access != JP_STORE_MAKE && access(path, F_OK) != 0) {
        jp_error_errno(error, JP_EXIT_INPUT, path, "open");
        jp_error_hint(error, "jeprof-c --db=FILE <program> <dump>... makes a store");
        jp_store_close(store);
        return NULL;
    }
    store->is_new = options->access == JP_STORE_MAKE && access(path, F_OK) != 0;
    const int code = sqlite3_open_v2(path, &store->sql.db, open_flags(options->access), NULL);
    if (code != SQLITE_OK) {
        fail_open(store, code, error);
        jp_store_close(store);
        return NULL;
    }
    sqlite3_extended_result_codes(store->sql.db, 1);
    sqlite3_busy_handler(store->sql.db, wait, store);
    if (prepare(store, error))
        return store;
    jp_store_close(store);
    return NULL;
}

void jp_store_close(struct jp_store *store)
{
    if (!store)
        return;
    jp_store_remove_new(store);
    sqlite3_close(store->sql.db);
    free(store);
}

bool jp_store_begin(struct jp_store *store, struct jp_error *error)
{
    return jp_sql_run(&store->sql, "BEGIN IMMEDIATE", error);
}

bool jp_store_commit(struct jp_store *store, struct jp_error *error)
{
    return jp_sql_run(&store->sql, "COMMIT", error);
}

void jp_store_rollback(struct jp_store *store)
{
    if (!sqlite3_get_autocommit(store->sql.db))
        sqlite3_exec(store->sql.db, "ROLLBACK", NULL, NULL, NULL);
}
