/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_error.h"

#include <errno.h>
#include <string.h>

static void test_first_failure_wins(void **state)
{
    struct jp_error error = JP_ERROR_INIT;

    (void)state;
    assert_false(jp_error_prepend(&error, "early"));
    assert_false(jp_error_set(&error, JP_EXIT_INPUT, "a.heap", 3, "bad %d", 1));
    assert_false(jp_error_set(&error, JP_EXIT_WRITE, "b.heap", 4, "worse"));
    assert_int_equal(error.exit, JP_EXIT_INPUT);
    assert_string_equal(error.path, "a.heap");
    assert_int_equal(error.line, 3);
    assert_string_equal(error.message, "bad 1");
    assert_false(jp_error_hint(&error, "try %s", "x"));
    assert_false(jp_error_hint(&error, "no"));
    assert_string_equal(error.hint, "try x");
    jp_error_prepend(&error, "reading %s", "y");
    jp_error_prepend(&error, "joining");
    assert_string_equal(error.message, "joining: reading y: bad 1");
}

static void test_nobody_listens(void **state)
{
    (void)state;
    assert_false(jp_error_set(NULL, JP_EXIT_INPUT, NULL, 0, "x"));
    assert_false(jp_error_hint(NULL, "x"));
    assert_false(jp_error_prepend(NULL, "x"));
    errno = ENOENT;
    assert_false(jp_error_errno(NULL, JP_EXIT_INPUT, "x", "open"));
}

static void test_long_texts_are_cut(void **state)
{
    static char text[5000];
    struct jp_error error = JP_ERROR_INIT;

    (void)state;
    memset(text, 'p', sizeof text - 5);
    memcpy(text + sizeof text - 5, "tail", 5);
    jp_error_set(&error, JP_EXIT_INPUT, text, 0, "%s", text);
    jp_error_hint(&error, "%s", text);
    assert_int_equal(strlen(error.path), sizeof error.path - 1);
    assert_memory_equal(error.path, "...ppp", 6);
    assert_string_equal(error.path + strlen(error.path) - 4, "tail");
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    jp_error_prepend(&error, "context");
    assert_memory_equal(error.message, "context: pp", 11);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    jp_error_prepend(&error, "%s", text);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
}

static void test_path_lengths(void **state)
{
    char path[600];

    (void)state;
    for (size_t len = 500; len < 520; len++) {
        struct jp_error error = JP_ERROR_INIT;
        memset(path, 'x', len);
        path[len - 1] = 'y';
        path[len] = '\0';
        jp_error_set(&error, JP_EXIT_INPUT, path, 0, "m");
        assert_int_equal(strlen(error.path), len < 512 ? len : 511);
        assert_int_equal(error.path[strlen(error.path) - 1], 'y');
    }
}

static void test_errno(void **state)
{
    struct jp_error error = JP_ERROR_INIT;

    (void)state;
    errno = ENOENT;
    jp_error_errno(&error, JP_EXIT_INPUT, "x", "open");
    assert_string_equal(error.message, "cannot open: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_failure_wins),
        cmocka_unit_test(test_nobody_listens),
        cmocka_unit_test(test_long_texts_are_cut),
        cmocka_unit_test(test_path_lengths),
        cmocka_unit_test(test_errno),
    };
    return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
