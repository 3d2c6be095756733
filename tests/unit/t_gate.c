/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_gate.h"
#include "jp_suppress.h"

#include <math.h>

static struct jp_suppression parsed(const char *pattern, bool at_start, bool at_end)
{
    return (struct jp_suppression){
        .pattern = jp_span_of(pattern), .at_start = at_start, .at_end = at_end};
}

/* As LeakSanitizer matches templates: anywhere, unless anchored, and stars between. */
static void test_templates(void **state)
{
    static const struct {
        const char *pattern;
        bool at_start, at_end;
        const char *text;
        bool want;
    } cases[] = {
        {"load", false, false, "Registry::load(int)", true},
        {"load", true, false, "Registry::load(int)", false},
        {"Registry", true, false, "Registry::load(int)", true},
        {"load", false, true, "Registry::load", true},
        {"load", false, true, "Registry::load(int)", false},
        {"lib*.so", true, true, "libfoo.so", true},
        {"lib*.so", true, true, "libfoo.so.1", false},
        {"a*b*c", false, false, "xxaxxbxxcxx", true},
        {"a*b*c", false, false, "xxaxxcxxbxx", false},
        {"[x", false, false, "f[x]", true},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        const struct jp_suppression suppression =
            parsed(cases[i].pattern, cases[i].at_start, cases[i].at_end);
        assert_int_equal(jp_suppression_matches(&suppression, jp_span_of(cases[i].text)),
                         cases[i].want);
    }
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
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests_name("gate", tests, NULL, NULL);
}
