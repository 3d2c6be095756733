/* SPDX-License-Identifier: BSD-2-Clause */
/* Two processes that open a store at the same time. */
#include "config.h"

#include "jp_test.h"

#include "jp_store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

/* Another process that makes the store while this one opens it, in front of statement AT. */
struct rival {
    const char *path;
    int at;
    int count;
};

static struct rival rival;

static bool give_up(JP_UNUSED void *state)
{
    return false;
}

static int before_statement(JP_UNUSED unsigned kind, JP_UNUSED void *state,
                            JP_UNUSED void *statement, JP_UNUSED void *text)
{
    const struct jp_store_options options = {.access = JP_STORE_MAKE, .wait = give_up};

    if (rival.count++ != rival.at)
        return 0;
    jp_store_close(jp_store_open(rival.path, &options, NULL));
    return 0;
}

static int watch(sqlite3 *db, JP_UNUSED const char **message, JP_UNUSED const void *routines)
{
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, before_statement, NULL);
}

/* Whenever somebody else makes a store in the empty file: both of them can use it. */
static void test_made_meanwhile(JP_UNUSED void **state)
{
    char path[64];
    const struct jp_store_options options = {.access = JP_STORE_MAKE};

    snprintf(path, sizeof path, "/tmp/t_store-%d.meanwhile.db", (int)getpid());
    sqlite3_auto_extension((void (*)(void))watch);
    for (int at = 0; at < 16; at++) {
        struct jp_error error = JP_ERROR_INIT;
        fclose(fopen(path, "w")); /* it is new to none of them, so that none removes it */
        rival = (struct rival){.path = path, .at = at};
        struct jp_store *const store = jp_store_open(path, &options, &error);
        assert_string_equal(error.message, "");
        assert_non_null(store);
        jp_store_close(store);
        unlink(path);
    }
    sqlite3_cancel_auto_extension((void (*)(void))watch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made_meanwhile),
    };
    return cmocka_run_group_tests_name("store_open", tests, NULL, NULL);
}
