/* SPDX-License-Identifier: BSD-2-Clause */
/* Names as jemalloc's prof_dump_filename, gperftools' heap profiler and people's scripts make them.
 */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_dump_name.h"

static void check_span(struct jp_span got, const char *want)
{
    assert_int_equal(got.len, jp_span_of(want).len);
    assert_true(jp_span_equal(got, jp_span_of(want)));
}

static void test_jemalloc(void **state)
{
    const struct jp_dump_name name = jp_dump_name_of(JP_SPAN("/var/d/jeprof.4711.12.i11.heap.gz"));

    (void)state;
    check_span(name.process, "/var/d/jeprof.4711");
    check_span(name.series, "jeprof.4711");
    assert_false(name.is_guess);
    assert_true(name.has_pid && name.pid == 4711);
    assert_true(name.has_seq && name.seq == 12);
    assert_int_equal(name.kind, 'i');
    assert_false(name.has_time);
}

static void test_jemalloc_kinds(void **state)
{
    const struct jp_dump_name last = jp_dump_name_of(JP_SPAN("my.app.1.0.f.heap"));
    const struct jp_dump_name space = jp_dump_name_of(JP_SPAN("jeprof.9.17.3.u3.heap.zst"));

    const struct jp_dump_name pprof = jp_dump_name_of(JP_SPAN("my.app.1.7.m2.pb.gz"));
    const struct jp_dump_name behind = jp_dump_name_of(JP_SPAN("my.app.1.7.m2.heap.pprof"));

    (void)state;
    check_span(pprof.process, "my.app.1");
    assert_int_equal(pprof.seq, 7);
    check_span(behind.process, "my.app.1");
    assert_int_equal(behind.kind, 'm');
    check_span(last.process, "my.app.1");
    assert_int_equal(last.kind, 'f');
    check_span(space.process, "jeprof.9.17");
    assert_int_equal(space.pid, 17);
    assert_int_equal(space.kind, 'u');
}

static void test_gperftools(void **state)
{
    const struct jp_dump_name sure = jp_dump_name_of(JP_SPAN("/tmp/prof.0004.heap"));
    const struct jp_dump_name guess = jp_dump_name_of(JP_SPAN("/tmp/relayd.02.heap"));

    (void)state;
    check_span(sure.process, "/tmp/prof");
    assert_false(sure.is_guess);
    assert_int_equal(sure.seq, 4);
    check_span(guess.process, "/tmp/relayd");
    check_span(guess.series, "relayd");
    assert_true(guess.is_guess);
}

/* 1793536245: date -u -d 2026-11-01T12:30:45 +%s */
static void test_times(void **state)
{
    static const char *const paths[] = {
        "d/cache-2026-11-01T12:30:45Z.heap", "d/cache.20261101-123045.prof",
        "d/cache.1793536245.heap",           "d/cache_1793536245000.heap.gz",
        "d/cache-2026-11-01_12-30-45",
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(paths); i++) {
        const struct jp_dump_name name = jp_dump_name_of(jp_span_of(paths[i]));
        assert_true(name.has_time);
        assert_int_equal(name.time_ns / 1000000000, 1793536245);
        check_span(name.series, "cache");
        assert_int_equal(name.process.len, 0);
        assert_false(name.has_seq);
    }
    const struct jp_dump_name both =
        jp_dump_name_of(JP_SPAN("2026-11-01T12:30:45.cache.31.5.m2.heap"));
    assert_true(both.has_time && both.has_pid);
    check_span(both.series, "2026-11-01T12:30:45.cache.31");
}

static void test_others(void **state)
{
    static const struct {
        const char *path;
        const char *series;
    } names[] = {
        {"-", "-"},
        {"", "-"},
        {"/a/b/x.heap", "x"},
        {"heap", "heap"},
        {"1.heap", "1"},
        {".heap", ".heap"},
        {"a/12345678.heap", "12345678"},
        {"2026-11-01.heap", "2026-11-01.heap"},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(names); i++)
        check_span(jp_dump_name_of(jp_span_of(names[i].path)).series, names[i].series);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jemalloc),   cmocka_unit_test(test_jemalloc_kinds),
        cmocka_unit_test(test_gperftools), cmocka_unit_test(test_times),
        cmocka_unit_test(test_others),
    };
    return cmocka_run_group_tests_name("dump_name", tests, NULL, NULL);
}
