/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_random.h"
#include "jp_test.h"

#include "jp_unbias.h"

#include <math.h>

/* True when A and B agree to 12 digits. */
static bool is_close(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b));
}

static struct jp_estimate poisson(uint64_t objects, uint64_t bytes, uint64_t period)
{
    return jp_unbias((struct jp_counters){.objects = objects, .bytes = bytes},
                     JP_CORRECTION_POISSON, period);
}

/* Expected values: 1/(1-exp(-x)) computed with 50 decimal digits by another program. */
static void test_poisson_by_hand(void **state)
{
    static const struct {
        uint64_t objects, bytes, period;
        double k;
    } cases[] = {
        {1, 8, 524288, 65536.500001271566},       {100, 6400, 524288, 8192.500010172526},
        {1, 8388608, 524288, 1.0000001125351874}, {1, 524288, 524288, 1.5819767068693265},
        {3, 4096 * 3, 4096, 1.5819767068693265},  {1, 1, UINT64_C(1) << 40, 1099511627776.5},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        const struct jp_estimate got = poisson(cases[i].objects, cases[i].bytes, cases[i].period);
        const double n = (double)cases[i].objects;
        const double s = (double)cases[i].bytes;
        const double k = cases[i].k;
        assert_true(is_close(got.values.of[JP_INUSE_BYTES], s * k));
        assert_true(is_close(got.values.of[JP_INUSE_OBJECTS], n * k));
        /* k - 1 of a large object has lost digits in the table above. */
        assert_true(fabs(got.variance - s * s * k * (k - 1) / n) <= 1e-8 * got.variance);
    }
}

/* A very small ratio: 1 - exp(-x) would be zero here, and jeprof divides by it. */
static void test_poisson_tiny_ratio(void **state)
{
    (void)state;
    const struct jp_estimate got = poisson(1000, 1, UINT64_MAX);
    assert_true(is_close(got.values.of[JP_INUSE_BYTES], 1000 * (double)UINT64_MAX + 0.5));
    assert_true(isfinite(got.variance));
}

static void assert_kept(struct jp_estimate got, double objects, double bytes)
{
    assert_true(got.values.of[JP_INUSE_OBJECTS] == objects);
    assert_true(got.values.of[JP_INUSE_BYTES] == bytes);
    assert_true(got.variance == 0);
}

static void test_nothing_to_correct(void **state)
{
    (void)state;
    assert_kept(poisson(0, 4096, 524288), 0, 4096);
    assert_kept(poisson(1, 0, 524288), 1, 0);
    assert_kept(poisson(0, 0, 524288), 0, 0);
    assert_kept(poisson(5, 40, 0), 5, 40);
    assert_kept(poisson(5, 40, 1), 5, 40);
    assert_kept(poisson(1, UINT64_MAX, 4096), 1, (double)UINT64_MAX);
    const struct jp_counters counters = {5, 40, 7, 56};
    assert_kept(jp_unbias(counters, JP_CORRECTION_NONE, 524288), 5, 40);
}

/* The pairs are corrected apart: a missing live pair does not touch the allocated one. */
static void test_pairs_apart(void **state)
{
    (void)state;
    const struct jp_counters counters = {0, 0, 2, 2 * 524288};
    const struct jp_estimate got = jp_unbias(counters, JP_CORRECTION_POISSON, 524288);
    assert_true(got.values.of[JP_INUSE_BYTES] == 0);
    assert_true(is_close(got.values.of[JP_ALLOC_OBJECTS], 2 * 1.5819767068693265));
    assert_true(is_close(got.values.of[JP_ALLOC_BYTES], 2 * 524288 * 1.5819767068693265));
}

/* gperftools version 1: divided by (bytes/count)/period when that is below 1. */
static void test_ratio(void **state)
{
    (void)state;
    const struct jp_counters small = {10, 640, 0, 4096};
    struct jp_estimate got = jp_unbias(small, JP_CORRECTION_RATIO, 65536);
    assert_true(is_close(got.values.of[JP_INUSE_OBJECTS], 10 * 1024.0));
    assert_true(is_close(got.values.of[JP_INUSE_BYTES], 640 * 1024.0));
    assert_true(got.values.of[JP_ALLOC_BYTES] == 4096);

    const struct jp_counters large = {1, 1 << 20, 0, 0};
    got = jp_unbias(large, JP_CORRECTION_RATIO, 65536);
    assert_kept(got, 1, 1 << 20);
}

struct population {
    uint32_t objects[2];
    uint32_t size[2];
};

/*
 * Allocate the population once, with sampling points of a Poisson process laid over the bytes, one
 * every PERIOD bytes on average: an object with a point in it is recorded.
 */
