/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_noise.h"
#include "jp_origin.h"

#include <math.h>

static void assert_close(double got, double want)
{
    if (fabs(got - want) > 1e-9 * fmax(fabs(want), 1))
        fail_msg("%.12g is not %.12g", got, want);
}

/* Born and died between two dumps, by hand: 10 live, 5 more allocated, 8 live: 7 died. */
static void test_turnover(void **state)
{
    static const struct {
        struct jp_turnover counters;
        double want;
    } cases[] = {
        {{10, 8, 20, 25}, 12},       /* 5 born, 7 died */
        {{10, 8, 20, 120}, 18},      /* more than both dumps hold */
        {{10, 8, 0, 0}, 18},         /* not recorded */
        {{10, 10, 20, 20}, 0},       /* nothing happened */
        {{10, 30, 20, 25}, 40},      /* 20 more live, 5 born: nonsense */
        {{10, 60, 10, 59.9999}, 50}, /* corrected and back: not quite whole */
        {{10, 12, 20, 21}, 2},       /* printed counts are rounded: 2 more are 2 born */
        {{10, 11, 20, 20}, 1},       /* the same, and none seems born */
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++)
        assert_close(jp_noise_turnover(&cases[i].counters), cases[i].want);
}

/* k = 1 / (1 - 1/e) for objects as large as the period: k - 1 = 1 / (e - 1) = 0.581976706869. */
static const double EXCESS = 0.5819767068693265;

static struct jp_sample sample_of(double before, double after, double alloc_before,
                                  double alloc_after)
{
    const double k = 1 + EXCESS;
    struct jp_sample sample = {.main_count = after, .base_count = before};
    const double bytes = 4096 * k;

    sample.main.of[JP_INUSE_OBJECTS] = after * k;
    sample.main.of[JP_INUSE_BYTES] = after * bytes;
    sample.main.of[JP_ALLOC_OBJECTS] = alloc_after * k;
    sample.main.of[JP_ALLOC_BYTES] = alloc_after * bytes;
    sample.base.of[JP_INUSE_OBJECTS] = before * k;
    sample.base.of[JP_INUSE_BYTES] = before * bytes;
    sample.base.of[JP_ALLOC_OBJECTS] = alloc_before * k;
    sample.base.of[JP_ALLOC_BYTES] = alloc_before * bytes;
    sample.main_variance = after * 4096 * 4096 * k * (k - 1);
    sample.base_variance = before * 4096 * 4096 * k * (k - 1);
    return sample;
}

static void test_variances(void **state)
{
    const struct jp_noise apart = {.period_bytes = 4096, .is_one_process = false};
    const struct jp_noise together = {.period_bytes = 4096, .is_one_process = true};
    const struct jp_sample sample = sample_of(10, 8, 20, 25);
    const double one = (1 + EXCESS) * EXCESS; /* of one recorded object, in objects^2 */

    (void)state;
    assert_close(jp_noise_variance(&apart, &sample, JP_INUSE_OBJECTS), 18 * one);
    assert_close(jp_noise_variance(&apart, &sample, JP_INUSE_BYTES), 18 * one * 4096 * 4096);
    assert_close(jp_noise_variance(&apart, &sample, JP_ALLOC_OBJECTS), 45 * one);
    assert_close(jp_noise_variance(&apart, &sample, JP_ALLOC_BYTES), 45 * one * 4096 * 4096);
    /* Of the live ones 12 may differ, and of the allocated ones 5. */
    assert_close(jp_noise_variance(&together, &sample, JP_INUSE_OBJECTS), 12 * one);
    assert_close(jp_noise_variance(&together, &sample, JP_INUSE_BYTES), 12 * one * 4096 * 4096);
    assert_close(jp_noise_variance(&together, &sample, JP_ALLOC_OBJECTS), 5 * one);
    assert_close(jp_noise_count(&apart, &sample, JP_INUSE_BYTES), 18);
    assert_close(jp_noise_count(&apart, &sample, JP_ALLOC_BYTES), 45);
}

