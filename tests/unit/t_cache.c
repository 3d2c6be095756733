/* SPDX-License-Identifier: BSD-2-Clause */
/* The cache of names: what is put comes back, and nothing that goes wrong with its file matters. */
#include "config.h"

#include "jp_test.h"

#include "jp_cache.h"
#include "jp_cache_key.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define KEY JP_SPAN("1/own/123.abc")

static char folder[] = "/tmp/jp-cache-XXXXXX";
static char file[64];
static struct jp_diags diags;

static int make_folder(void **state)
{
    (void)state;
    snprintf(file, sizeof file, "%s", mkdtemp(folder));
    snprintf(file, sizeof file, "%s/symbols.cache", folder);
    return 0;
}

static int remove_folder(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static int start_empty(void **state)
{
    (void)state;
    unlink(file);
    jp_diags_init(&diags);
    return 0;
}

static int end(void **state)
{
    (void)state;
    jp_diags_release(&diags);
    return 0;
}

static struct jp_cache *open_cache(uint64_t most_bytes)
{
    const struct jp_cache_options options = {.folder = folder, .most_bytes = most_bytes};

    return jp_cache_new(&options, &diags);
}

/* One chain of two frames per address from FIRST on, with lines that follow from the address. */
static void make_names(struct jp_names *names, uint64_t first, size_t count)
{
    char text[64];

    jp_names_init(names);
    for (uint64_t address = first; address < first + count; address++) {
        snprintf(text, sizeof text, "function_%llu", (unsigned long long)address);
        jp_vec_push(&names->entries,
                    (struct jp_name_entry){.address = address,
                                           .frames_first = (uint32_t)names->frames.count,
                                           .frames_count = 2});
        jp_vec_push(&names->frames, (struct jp_name_frame){
                                        .function = jp_intern_add_text(&names->strings, "inlined"),
                                        .file = jp_intern_add_text(&names->strings, "/src/a.h"),
                                        .line = (uint32_t)address,
                                        .is_inlined = true,
                                    });
        jp_vec_push(&names->frames,
                    (struct jp_name_frame){.function = jp_intern_add_text(&names->strings, text),
                                           .file = jp_intern_add_text(&names->strings, "/src/a.c"),
                                           .line = (uint32_t)address + 7,
                                           .column = 3,
                                           .is_external = true});
    }
}

static void put(struct jp_cache *cache, struct jp_span key, uint64_t first, size_t count)
{
    struct jp_names names;

    make_names(&names, first, count);
    jp_cache_begin(cache);
    jp_cache_put(cache, key, &names);
    jp_cache_end(cache);
    jp_names_release(&names);
}

/* The number of entries under KEY, each of them as it was made. */
static size_t get(struct jp_cache *cache, struct jp_span key)
{
    struct jp_names names;
    char text[64];

    jp_names_init(&names);
    const bool is_found = jp_cache_get(cache, key, &names);
    const size_t count = names.entries.count;
    assert_int_equal(is_found, count > 0);
    for (size_t i = 0; i < count; i++) {
        const struct jp_name_entry *const entry = &names.entries.data[i];
        const struct jp_name_frame *const frame = &names.frames.data[entry->frames_first + 1];
        snprintf(text, sizeof text, "function_%llu", (unsigned long long)entry->address);
        assert_int_equal(entry->frames_count, 2);
        assert_string_equal(jp_intern_text(&names.strings, frame->function), text);
        assert_string_equal(jp_intern_text(&names.strings, frame->file), "/src/a.c");
        assert_int_equal(frame->line, entry->address + 7);
        assert_true(frame->is_external && frame[-1].is_inlined);
        assert_int_equal(frame[-1].line, entry->address);
    }
    jp_names_release(&names);
    return count;
}

static void test_round_trip(void **state)
{
    struct jp_cache *cache = open_cache(0);

    (void)state;
    assert_null(jp_cache_path(cache));
    assert_int_equal(get(cache, KEY), 0);
    put(cache, KEY, 100, 10);
    assert_int_equal(get(cache, KEY), 10);
    assert_int_equal(get(cache, JP_SPAN("1/own/123.abd")), 0);
    put(cache, KEY, 105, 10);
    assert_int_equal(get(cache, KEY), 15);
    put(cache, KEY, 1, 3);
    jp_cache_free(cache);
    cache = open_cache(0);
    assert_int_equal(get(cache, KEY), 18);
    assert_string_equal(jp_cache_path(cache), file);
    jp_cache_free(cache);
    assert_int_equal(diags.list.count, 0);
}

static int keep_number(void *value, int count, char **texts, char **names)
{
    (void)count;
    (void)names;
    *(unsigned long long *)value = strtoull(texts[0], NULL, 10);
    return 0;
}

static unsigned long long ask_sql(const char *sql)
{
    unsigned long long value = 0;
    sqlite3 *db;

    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, keep_number, &value, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return value;
}

/*
 * A few addresses more, many times: each time all that is kept would be written again, 256 times
 * half of it. Put together by size, everything is written as often as it doubles, 8 times at most.
 */
static void test_little_by_little(void **state)
{
    enum { TIMES = 256, EACH = 20 };
    struct jp_cache *cache = open_cache(0);

    (void)state;
    for (uint64_t i = 0; i < TIMES; i++)
        put(cache, KEY, 1 + EACH * (i * 77 % TIMES), EACH);
    const uint64_t written = jp_cache_written(cache);
    jp_cache_free(cache);
    const unsigned long long kept = ask_sql("SELECT sum(bytes) FROM module");
    assert_in_range(written, kept, 8 * kept);
    assert_in_range(ask_sql("SELECT count(*) FROM module"), 1, 8);
    cache = open_cache(0);
    assert_int_equal(get(cache, KEY), TIMES * EACH);

    /* One address more costs about that much. */
    put(cache, KEY, 1000000, 1);
    assert_in_range(jp_cache_written(cache), 1, 300);
    assert_int_equal(get(cache, KEY), TIMES * EACH + 1);
    jp_cache_free(cache);
    assert_int_equal(diags.list.count, 0);
}

static void write_file(const char *bytes, size_t len)
{
    FILE *const out = fopen(file, "w");

    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, len, out), len);
    fclose(out);
}