static struct jp_counters sample_once(const struct population *population, uint32_t kind,
                                      double period, uint64_t *random)
{
    struct jp_counters counters = {0};
    double left = jp_random_exponential(random) * period;

    for (uint32_t i = 0; i < population->objects[kind]; i++) {
        const double size = population->size[kind];
        if (left < size) {
            counters.objects++;
            counters.bytes += population->size[kind];
            /* Points are without memory: the next one is drawn from the object's end on. */
            left = jp_random_exponential(random) * period;
        } else {
            left -= size;
        }
    }
    return counters;
}

/* Mean of the estimates over many runs against the truth, and the variance against the spread. */
static void simulate(const struct population *population, uint32_t kinds, double period)
{
    enum { RUNS = 4000 };
    uint64_t random = 20240229;
    double sum = 0;
    double square = 0;
    double variance = 0;
    double truth = 0;

    for (uint32_t kind = 0; kind < kinds; kind++)
        truth += (double)population->objects[kind] * population->size[kind];
    for (int run = 0; run < RUNS; run++) {
        double estimate = 0;
        for (uint32_t kind = 0; kind < kinds; kind++) {
            const struct jp_estimate got = jp_unbias(sample_once(population, kind, period, &random),
                                                     JP_CORRECTION_POISSON, (uint64_t)period);
            estimate += got.values.of[JP_INUSE_BYTES];
            variance += got.variance / RUNS;
        }
        sum += estimate;
        square += (estimate - truth) * (estimate - truth);
    }
    const double spread = sqrt(square / RUNS);
    assert_true(fabs(sum / RUNS - truth) < 4 * spread / sqrt(RUNS));
    /* The standard deviation of a variance estimated from 4000 runs is about 2.5 %. */
    assert_true(fabs(variance / (square / RUNS) - 1) < 0.12);
}

static void test_simulation(void **state)
{
    static const struct population populations[] = {
        {{400, 0}, {64, 0}},
        {{100, 0}, {4096, 0}},
        {{30, 0}, {20000, 0}},
        {{300, 12}, {48, 16384}},
    };

    (void)state;
    for (size_t i = 0; i < JP_COUNT_OF(populations); i++)
        simulate(&populations[i], populations[i].objects[1] ? 2 : 1, 4096);
}

/* What the issue warns of: correcting a sum is not the sum of the corrected. */
static void test_sum_is_not_corrected_alone(void **state)
{
    const struct jp_counters together = {51, 50 * 8 + (1 << 20), 0, 0};

    (void)state;
    const double apart = poisson(50, 50 * 8, 65536).values.of[JP_INUSE_BYTES] +
                         poisson(1, 1 << 20, 65536).values.of[JP_INUSE_BYTES];
    const double sum = jp_unbias(together, JP_CORRECTION_POISSON, 65536).values.of[JP_INUSE_BYTES];
    assert_true(fabs(apart - (50 * 65540.0000813802 + (1 << 20))) < 1);
    assert_true(sum < 0.95 * apart);
}

/* Each pair of counters, through its estimate and back; half a sample is no counter. */
static void test_inversion(void **state)
{
    struct jp_counters counters = {0};
    struct jp_values estimate;
    uint64_t random = 7;

    (void)state;
    for (size_t i = 0; i < 10000; i++) {
        const uint64_t period = UINT64_C(1) << jp_random_bits(&random) % 24;
        const uint64_t objects = 1 + jp_random_bits(&random) % 100000;
        const struct jp_counters printed = {
            .objects = objects,
            .bytes = objects * (8 + jp_random_bits(&random) % 65536) + i % 7,
            .alloc_objects = i % 3 ? 2 * objects : 0,
            .alloc_bytes = i % 3 ? 2 * objects * 48 : 0,
        };
        estimate = jp_unbias(printed, JP_CORRECTION_POISSON, period).values;
        assert_true(jp_unbias_invert(&counters, &estimate, period));
        assert_memory_equal(&counters, &printed, sizeof printed);
    }
    estimate = (struct jp_values){{1.5, 1.5, 0, 0}};
    assert_false(jp_unbias_invert(&counters, &estimate, 0));
    assert_int_equal(counters.bytes, 2);
    /* Bytes without objects are not corrected, either way. */
    estimate = (struct jp_values){{4096, 0, 0, 0}};
    assert_true(jp_unbias_invert(&counters, &estimate, 524288));
    assert_int_equal(counters.bytes, 4096);
    assert_int_equal(counters.objects, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_poisson_by_hand),
        cmocka_unit_test(test_poisson_tiny_ratio),
        cmocka_unit_test(test_nothing_to_correct),
        cmocka_unit_test(test_pairs_apart),
        cmocka_unit_test(test_ratio),
        cmocka_unit_test(test_simulation),
        cmocka_unit_test(test_sum_is_not_corrected_alone),
        cmocka_unit_test(test_inversion),
    };
    return cmocka_run_group_tests_name("unbias", tests, NULL, NULL);
}
