/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_random.h"
#include "jp_test.h"

#include "jp_interval.h"
#include "jp_unbias.h"

#include <math.h>

static const double PERIOD = 524288;

static bool is_near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

static struct jp_measure measure_of(double objects, double bytes)
{
    const struct jp_counters counters = {.objects = (uint64_t)objects, .bytes = (uint64_t)bytes};
    const struct jp_estimate estimate =
        jp_unbias(counters, JP_CORRECTION_POISSON, (uint64_t)PERIOD);

    return (struct jp_measure){estimate.values.of[JP_INUSE_BYTES], estimate.variance, objects};
}

static struct jp_interval interval_of(double objects, double bytes)
{
    return jp_interval_of(measure_of(objects, bytes), jp_interval_unseen(PERIOD));
}

/*
 * Small objects stand for R bytes each, so the limits are those of the count, times R. Limits of a
 * Poisson mean as tables have them (Garwood); of 20: (sqrt(20.375) -+ 0.98)^2 - 0.375 by hand.
 */
static void test_small_objects_by_hand(void **state)
{
    static const struct {
        double count, low, high;
    } cases[] = {
        {1, 0.0253, 5.572}, {2, 0.242, 7.225}, {3, 0.619, 8.767},
        {4, 1.090, 10.24},  {5, 1.623, 11.67}, {20, 12.1132, 29.8075},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        const struct jp_interval got = interval_of(cases[i].count, 64 * cases[i].count);
        /* The weight of an object of 64 bytes is R + 32. */
        assert_true(fabs(got.low / (PERIOD + 32) - cases[i].low) < 2e-3);
        assert_true(fabs(got.high / (PERIOD + 32) - cases[i].high) < 5e-3);
    }
}

/* 4 MiB are eight periods: exp(-8) = 0.000335 of such objects are missed, its root is 0.0183. */
static void test_large_objects_are_nearly_exact(void **state)
{
    (void)state;
    const double bytes = 10 * 4194304.0;
    const struct jp_interval got = interval_of(10, bytes);
    const double half = 1.96 * 0.0183156 * sqrt(10.375) / 10 * bytes;
    assert_true(is_near(got.high - got.low, 2 * half, 2e-3));
    assert_true(got.low < bytes && bytes < got.high);
}

/* -ln(0.05) is 2.996: a site of 3 R bytes is missed wholly in one of twenty dumps. */
static void test_nothing_recorded(void **state)
{
    const struct jp_measure nothing = {0, 0, 0};

    (void)state;
    assert_true(jp_interval_unseen(524288) == 1.5 * 1048576);
    assert_true(jp_interval_unseen(1) == 0);
    const struct jp_interval got = jp_interval_of(nothing, jp_interval_unseen(PERIOD));
    assert_true(got.low == 0 && got.high == 1.5 * 1048576);
}

static void test_nothing_sampled_is_exact(void **state)
{
    const struct jp_measure exact = {4096, 0, 7};

    (void)state;
    const struct jp_interval got = jp_interval_of(exact, 0);
    assert_true(got.low == 4096 && got.high == 4096);
}

static void test_difference(void **state)
{
    const struct jp_measure change = {-100, 2500, 4};

    (void)state;
    const struct jp_interval got = jp_interval_of_difference(change);
    assert_true(is_near(got.low, -198, 1e-3) && fabs(got.high + 2) < 0.01);
}

struct kind {
    double size;
    double count;
};

struct population {
    struct kind kinds[3];
    bool is_one_site; /* all sizes at one stack, whose line shows their mean only */
};

/* A line as jemalloc prints it with prof_unbias: its correction gives the sums over the sizes. */
static struct jp_measure printed(double objects, double bytes)
{
    if (objects == 0)
        return (struct jp_measure){0, 0, 0};
    const double mean = bytes / objects;
    const double count = fmax(1, floor(objects * -expm1(-mean / PERIOD) + 0.5));
    return measure_of(count, floor(count * mean + 0.5));
}

static struct jp_measure sample_once(const struct population *population, uint64_t *random)
{
    struct jp_measure sum = {0, 0, 0};
    double objects = 0;
    double bytes = 0;

    for (size_t i = 0; i < JP_COUNT_OF(population->kinds); i++) {
        const struct kind kind = population->kinds[i];
        const double p = -expm1(-kind.size / PERIOD);
        const double taken = kind.count > 0 ? jp_random_binomial(random, kind.count, p) : 0;
        const struct jp_measure alone =
            taken > 0 ? measure_of(taken, taken * kind.size) : (struct jp_measure){0, 0, 0};
        objects += kind.count > 0 ? taken / p : 0;
        bytes += kind.count > 0 ? taken * kind.size / p : 0;
        sum.value += alone.value;
        sum.variance += alone.variance;
        sum.count += alone.count;
    }
    return population->is_one_site ? printed(objects, bytes) : sum;
}

static double coverage_of(const struct population *population)
{
    enum { RUNS = 4000 };
    uint64_t random = 20240229;
    double truth = 0;
    int inside = 0;

    for (size_t i = 0; i < JP_COUNT_OF(population->kinds); i++)
        truth += population->kinds[i].size * population->kinds[i].count;
    for (int run = 0; run < RUNS; run++) {
        const struct jp_interval got =
            jp_interval_of(sample_once(population, &random), jp_interval_unseen(PERIOD));
        inside += got.low <= truth && truth <= got.high;
    }
    return (double)inside / RUNS;
}

/*
 * 95 % intervals must hold the truth in about 95 % of the dumps, or more. Few recorded objects make
 * steps, and 4000 runs have a standard error of 0.35 %.
 */
static void test_coverage(void **state)
{
    static const struct population populations[] = {
        /* One size: 100, 15, 8, 4 and 2 recorded objects in the mean. */
        {{{64, 819200}}, false},
        {{{64, 122880}}, false},
        {{{64, 65536}}, false},
        {{{64, 32768}}, false},
        {{{64, 16384}}, false},
        {{{4096, 8192}}, false},
        {{{262144, 40}}, false},
        {{{1048576, 20}}, false},
        {{{4194304, 5}}, false},
        /* Several sizes at one stack, and the same at several stacks of one function. */
        {{{64, 65536}, {1048576, 8}}, true},
        {{{64, 65536}, {1048576, 8}}, false},
        {{{64, 327680}, {262144, 40}, {4194304, 4}}, true},
        {{{64, 327680}, {262144, 40}, {4194304, 4}}, false},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(populations); i++) {
        const double coverage = coverage_of(&populations[i]);
        print_message("# population %zu: %.3f\n", i, coverage);
        assert_true(coverage >= 0.935);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_objects_by_hand),
        cmocka_unit_test(test_large_objects_are_nearly_exact),
        cmocka_unit_test(test_nothing_recorded),
        cmocka_unit_test(test_nothing_sampled_is_exact),
        cmocka_unit_test(test_difference),
        cmocka_unit_test(test_coverage),
    };
    return cmocka_run_group_tests_name("interval", tests, NULL, NULL);
}
