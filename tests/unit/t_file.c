/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As long as a name may be. */
#define TEN       "0123456789"
#define FIFTY     TEN TEN TEN TEN TEN
#define LONG_NAME FIFTY FIFTY FIFTY FIFTY FIFTY "01234"

static char folder[64];

static int enter_folder(void **state)
{
    (void)state;
    strcpy(folder, "t_file.XXXXXX");
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    static const char *const names[] = {"a", "b", "link", "fifo", "empty", "loop", LONG_NAME};

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(names); i++)
        unlink(names[i]);
    return chdir("..") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static void assert_content(const char *path, const char *expected)
{
    struct jp_file file;

    assert_true(jp_file_open(&file, path, JP_FILE_NAMED_BY_USER, NULL));
    assert_true(jp_span_equal(file.bytes, jp_span_of(expected)));
    jp_file_release(&file);
}

static void assert_refused(const char *path, enum jp_file_kind kind, const char *message)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_file file;

    assert_false(jp_file_open(&file, path, kind, &error));
    assert_int_equal(error.exit, JP_EXIT_INPUT);
    assert_string_equal(error.path, path);
    assert_non_null(strstr(error.message, message));
    jp_file_release(&file);
}

static void test_write_and_map(void **state)
{
    struct jp_file file;
    struct stat status;

    (void)state;
    const mode_t mask = umask(027);
    assert_true(jp_file_write("a", JP_SPAN("first\n"), NULL));
    umask(mask);
    assert_int_equal(stat("a", &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
    assert_true(jp_file_open(&file, "a", JP_FILE_NAMED_BY_DATA, NULL));
    assert_true(file.mapped_bytes == 6 && file.stored_bytes == 6 && !file.owned);
    assert_int_equal(file.packing, JP_PACKING_NONE);
    assert_true(file.mtime_ns ==
                (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec);
    /* The mapping is of the old file, which is replaced and not written over. */
    assert_true(jp_file_write("a", JP_SPAN("second, and longer\n"), NULL));
    assert_true(jp_span_equal(file.bytes, JP_SPAN("first\n")));
    jp_file_release(&file);
    assert_content("a", "second, and longer\n");
}

static void test_write_through_a_link(void **state)
{
    struct stat status;

    (void)state;
    assert_true(jp_file_write("b", JP_SPAN("old"), NULL));
    assert_int_equal(symlink("b", "link"), 0);
    assert_true(jp_file_write("link", JP_SPAN("new"), NULL));
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_content("b", "new");
}

/* What a link leads to need not be there; where it leads in a circle nothing is replaced. */
static void test_write_through_odd_links(void **state)
{
    struct jp_error error = JP_ERROR_INIT;
    struct stat status;

    (void)state;
    unlink("b");
    assert_true(jp_file_write("link", JP_SPAN("through"), NULL));
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_content("b", "through");
    assert_int_equal(symlink("loop", "loop"), 0);
    assert_false(jp_file_write("loop", JP_SPAN("x"), &error));
    assert_int_equal(error.exit, JP_EXIT_WRITE);
    assert_int_equal(lstat("loop", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
}

static void test_write_keeps_permissions(void **state)
{
    struct stat status;

    (void)state;
    assert_true(jp_file_write("a", JP_SPAN("secret"), NULL));
    assert_int_equal(chmod("a", 0600), 0);
    assert_true(jp_file_write("a", JP_SPAN("more"), NULL));
    assert_int_equal(stat("a", &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
    assert_content("a", "more");
}

static void test_write_long_name(void **state)
{
    (void)state;
    assert_int_equal(strlen(LONG_NAME), 255);
    assert_true(jp_file_write(LONG_NAME, JP_SPAN("long"), NULL));
    assert_true(jp_file_write(LONG_NAME, JP_SPAN("again"), NULL));
    assert_content(LONG_NAME, "again");
}

/* The superuser may write anywhere: be somebody else meanwhile. */
static bool become_nobody(void)
{
    return geteuid() != 0 || seteuid(65534) == 0;
}

static void become_self(void)
{
    if (getuid() == 0)
        assert_int_equal(seteuid(0), 0);
}

static void test_write_in_closed_folder(void **state)
{
    struct jp_error error = JP_ERROR_INIT;
    struct stat status;

    (void)state;
    assert_true(jp_file_write("a", JP_SPAN("old and longer"), NULL));
    assert_true(jp_file_write("b", JP_SPAN("kept"), NULL));
    assert_int_equal(chmod("a", 0666), 0);
    assert_int_equal(chmod("b", 0444), 0);
    assert_int_equal(chmod(".", 0555), 0);
    if (!become_nobody())
        skip();
    const bool is_written = jp_file_write("a", JP_SPAN("new"), NULL);
    const bool is_protected = !jp_file_write("b", JP_SPAN("lost"), &error);
    become_self();
    assert_int_equal(chmod(".", 0755), 0);
    assert_true(is_written);
    assert_content("a", "new");
    assert_true(is_protected);
    assert_int_equal(error.exit, JP_EXIT_WRITE);
    assert_content("b", "kept");
    assert_int_equal(stat("b", &status), 0);
    assert_int_equal(status.st_mode & 07777, 0444);
    assert_int_equal(unlink("b"), 0);
}

/* An open folder is no licence to replace what may not be written. */
static void test_write_spares_protected(void **state)
{
    struct jp_error error = JP_ERROR_INIT;

    (void)state;
    assert_true(jp_file_write("b", JP_SPAN("kept"), NULL));
    assert_int_equal(chmod("b", 0444), 0);
    assert_int_equal(chmod(".", 0777), 0);
    if (!become_nobody())
        skip();
    const bool is_protected = !jp_file_write("b", JP_SPAN("lost"), &error);
    become_self();
    assert_int_equal(chmod(".", 0755), 0);
    assert_true(is_protected);
    assert_int_equal(error.exit, JP_EXIT_WRITE);
    assert_content("b", "kept");
    assert_int_equal(unlink("b"), 0);
}

static void test_write_to_a_device(void **state)
{
    struct stat status;

    (void)state;
    assert_true(jp_file_write("/dev/null", JP_SPAN("x"), NULL));
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
}

static void test_write_fails(void **state)
{
    struct jp_error error = JP_ERROR_INIT;

    (void)state;
    assert_false(jp_file_write("no/such/folder/x", JP_SPAN("x"), &error));
    assert_int_equal(error.exit, JP_EXIT_WRITE);
    assert_string_equal(error.path, "no/such/folder/x");
    if (access("/dev/full", W_OK) == 0) {
        error = (struct jp_error)JP_ERROR_INIT;
        assert_false(jp_file_write("/dev/full", JP_SPAN("x"), &error));
        assert_non_null(strstr(error.message, "No space left"));
    }
}

static void test_empty(void **state)
{
    struct jp_file file;

    (void)state;
    assert_true(jp_file_write("empty", JP_SPAN(""), NULL));
    assert_true(jp_file_open(&file, "empty", JP_FILE_NAMED_BY_USER, NULL));
    assert_int_equal(file.bytes.len, 0);
    assert_non_null(file.bytes.ptr);
    jp_file_release(&file);
}

static void test_refused(void **state)
{
    (void)state;
    assert_refused("missing", JP_FILE_NAMED_BY_USER, "No such file");
    assert_refused(".", JP_FILE_NAMED_BY_USER, "is a folder");
    assert_refused(".", JP_FILE_NAMED_BY_DATA, "is a folder");
    assert_refused("/dev/null", JP_FILE_NAMED_BY_DATA, "not a regular file");
    /* A pipe without a writer must not make us wait. */
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_refused("fifo", JP_FILE_NAMED_BY_DATA, "not a regular file");
    /* "-" is a name like any other in data. */
    assert_refused("-", JP_FILE_NAMED_BY_DATA, "No such file");
}

/* Regular files that say they have no bytes. */
static void test_proc(void **state)
{
    struct jp_file file;

    (void)state;
    if (access("/proc/self/maps", R_OK) != 0)
        skip();
    assert_true(jp_file_open(&file, "/proc/self/maps", JP_FILE_NAMED_BY_USER, NULL));
    assert_true(jp_span_find(file.bytes, JP_SPAN("t_file"), 0) != SIZE_MAX);
    jp_file_release(&file);
}

static void test_packed(void **state)
{
    /* A raw zstd frame by its specification (RFC 8878): magic, one-byte size 3, last raw block. */
    static const char abc[] = "\x28\xb5\x2f\xfd\x20\x03\x19\x00\x00"
                              "abc";
    struct jp_error error = JP_ERROR_INIT;
    struct jp_file file;

    (void)state;
    assert_true(jp_file_write("a", JP_SPAN(abc), NULL));
    assert_true(jp_file_open(&file, "a", JP_FILE_NAMED_BY_USER, NULL));
    assert_true(jp_span_equal(file.bytes, JP_SPAN("abc")));
    assert_false(file.is_cut);
    assert_int_equal(file.packing, JP_PACKING_ZSTD);
    assert_int_equal(file.stored_bytes, 12);
    jp_file_release(&file);
    assert_true(jp_file_write("a", (struct jp_span){abc, 8}, NULL));
    assert_true(jp_file_open(&file, "a", JP_FILE_NAMED_BY_USER, NULL));
    assert_true(file.is_cut);
    assert_int_equal(file.bytes.len, 0);
    jp_file_release(&file);
    assert_true(jp_file_write("a", JP_SPAN("\x1f\x8b\x08\x00garbage garbage"), NULL));
    assert_false(jp_file_open(&file, "a", JP_FILE_NAMED_BY_USER, &error));
    assert_non_null(strstr(error.message, "damaged gzip data"));
    assert_string_equal(error.path, "a");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_write_and_map),
        cmocka_unit_test(test_write_through_a_link),
        cmocka_unit_test(test_write_through_odd_links),
        cmocka_unit_test(test_write_keeps_permissions),
        cmocka_unit_test(test_write_long_name),
        cmocka_unit_test(test_write_in_closed_folder),
        cmocka_unit_test(test_write_spares_protected),
        cmocka_unit_test(test_write_to_a_device),
        cmocka_unit_test(test_write_fails),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_proc),
        cmocka_unit_test(test_packed),
    };
    return cmocka_run_group_tests_name("file", tests, enter_folder, leave_folder);
}
