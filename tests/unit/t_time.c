/* SPDX-License-Identifier: BSD-2-Clause */
/* Expected values: "date -u -d TEXT +%s" of GNU coreutils. */
#include "config.h"

#include "jp_test.h"

#include "jp_time.h"

#define SECOND_NS INT64_C(1000000000)

static void check(const char *text, int64_t seconds, int64_t length, const char *left)
{
    struct jp_span rest = jp_span_of(text);
    int64_t from, until;

    assert_true(jp_time_take(&rest, &from, &until));
    assert_int_equal(from, seconds * SECOND_NS);
    assert_int_equal(until - from, length * SECOND_NS);
    assert_true(jp_span_equal(rest, jp_span_of(left)));
}

static void test_take(void **state)
{
    (void)state;
    check("2026-11-01", 1793491200, 86400, "");
    check("2024-02-29", 1709164800, 86400, "");
    check("1970-01-01", 0, 86400, "");
    check("2026-11-01T12", 1793534400, 3600, "");
    check("2026-11-01 12:30", 1793536200, 60, "");
    check("2026-11-01T12:30:45Z", 1793536245, 1, "");
    check("2026-11-01T12:30:45..", 1793536245, 1, "..");
    check("20261101T123045.heap", 1793536245, 1, ".heap");
    check("20261101-123045", 1793536245, 1, "");
    check("2026-11-01_12-30-45.prof", 1793536245, 1, ".prof");
    check("20261101.heap", 1793491200, 86400, ".heap");
}

static void test_none(void **state)
{
    static const char *const texts[] = {"",           "12",         "2026-13-01", "2026-02-29",
                                        "2026-1-01",  "1969-12-31", "20261",      "abc",
                                        "2026-11-00", "2026-11"};

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(texts); i++) {
        struct jp_span rest = jp_span_of(texts[i]);
        int64_t from, until;
        assert_false(jp_time_take(&rest, &from, &until));
        assert_true(jp_span_equal(rest, jp_span_of(texts[i])));
    }
}

static void test_fraction(void **state)
{
    struct jp_span rest = JP_SPAN("2026-11-01T12:30:45.5Z");
    int64_t from, until;

    (void)state;
    assert_true(jp_time_take(&rest, &from, &until));
    assert_int_equal(from, 1793536245 * SECOND_NS + SECOND_NS / 2);
    assert_int_equal(until, from + 1);
    assert_int_equal(rest.len, 0);
}

static void test_format(void **state)
{
    static const struct {
        int64_t seconds;
        const char *text;
    } times[] = {{0, "1970-01-01T00:00:00Z"},          {-1, "1969-12-31T23:59:59Z"},
                 {951782399, "2000-02-28T23:59:59Z"},  {951782400, "2000-02-29T00:00:00Z"},
                 {1735689599, "2024-12-31T23:59:59Z"}, {1793536245, "2026-11-01T12:30:45Z"}};

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(times); i++) {
        struct jp_buf out = JP_BUF_INIT;
        jp_time_format(&out, times[i].seconds * SECOND_NS + 5);
        assert_string_equal(out.ptr, times[i].text);
        jp_buf_release(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_take),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_fraction),
        cmocka_unit_test(test_format),
    };
    return cmocka_run_group_tests_name("time", tests, NULL, NULL);
}
