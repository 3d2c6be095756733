/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_axis.h"
#include "jp_dump.h"
#include "jp_join.h"
#include "jp_series.h"

#include <math.h>

static void join(struct jp_profile *profile, const char *path, const char *text)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_dump dump;

    if (!jp_dump_parse(&dump, jp_span_of(text), path, NULL, &error))
        fail_msg("%s: %s", path, error.message);
    jp_join(profile, &dump, JP_SIDE_MAIN, NULL, NULL);
    jp_dump_release(&dump);
}

static const char first[] = "heap_v2/1\n  t*: 5: 500 [5: 500]\n"
                            "@ 0x1001 0x9001\n  t*: 3: 300 [3: 300]\n"
                            "@ 0x2001 0x9001\n  t*: 2: 200 [2: 200]\n";
static const char second[] = "heap_v2/1\n  t*: 8: 800 [9: 900]\n"
                             "@ 0x3001 0x9001\n  t*: 4: 400 [4: 400]\n"
                             "@ 0x1001 0x9001\n  t*: 4: 400 [5: 500]\n";
static const char restarted[] = "heap_v2/1\n  t*: 1: 100 [1: 100]\n"
                                "@ 0x1001 0x9001\n  t*: 1: 100 [1: 100]\n";

static void take(struct jp_series *series, struct jp_profile *profile, const char *path,
                 const char *text)
{
    join(profile, path, text);
    jp_series_take(series, profile);
}

/* A stack that comes again is the same, whether the memo or the trie finds it. */
static void test_points(void **state)
{
    struct jp_profile profile;
    struct jp_profile plain;
    struct jp_series series = {.period_bytes = 0};

    (void)state;
    jp_profile_init(&profile);
    jp_profile_init(&plain);
    profile.is_series = true;
    take(&series, &profile, "a.7.1.i1.heap", first);
    take(&series, &profile, "a.7.2.i2.heap", second);
    take(&series, &profile, "a.7.3.i3.heap", first);
    jp_series_finish(&series, &profile);
    join(&plain, "1", first);
    join(&plain, "2", second);
    assert_int_equal(profile.stacks.count, plain.stacks.count);
    assert_int_equal(profile.samples.count, 3);
    assert_int_equal(series.dumps.count, 3);
    assert_int_equal(series.points.count, 6);
    /* The sums over all dumps are in the profile: 300 + 400 + 300. */
    assert_true(jp_samples_at(&profile.samples, 0).main.of[JP_INUSE_BYTES] == 1000);

    static const double want[][2] = {{300, 400}, {200, 0}, {0, 400}};
    struct jp_series_cursor at = {0, 0};
    struct jp_series_pair pair;
    size_t count = 0;
    for (; jp_series_next(&series, 0, 1, &at, &pair); count++) {
        assert_int_equal(pair.sample, count);
        assert_true((pair.before ? pair.before->values.of[JP_INUSE_BYTES] : 0) == want[count][0]);
        assert_true((pair.after ? pair.after->values.of[JP_INUSE_BYTES] : 0) == want[count][1]);
    }
    assert_int_equal(count, 3);
    jp_series_release(&series);
    jp_profile_release(&profile);
    jp_profile_release(&plain);
}

static bool is_restart(const char *before, const char *after, const char *text, bool one_process)
{
    struct jp_profile profile;
    struct jp_series series = {.period_bytes = 0};

    jp_profile_init(&profile);
    profile.is_series = true;
    take(&series, &profile, before, first);
    take(&series, &profile, after, text);
    profile.is_one_process = one_process;
    jp_series_finish(&series, &profile);
    const bool result = series.dumps.data[1].is_restart;
    assert_false(series.dumps.data[0].is_restart);
    jp_series_release(&series);
    jp_profile_release(&profile);
    return result;
}

static void test_restarts(void **state)
{
    (void)state;
    assert_false(is_restart("a.7.1.i1.heap", "a.7.2.i2.heap", first, false));
    assert_true(is_restart("a.7.1.i1.heap", "a.8.2.i2.heap", first, false));
    assert_false(is_restart("a.01.heap", "a.02.heap", first, false));
    /* Counters that went back, or a stack that is gone: another process, if names are a guess. */
    assert_true(is_restart("a.01.heap", "a.02.heap", restarted, false));
    assert_true(is_restart("a.01.heap", "a.02.heap", second, false));
    assert_true(is_restart("before.heap", "after.heap", first, false));
    assert_false(is_restart("before.heap", "after.heap", restarted, true));
}