static void run_sql(const char *sql)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* It is made anew, and told in a note. */
static void expect_replaced(void)
{
    struct jp_cache *cache = open_cache(0);

    assert_int_equal(get(cache, KEY), 0);
    put(cache, KEY, 1, 2);
    assert_int_equal(get(cache, KEY), 2);
    jp_cache_free(cache);
    assert_int_equal(diags.list.count, 1);
    assert_int_equal(diags.list.data[0].severity, JP_NOTE);
    jp_diags_release(&diags);
    jp_diags_init(&diags);
}

static void test_no_cache_of_ours(void **state)
{
    static const char text[] = "This is no database, but it is longer than a header of SQLite is, "
                               "which has one hundred bytes.\n";

    (void)state;
    write_file(text, sizeof text - 1);
    expect_replaced();
    unlink(file);
    run_sql("CREATE TABLE module(key, names); INSERT INTO module VALUES(1, 2)");
    expect_replaced();
    unlink(file);
    run_sql("PRAGMA application_id = 1234; CREATE TABLE t(a)");
    expect_replaced();
}

/* Two versions of the program with one cache: a version that does not know the schema starts anew.
 */
static void test_other_version(void **state)
{
    struct jp_cache *const cache = open_cache(0);

    (void)state;
    put(cache, KEY, 1, 3);
    jp_cache_free(cache);
    run_sql("PRAGMA user_version = 77");
    expect_replaced();
}

static void test_damaged_file(void **state)
{
    struct jp_cache *cache = open_cache(0);
    char bytes[1 << 16];

    (void)state;
    put(cache, KEY, 1, 2000);
    jp_cache_free(cache);
    FILE *const in = fopen(file, "r");
    const size_t len = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    assert_true(len > 8192 && len < sizeof bytes);
    /* Whatever byte is wrong, what is found was put there, or nothing is found. */
    for (size_t i = 0; i < len; i += 97) {
        bytes[i] = (char)(bytes[i] ^ 0x55);
        write_file(bytes, len);
        bytes[i] = (char)(bytes[i] ^ 0x55);
        cache = open_cache(0);
        const size_t found = get(cache, KEY);
        assert_true(found == 0 || found == 2000);
        put(cache, KEY, 1, 10);
        jp_cache_free(cache);
    }
    /* Cut at any page. */
    for (size_t cut = 0; cut < len; cut += 2048) {
        write_file(bytes, cut);
        cache = open_cache(0);
        assert_int_equal(get(cache, KEY), 0);
        jp_cache_free(cache);
    }
}

