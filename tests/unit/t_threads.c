/* SPDX-License-Identifier: BSD-2-Clause */
/* --thread: which threads a number, a star or a pattern chooses, and in which order. */
#include "config.h"

#include "jp_test.h"

#include "jp_buf.h"
#include "jp_threads.h"

#include <inttypes.h>
#include <string.h>

/* Numbers out of order, two threads of one name, one without. */
static void add_threads(struct jp_profile *profile)
{
    jp_profile_init(profile);
    jp_profile_thread(profile, 0, 10, JP_SPAN("io pool"));
    jp_profile_thread(profile, 0, 2, JP_SPAN("io pool"));
    jp_profile_thread(profile, 0, 0, JP_SPAN("main"));
    jp_profile_thread(profile, 0, UINT64_MAX, JP_SPAN(""));
}

/* The uids chosen by WANTED, separated by blanks; "!" and the message when there is none. */
static void assert_chosen(const struct jp_profile *profile, const char *wanted, const char *uids)
{
    struct jp_thread_choice choice;
    struct jp_error error = JP_ERROR_INIT;
    struct jp_buf got = JP_BUF_INIT;

    if (jp_thread_choice_init(&choice, profile, wanted, NULL, &error)) {
        for (size_t i = 0; i < choice.list.count; i++)
            jp_buf_format(&got, "%s%" PRIu64, i ? " " : "",
                          profile->threads.data[choice.list.data[i]].uid);
    } else {
        jp_buf_format(&got, "!%s", error.message);
    }
    assert_string_equal(got.ptr, uids);
    jp_thread_choice_release(&choice);
    jp_buf_release(&got);
}

static void test_choice(JP_UNUSED void **state)
{
    struct jp_profile profile;
    struct jp_thread_choice choice;
    struct jp_error error = JP_ERROR_INIT;

    add_threads(&profile);
    assert_chosen(&profile, "*", "0 2 10 18446744073709551615");
    assert_chosen(&profile, "10", "10");
    assert_chosen(&profile, "0", "0");
    assert_chosen(&profile, "t10", "10");
    assert_chosen(&profile, "t0", "0");
    assert_chosen(&profile, "18446744073709551615", "18446744073709551615");
    assert_chosen(&profile, "pool", "2 10");
    assert_chosen(&profile, "^ma", "0");
    assert_chosen(&profile, "1",
                  "!--thread=1: there is no such thread; there are: 0 (main), 2 (io pool), "
                  "10 (io pool), 18446744073709551615");
    assert_chosen(&profile, "t1",
                  "!--thread=t1: there is no such thread; there are: 0 (main), 2 (io pool), "
                  "10 (io pool), 18446744073709551615");
    assert_chosen(&profile, "word",
                  "!--thread=word: there is no such thread; there are: 0 (main), 2 (io pool), "
                  "10 (io pool), 18446744073709551615");
    assert_true(jp_thread_choice_init(&choice, &profile, "", NULL, &error));
    assert_int_equal(choice.list.count, 1);
    assert_int_equal(choice.list.data[0], JP_PROCESS);
    jp_thread_choice_release(&choice);
    jp_profile_release(&profile);
}

static void test_none(JP_UNUSED void **state)
{
    struct jp_profile profile;

    jp_profile_init(&profile);
    assert_chosen(&profile, "*", "!--thread=*: the dumps have no records of single threads");
    jp_profile_release(&profile);
}

static void test_label(JP_UNUSED void **state)
{
    struct jp_profile profile;
    struct jp_arena arena = JP_ARENA_INIT;

    add_threads(&profile);
    assert_null(jp_thread_label(&profile, JP_PROCESS, &arena));
    assert_string_equal(jp_thread_label(&profile, 1, &arena), "t10");
    jp_arena_release(&arena);
    jp_profile_release(&profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_label),
    };

    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