static void test_everything_recorded(void **state)
{
    const struct jp_noise exact = {.period_bytes = 0};
    struct jp_sample sample = {.main_count = 7};

    (void)state;
    sample.main.of[JP_INUSE_OBJECTS] = 7;
    sample.main.of[JP_INUSE_BYTES] = 700;
    for (int metric = 0; metric < JP_METRIC_COUNT; metric++)
        assert_close(jp_noise_variance(&exact, &sample, (enum jp_metric)metric), 0);
    assert_close(jp_noise_recorded(7, 700, 0), 7);
    assert_close(jp_noise_recorded(7 * (1 + EXCESS), 7 * (1 + EXCESS) * 4096, 4096), 7);
}

static void assert_origin(const char *path, const char *process, uint64_t number, bool is_guess)
{
    const struct jp_origin origin = jp_origin_of(jp_span_of(path));

    assert_true(jp_span_equal(origin.process, jp_span_of(process)));
    assert_int_equal(origin.number, number);
    assert_int_equal(origin.is_guess, is_guess);
}

static void test_origin(void **state)
{
    (void)state;
    assert_origin("/x/jeprof.1001.17.f.heap", "/x/jeprof.1001", 17, false);
    assert_origin("jeprof.1001.2.i2.heap.gz", "jeprof.1001", 2, false);
    assert_origin("run.0003.heap", "run", 3, false);
    assert_origin("relayd.02.heap", "relayd", 2, true);
    assert_origin("a.heap", "", 0, false);
    assert_origin("heap", "", 0, false);
    assert_origin("x.1.2.txt", "", 0, false);
}

static void add_source(struct jp_profile *profile, const char *path, enum jp_side side)
{
    jp_vec_push(&profile->sources,
                (struct jp_source){.path = jp_intern_add_text(&profile->strings, path),
                                   .side = side,
                                   .period_bytes = 4096,
                                   .correction = JP_CORRECTION_POISSON});
}

static bool is_one_process(const char *main, const char *base, double alloc_before,
                           double alloc_after)
{
    struct jp_profile profile;

    jp_profile_init(&profile);
    add_source(&profile, main, JP_SIDE_MAIN);
    add_source(&profile, base, JP_SIDE_BASE);
    const struct jp_sample sample = sample_of(1, 1, alloc_before, alloc_after);
    jp_samples_push(&profile.samples, (struct jp_sample_key){JP_ROOT_STACK, JP_PROCESS});
    jp_samples_add(&profile.samples, 0, JP_SIDE_MAIN, &sample.main, 0, 0);
    jp_samples_add(&profile.samples, 0, JP_SIDE_BASE, &sample.base, 0, 0);
    const struct jp_noise noise = jp_noise_of(&profile);
    assert_true(noise.period_bytes == 4096);
    jp_profile_release(&profile);
    return noise.is_one_process;
}

static void test_one_process(void **state)
{
    (void)state;
    assert_true(is_one_process("a.7.2.i2.heap", "a.7.1.i1.heap", 0, 0));
    assert_false(is_one_process("a.7.2.i2.heap", "a.8.1.i1.heap", 0, 0));
    /* Names that somebody made up count when the counters agree. */
    assert_true(is_one_process("a.02.heap", "a.01.heap", 20, 25));
    assert_false(is_one_process("a.02.heap", "a.01.heap", 20, 5));
    assert_false(is_one_process("a.02.heap", "a.01.heap", 0, 0));
    assert_false(is_one_process("after.heap", "before.heap", 20, 25));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turnover),
        cmocka_unit_test(test_variances),
        cmocka_unit_test(test_everything_recorded),
        cmocka_unit_test(test_origin),
        cmocka_unit_test(test_one_process),
    };
    return cmocka_run_group_tests_name("noise", tests, NULL, NULL);
}