static void test_names_of_another_key(void **state)
{
    struct jp_cache *cache = open_cache(0);

    (void)state;
    put(cache, KEY, 1, 5);
    jp_cache_free(cache);
    run_sql("UPDATE module SET key = CAST('1/own/other' AS BLOB)");
    cache = open_cache(0);
    assert_int_equal(get(cache, JP_SPAN("1/own/other")), 0);
    put(cache, JP_SPAN("1/own/other"), 1, 3);
    assert_int_equal(get(cache, JP_SPAN("1/own/other")), 3);
    jp_cache_free(cache);
}

/* Beyond the limit the sets that were not used for longest go. */
static void test_eviction(void **state)
{
    enum { SETS = 40 };
    struct jp_cache *const cache = open_cache(100000);
    struct stat status;
    char key[32];
    size_t kept = 0;

    (void)state;
    for (int i = 0; i < SETS; i++) {
        snprintf(key, sizeof key, "key %d", i);
        put(cache, jp_span_of(key), 1, 1000);
        assert_int_equal(get(cache, jp_span_of(key)), 1000);
    }
    for (int i = 0; i < SETS; i++) {
        snprintf(key, sizeof key, "key %d", i);
        const size_t found = get(cache, jp_span_of(key));
        assert_true(kept == 0 || found > 0); /* the latest ones are kept */
        kept += found > 0;
    }
    assert_true(kept > 3 && kept < SETS / 2);
    assert_int_equal(stat(file, &status), 0);
    assert_true(status.st_size < 200000);
    /* One that would take most of the room is not kept at all. */
    put(cache, KEY, 1, 100000);
    assert_int_equal(get(cache, KEY), 0);
    jp_cache_free(cache);
}

static void add_from_many(unsigned process)
{
    struct jp_cache *const cache = open_cache(0);

    for (uint64_t round = 0; round < 10; round++)
        put(cache, KEY, 1000 * process + 10 * round, 10);
    jp_cache_free(cache);
    _exit(jp_diags_count(&diags, JP_NOTE) ? 1 : 0);
}

static void test_processes_at_once(void **state)
{
    enum { PROCESSES = 4 };
    int failed = 0;

    (void)state;
    for (unsigned i = 0; i < PROCESSES; i++) {
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            add_from_many(i);
    }
    for (unsigned i = 0; i < PROCESSES; i++) {
        int status;
        assert_true(wait(&status) > 0);
        assert_true(WIFEXITED(status));
        failed += WEXITSTATUS(status) != 0; /* may have given up waiting, not more */
    }
    struct jp_cache *const cache = open_cache(0);
    const size_t found = get(cache, KEY);
    assert_true(found == 400 || (failed && found > 0));
    jp_cache_free(cache);
}

/* Another process holds the file for good. */
static void test_locked(void **state)
{
    struct jp_cache *cache = open_cache(0);
    sqlite3 *db;

    (void)state;
    put(cache, KEY, 1, 2);
    jp_cache_free(cache);
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    cache = open_cache(0);
    assert_int_equal(get(cache, KEY), 0);
    put(cache, KEY, 5, 2);
    jp_cache_free(cache);
    assert_int_equal(diags.list.count, 1);
    sqlite3_close(db);
    cache = open_cache(0);
    assert_int_equal(get(cache, KEY), 2);
    jp_cache_free(cache);
}

