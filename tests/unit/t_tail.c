/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_attr.h"
#include "jp_tail.h"

#include <math.h>

static void assert_near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance * fabs(want)))
        fail_msg("%.12g is not %.12g", got, want);
}

/* Quantiles as every table has them. */
static void test_normal(void **state)
{
    (void)state;
    assert_near(jp_tail_normal(0), 0.5, 1e-15);
    assert_near(jp_tail_normal(1.959963984540054), 0.025, 1e-12);
    assert_near(jp_tail_normal(3), 1.349898031630095e-3, 1e-12);
    assert_near(jp_tail_normal_quantile(0.025), 1.959963984540054, 1e-12);
    assert_near(jp_tail_normal_quantile(0.01), 2.3263478740408408, 1e-12);
    assert_near(jp_tail_normal_quantile(0.01 / 1e6), 5.612001244174789, 1e-9);
}

/* Sums of binomial coefficients over powers of two. */
static void test_coin(void **state)
{
    (void)state;
    assert_near(jp_tail_coin(8, 10), 56.0 / 1024, 1e-12); /* 45 + 10 + 1 */
    assert_near(jp_tail_coin(1, 10), 1023.0 / 1024, 1e-12);
    assert_near(jp_tail_coin(10, 10), 1.0 / 1024, 1e-12);
    assert_near(jp_tail_coin(20, 30), 53009102.0 / 1073741824, 1e-10);
    assert_true(jp_tail_coin(0, 10) == 1 && jp_tail_coin(-1, 3) == 1);
    /* By symmetry, also where it is not whole: I(1/2; a, a) = 1/2. */
    assert_near(jp_tail_coin(3.25, 5.5), 0.5, 1e-12);
    /* Both ways of reckoning meet where one takes over from the other. */
    assert_near(jp_tail_coin(2600, 5000), jp_tail_coin(2600.5, 5001), 0.01);
}

/* R = 1: bytes are recorded objects. Nothing before and N behind is N heads in a row. */
static void test_growth(void **state)
{
    (void)state;
    assert_near(jp_tail_growth(7 * 4096.0, 7 * 4096.0 * 4096, 4096), 1.0 / 128, 1e-12);
    /* 2 before, 8 behind: at least 8 heads of 10. */
    assert_near(jp_tail_growth(6 * 4096.0, 10 * 4096.0 * 4096, 4096), 56.0 / 1024, 1e-12);
    /* No change at all is seen in more than half of such series. */
    assert_true(jp_tail_growth(0, 10 * 4096.0 * 4096, 4096) > 0.5);
    assert_true(jp_tail_growth(-4096, 10 * 4096.0 * 4096, 4096) > 0.6);
    /* An object of 20 R that was there before would have been missed with exp(-20). */
    assert_near(jp_tail_growth(20 * 4096.0, 0, 4096), exp(-20), 1e-12);
    /* All was recorded: nothing is chance. */
    assert_true(jp_tail_growth(1e6, 0, 0) == 0);
    assert_true(jp_tail_growth(1, 0, 1) == 0);
    assert_true(jp_tail_growth(-1, 0, 0) == 1);
    assert_true(jp_tail_growth(0, 0, 0) == 1);
}

/* The example of Benjamini and Hochberg's paper (1995): four of fifteen are significant at 5 %. */
static void test_false_discovery(void **state)
{
    static const double p[] = {0.0459, 0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298,
                               0.0344, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000};
    double q[JP_COUNT_OF(p)];
    size_t significant = 0;

    (void)state;
    jp_tail_false_discovery(p, q, JP_COUNT_OF(p));
    for (size_t i = 0; i < JP_COUNT_OF(p); i++)
        significant += q[i] <= 0.05;
    assert_int_equal(significant, 4);
    assert_near(q[1], 0.0001 * 15, 1e-12);
    assert_near(q[4], 0.0095 * 15 / 4, 1e-12);
    assert_near(q[5], 0.0201 * 15 / 5, 1e-12);
    /* 0.0278 * 15 / 6 = 0.0695, but 0.0298 * 15 / 7 = 0.0639 behind it. */
    assert_near(q[6], 0.0298 * 15 / 7, 1e-12);
    jp_tail_false_discovery(p, q, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_normal),
        cmocka_unit_test(test_coin),
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_false_discovery),
    };
    return cmocka_run_group_tests_name("tail", tests, NULL, NULL);
}
