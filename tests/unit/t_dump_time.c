/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_dump_time.h"

#include <inttypes.h>

/* Seconds as date -u +%s prints them. */
static void test_names(void **state)
{
    static const struct {
        const char *path;
        int64_t seconds;
    } cases[] = {
        {"/x/heap-20240501T123000.heap", 1714566600}, {"heap.2024-05-01T12:30:00.heap", 1714566600},
        {"2024_05_01_12_30.heap", 1714566600},        {"app-2024-05-01.heap.gz", 1714521600},
        {"heap.1714566600.heap", 1714566600},         {"heap-1714566600123.heap", 1714566600},
        {"20240229-235959.heap", 1709251199},         {"x20000301.heap", 951868800},
        {"h.20240501123000.heap", 1714566600},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        int64_t time_ns = 0;
        if (!jp_dump_time_of(jp_span_of(cases[i].path), &time_ns))
            fail_msg("%s: no time", cases[i].path);
        if (time_ns / 1000000000 != cases[i].seconds)
            fail_msg("%s: %" PRId64, cases[i].path, time_ns / 1000000000);
    }
}

static void test_no_times(void **state)
{
    static const char *const names[] = {"jeprof.1001.17.f.heap",
                                        "relayd.02.heap",
                                        "20241301.heap",
                                        "heap.123456789.heap",
                                        "2024.heap",
                                        "/2024-05-01/x.heap",
                                        "heap.20240532.heap",
                                        "heap.9999999999.heap",
                                        "heap.9999999999999.heap",
                                        ""};
    int64_t time_ns;

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(names); i++)
        if (jp_dump_time_of(jp_span_of(names[i]), &time_ns))
            fail_msg("%s has a time", names[i]);
}

static void assert_order(const char **paths, size_t count, const char *const *want, bool moved)
{
    assert_int_equal(jp_dump_order(paths, count), moved);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(paths[i], want[i]);
}

static void test_order(void **state)
{
    const char *numbers[] = {"a.7.0.i0.heap", "a.7.10.f.heap", "a.7.2.i2.heap"};
    const char *processes[] = {"b.9.3.i3.heap", "a.7.2.i2.heap", "b.9.1.i1.heap"};
    const char *times[] = {"h-20240502.heap", "h-20240501.heap"};
    const char *names[] = {"second.heap", "first.heap"};
    const char *fine[] = {"a.01.heap", "a.02.heap"};

    (void)state;
    assert_order(numbers, 3, (const char *[]){"a.7.0.i0.heap", "a.7.2.i2.heap", "a.7.10.f.heap"},
                 true);
    assert_order(processes, 3, (const char *[]){"b.9.1.i1.heap", "b.9.3.i3.heap", "a.7.2.i2.heap"},
                 true);
    assert_order(times, 2, (const char *[]){"h-20240501.heap", "h-20240502.heap"}, true);
    assert_order(names, 2, (const char *[]){"second.heap", "first.heap"}, false);
    assert_order(fine, 2, (const char *[]){"a.01.heap", "a.02.heap"}, false);
    assert_false(jp_dump_order(NULL, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_no_times),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests_name("dump_time", tests, NULL, NULL);
}