/* No more bytes can be written, as on a full disk. */
static void test_full(void **state)
{
    struct jp_cache *cache = open_cache(0);

    (void)state;
    put(cache, KEY, 1, 2);
    jp_cache_free(cache);
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {20000, 20000};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        cache = open_cache(0);
        put(cache, KEY, 10, 50000);
        jp_cache_free(cache);
        _exit(jp_diags_count(&diags, JP_NOTE) == 1 ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    cache = open_cache(0);
    assert_int_equal(get(cache, KEY), 2);
    jp_cache_free(cache);
}

static void expect_none(const char *path)
{
    const struct jp_cache_options options = {.folder = path};
    struct jp_cache *const cache = jp_cache_new(&options, &diags);

    assert_int_equal(get(cache, KEY), 0);
    put(cache, KEY, 1, 2);
    assert_int_equal(get(cache, KEY), 0);
    assert_null(jp_cache_path(cache));
    jp_cache_free(cache);
}

static void test_no_place(void **state)
{
    (void)state;
    expect_none("/dev/null");
    expect_none("/proc/nothing/here");
    assert_int_equal(mkfifo(file, 0600), 0);
    expect_none(folder);
    unlink(file);
    assert_int_equal(symlink("/dev/zero", file), 0);
    expect_none(folder);
    unlink(file);
    unsetenv("HOME");
    unsetenv("XDG_CACHE_HOME");
    expect_none(NULL);
    setenv("XDG_CACHE_HOME", "relative", 1);
    expect_none(NULL);
    assert_int_not_equal(access("relative", F_OK), 0);
    setenv("HOME", folder, 1);
    struct jp_cache *const cache = jp_cache_new(&(struct jp_cache_options){0}, &diags);
    put(cache, KEY, 1, 2);
    assert_int_equal(get(cache, KEY), 2);
    assert_non_null(strstr(jp_cache_path(cache), "/.cache/jeprof-c/symbols.cache"));
    jp_cache_free(cache);
}

/* Which files are the same to the cache. */
static void test_key(void **state)
{
    struct jp_buf one = JP_BUF_INIT;
    struct jp_buf two = JP_BUF_INIT;
    char path[4096];

    (void)state;
    snprintf(path, sizeof path, "%s/c-gcc5-pie/relayd", getenv("CORPUS"));
    struct jp_object *const gcc = jp_object_open(path, NULL);
    snprintf(path, sizeof path, "%s/c-clang5-pie/relayd", getenv("CORPUS"));
    struct jp_object *const clang = jp_object_open(path, NULL);
    assert_true(gcc && clang);
    const struct jp_binary alone = {.object = gcc, .debug_object = gcc};
    const struct jp_binary other = {.object = clang, .debug_object = clang};
    const struct jp_binary apart = {.object = gcc, .debug_object = clang};
    const struct jp_binary shared = {.object = gcc, .debug_object = gcc, .alternate = clang};
    const struct jp_binary *const binaries[] = {&alone, &other, &apart, &shared};
    for (size_t i = 0; i < JP_COUNT_OF(binaries); i++) {
        for (size_t k = 0; k < JP_COUNT_OF(binaries); k++) {
            jp_buf_clear(&one);
            jp_buf_clear(&two);
            assert_true(jp_cache_key(binaries[i], "own", &one));
            assert_true(jp_cache_key(binaries[k], "own", &two));
            assert_int_equal(jp_span_equal(jp_buf_span(&one), jp_buf_span(&two)), i == k);
            jp_buf_clear(&two);
            assert_true(jp_cache_key(binaries[k], "else", &two));
            assert_false(jp_span_equal(jp_buf_span(&one), jp_buf_span(&two)));
        }
    }
    jp_buf_release(&one);
    jp_buf_release(&two);
    jp_object_free(gcc);
    jp_object_free(clang);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, start_empty, end),
        cmocka_unit_test_setup_teardown(test_little_by_little, start_empty, end),
        cmocka_unit_test_setup_teardown(test_no_cache_of_ours, start_empty, end),
        cmocka_unit_test_setup_teardown(test_other_version, start_empty, end),
        cmocka_unit_test_setup_teardown(test_damaged_file, start_empty, end),
        cmocka_unit_test_setup_teardown(test_names_of_another_key, start_empty, end),
        cmocka_unit_test_setup_teardown(test_eviction, start_empty, end),
        cmocka_unit_test_setup_teardown(test_processes_at_once, start_empty, end),
        cmocka_unit_test_setup_teardown(test_locked, start_empty, end),
        cmocka_unit_test_setup_teardown(test_full, start_empty, end),
        cmocka_unit_test_setup_teardown(test_no_place, start_empty, end),
        cmocka_unit_test_setup_teardown(test_key, start_empty, end),
    };

    return cmocka_run_group_tests_name("cache", tests, make_folder, remove_folder);
}
