/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_buf.h"
#include "jp_regex.h"

#include <string.h>

static void test_matches(void **state)
{
    static const struct {
        const char *pattern;
        struct jp_span subject;
        bool is_match;
    } cases[] = {
        {"a.c", {"xabcx", 5}, true},
        {"^a", {"ba", 2}, false},
        {"A", {"a", 1}, false},
        {"(?i)A", {"a", 1}, true},
        {"a\\.b|c$", {"a.b", 3}, true},
        {"(?<=x)y", {"xy", 2}, true},
        {"b", {"a\0b", 3}, true},
        {"^$", {NULL, 0}, true},
        {"\\bmain\\b", {"my main()", 9}, true},
        {"\xff", {"\xff", 1}, true},
        {"std::vector<.*>::", {"std::vector<int>::push_back", 27}, true},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct jp_regex regex;
        assert_true(jp_regex_init(&regex, cases[i].pattern, NULL));
        assert_true(jp_regex_is_given(&regex));
        assert_int_equal(jp_regex_matches(&regex, cases[i].subject), cases[i].is_match);
        assert_int_equal(regex.exhausted_count, 0);
        jp_regex_release(&regex);
    }
}

static void test_empty_pattern(void **state)
{
    struct jp_regex regex;

    (void)state;
    assert_true(jp_regex_init(&regex, "", NULL));
    assert_false(jp_regex_is_given(&regex));
    jp_regex_release(&regex);
    assert_true(jp_regex_init(&regex, NULL, NULL));
    assert_false(jp_regex_is_given(&regex));
    jp_regex_release(&regex);
}

static void test_bad_pattern(void **state)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_regex regex;

    (void)state;
    assert_false(jp_regex_init(&regex, "ab(c", &error));
    assert_int_equal(error.exit, JP_EXIT_USAGE);
    assert_non_null(strstr(error.message, "'ab(c' at character 5"));
    jp_regex_release(&regex);
}

static void test_work_is_bounded(void **state)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_diags diags;
    struct jp_regex regex;
    char subject[64];

    (void)state;
    jp_diags_init(&diags);
    memset(subject, 'a', sizeof subject);
    assert_true(jp_regex_init(&regex, "^(a+)+$|x", NULL));
    subject[sizeof subject - 1] = '!';
    assert_false(jp_regex_matches(&regex, (struct jp_span){subject, sizeof subject}));
    assert_int_equal(regex.exhausted_count, 1);
    assert_true(jp_regex_check(&regex, "focus", &diags, NULL));
    assert_int_equal(jp_diags_count(&diags, JP_WARNING), 1);
    /* Other names are still answered. */
    assert_true(jp_regex_matches(&regex, JP_SPAN("x")));

    /* A hundred such names are enough, and then nothing is matched any more. */
    for (int i = 0; i < 1000; i++)
        assert_false(jp_regex_matches(&regex, (struct jp_span){subject, sizeof subject}));
    assert_int_equal(regex.exhausted_count, 100);
    assert_false(jp_regex_matches(&regex, JP_SPAN("x")));
    assert_false(jp_regex_check(&regex, "focus", &diags, &error));
    assert_int_equal(error.exit, JP_EXIT_USAGE);
    assert_non_null(strstr(error.message, "--focus: "));
    assert_int_equal(jp_diags_count(&diags, JP_WARNING), 1);
    jp_regex_release(&regex);
    jp_diags_release(&diags);
}

/* More nesting than the stack of compiled code has room for. */
static void test_long_names(void **state)
{
    struct jp_buf subject = JP_BUF_INIT;
    struct jp_regex regex;

    (void)state;
    for (int i = 0; i < 3000; i++)
        jp_buf_add_text(&subject, "std::");
    jp_buf_add_text(&subject, "end");
    assert_true(jp_regex_init(&regex, "^(?:(s)(t)(d)::)*end$", NULL));
    assert_true(jp_regex_matches(&regex, jp_buf_span(&subject)));
    assert_int_equal(regex.exhausted_count, 0);
    jp_regex_release(&regex);
    jp_buf_release(&subject);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matches),     cmocka_unit_test(test_empty_pattern),
        cmocka_unit_test(test_bad_pattern), cmocka_unit_test(test_work_is_bounded),
        cmocka_unit_test(test_long_names),
    };
    return cmocka_run_group_tests_name("regex", tests, NULL, NULL);
}