/* Another period (prof.reset) forgets what was recorded: nothing is in both dumps. */
static void test_another_period(void **state)
{
    static const char finer[] = "heap_v2/4096\n  t*: 5: 500 [5: 500]\n"
                                "@ 0x1001 0x9001\n  t*: 3: 300 [3: 300]\n"
                                "@ 0x2001 0x9001\n  t*: 2: 200 [2: 200]\n";
    struct jp_profile profile;
    struct jp_series series = {.period_bytes = 0};

    (void)state;
    jp_profile_init(&profile);
    profile.is_series = true;
    profile.is_one_process = true;
    take(&series, &profile, "a.7.1.i1.heap", first);
    take(&series, &profile, "a.7.2.i2.heap", finer);
    take(&series, &profile, "a.7.3.i3.heap", finer);
    jp_series_finish(&series, &profile);
    assert_true(series.dumps.data[1].is_restart && series.dumps.data[1].is_resampled);
    assert_false(series.dumps.data[2].is_restart || series.dumps.data[2].is_resampled);
    jp_series_release(&series);
    jp_profile_release(&profile);
}

/* Two dumps, on an axis. */
struct pair {
    struct jp_profile profile;
    struct jp_series series;
    struct jp_axis axis;
};

/* The file of the second was changed SECONDS after that of the first. */
static void pair_init(struct pair *pair, const char *before, const char *after, int64_t seconds,
                      enum jp_axis_kind wanted)
{
    struct jp_error error = JP_ERROR_INIT;

    *pair = (struct pair){.series = {.period_bytes = 0}};
    jp_profile_init(&pair->profile);
    pair->profile.is_series = true;
    take(&pair->series, &pair->profile, before, first);
    take(&pair->series, &pair->profile, after, second);
    jp_series_finish(&pair->series, &pair->profile);
    pair->profile.sources.data[0].mtime_ns = 1000000000000;
    pair->profile.sources.data[1].mtime_ns = 1000000000000 + seconds * 1000000000;
    assert_true(jp_axis_init(&pair->axis, &pair->series, &pair->profile, wanted, &error));
}

static void pair_release(struct pair *pair)
{
    jp_axis_release(&pair->axis);
    jp_series_release(&pair->series);
    jp_profile_release(&pair->profile);
}

/* Files that were changed in another order than they are given in, and nothing else tells. */
static bool is_doubtful(const char *before, const char *after, int64_t seconds,
                        enum jp_axis_kind wanted)
{
    struct pair pair;

    pair_init(&pair, before, after, seconds, wanted);
    const bool result = pair.axis.is_order_doubtful;
    pair_release(&pair);
    return result;
}

static void test_order(void **state)
{
    (void)state;
    assert_true(is_doubtful("before.heap", "after.heap", -60, JP_AXIS_AUTO));
    assert_false(is_doubtful("before.heap", "after.heap", -60, JP_AXIS_NUMBER));
    assert_false(is_doubtful("before.heap", "after.heap", 60, JP_AXIS_AUTO));
    assert_false(is_doubtful("before.heap", "after.heap", 0, JP_AXIS_AUTO));
    assert_false(is_doubtful("a.7.1.i1.heap", "a.7.2.i2.heap", -60, JP_AXIS_AUTO));
    assert_false(is_doubtful("20240501-100000.heap", "20240501-110000.heap", -60, JP_AXIS_AUTO));
}

static void assert_axis(const char *before, const char *after, enum jp_axis_kind wanted,
                        enum jp_axis_kind kind, double length)
{
    struct pair pair;

    pair_init(&pair, before, after, 900, wanted);
    assert_int_equal(pair.axis.kind, kind);
    assert_true(pair.axis.at[0] == 0 && fabs(pair.axis.at[1] - length) < 1e-12);
    pair_release(&pair);
}

static void test_axis(void **state)
{
    (void)state;
    assert_axis("h-20240501T1000.heap", "h-20240502T1000.heap", JP_AXIS_AUTO, JP_AXIS_NAME, 24);
    assert_axis("h-20240502.heap", "h-20240501.heap", JP_AXIS_AUTO, JP_AXIS_MTIME, 0.25);
    assert_axis("a.heap", "b.heap", JP_AXIS_AUTO, JP_AXIS_MTIME, 0.25);
    assert_axis("h-20240501.heap", "h-20240502.heap", JP_AXIS_MTIME, JP_AXIS_MTIME, 0.25);
    assert_axis("h-20240501.heap", "h-20240502.heap", JP_AXIS_NUMBER, JP_AXIS_NUMBER, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),         cmocka_unit_test(test_restarts),
        cmocka_unit_test(test_another_period), cmocka_unit_test(test_order),
        cmocka_unit_test(test_axis),
    };
    return cmocka_run_group_tests_name("series", tests, NULL, NULL);
}
