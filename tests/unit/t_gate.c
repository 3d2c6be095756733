/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_gate.h"
#include "jp_rules.h"
#include "jp_suppress.h"

#include <math.h>

/* As LeakSanitizer matches templates: anywhere, unless anchored, and stars between. */
static void test_templates(void **state)
{
    static const struct {
        const char *pattern;
        const char *text;
        bool want;
    } cases[] = {
        {"load", "Registry::load(int)", true},
        {"^load", "Registry::load(int)", false},
        {"^Registry", "Registry::load(int)", true},
        {"load$", "Registry::load", true},
        {"load$", "Registry::load(int)", false},
        {"^lib*.so$", "libfoo.so", true},
        {"^lib*.so$", "libfoo.so.1", false},
        {"a*b*c", "xxaxxbxxcxx", true},
        {"a*b*c", "xxaxxcxxbxx", false},
        {"[x", "f[x]", true},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct jp_error error = JP_ERROR_INIT;
        struct jp_suppressions suppressions;
        struct jp_buf text = JP_BUF_INIT;
        jp_buf_format(&text, "leak:%s\n", cases[i].pattern);
        assert_true(
            jp_suppressions_parse(&suppressions, jp_buf_span(&text), "test", 20260101, &error));
        assert_int_equal(suppressions.list.count, 1);
        assert_int_equal(jp_rules_glob(suppressions.list.data[0].glob, jp_span_of(cases[i].text)),
                         cases[i].want);
        jp_suppressions_release(&suppressions);
        jp_buf_release(&text);
    }
}

/* A date counts for the line below it, to the end of its day. */
static void test_dates(void **state)
{
    static const char lines[] =
        "# until 2026-05-01: a\nleak:a\n# until 2026-05-02\n# more\nleak:b\n"
        "# until 2026-04-30\n\nleak:c\nleak:d\n";
    struct jp_error error = JP_ERROR_INIT;
    struct jp_suppressions suppressions;

    (void)state;
    assert_true(jp_suppressions_parse(&suppressions, jp_span_of(lines), "test", 20260502, &error));
    assert_int_equal(suppressions.list.count, 4);
    assert_true(suppressions.list.data[0].is_expired);
    assert_false(suppressions.list.data[1].is_expired);
    /* A blank line ends what a comment is about. */
    assert_false(suppressions.list.data[2].is_expired);
    assert_false(suppressions.list.data[3].is_expired);
    assert_int_equal(suppressions.list.data[1].line, 5);
    jp_suppressions_release(&suppressions);
}

static void assert_limit(const char *text, enum jp_limit_kind kind, double amount, bool per_dump)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_limit limit;

    assert_true(jp_limit_parse(&limit, text, &error));
    assert_int_equal(limit.kind, kind);
    assert_true(fabs(limit.amount - amount) <= 1e-9 * amount);
    assert_int_equal(limit.is_per_dump, per_dump);
}

static void test_limits(void **state)
{
    static const char *const wrong[] = {"",     "x", "5%/h", "-1MiB", "5MiB/", "5MiB/week",
                                        "5 k%", "%", "/h",   "5//h",  "1e3",   "-5%"};

    (void)state;
    assert_limit("5MiB/h", JP_LIMIT_RATE, 5 * 1048576.0, false);
    assert_limit("1k/s", JP_LIMIT_RATE, 1024 * 3600.0, false);
    assert_limit("1k/min", JP_LIMIT_RATE, 1024 * 60.0, false);
    assert_limit("24MiB/d", JP_LIMIT_RATE, 1048576, false);
    assert_limit("1MiB/dump", JP_LIMIT_RATE, 1048576, true);
    assert_limit("10%", JP_LIMIT_SHARE, 0.1, false);
    assert_limit("0.5%", JP_LIMIT_SHARE, 0.005, false);
    assert_limit("20MiB", JP_LIMIT_BYTES, 20 * 1048576.0, false);
    assert_limit("0", JP_LIMIT_BYTES, 0, false);
    for (size_t i = 0; i < JP_COUNT_OF(wrong); i++) {
        struct jp_error error = JP_ERROR_INIT;
        struct jp_limit limit;
        if (jp_limit_parse(&limit, wrong[i], &error))
            fail_msg("\"%s\" was taken", wrong[i]);
        assert_int_equal(error.exit, JP_EXIT_USAGE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_templates),
        cmocka_unit_test(test_dates),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests_name("gate", tests, NULL, NULL);
}
