/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_trend.h"

#include <math.h>

enum { COUNT = 12 };

/* A course drawn by hand: values in units of the sample period, each recorded object one of them.
 */
struct drawing {
    double value[COUNT];
    double variance[COUNT];
    double turnover[COUNT];
    uint32_t process[COUNT];
    double axis[COUNT];
    size_t count;
    struct jp_track track;
};

/* CHURN: variance that comes in between two dumps. */
static void draw(struct drawing *drawing, const double *values, size_t count, double churn)
{
    *drawing = (struct drawing){.count = count};
    for (size_t i = 0; i < count; i++) {
        drawing->value[i] = drawing->variance[i] = values[i];
        drawing->turnover[i] = churn * (double)i;
        drawing->axis[i] = (double)i;
    }
    drawing->track = (struct jp_track){
        .value = drawing->value,
        .variance = drawing->variance,
        .turnover = drawing->turnover,
        .process = drawing->process,
    };
    drawing->track.ends_variance = jp_track_variance(&drawing->track, 0, count - 1);
}

static struct jp_trend trend_of(const struct drawing *drawing)
{
    return jp_trend_of(&drawing->track, drawing->axis, drawing->count, 1);
}

static void assert_near(double got, double want)
{
    if (!(fabs(got - want) <= 1e-9 * fmax(1, fabs(want))))
        fail_msg("%.12g is not %.12g", got, want);
}

/* Slopes of 1 5 2 8 at 0 1 2 3: 4, 0.5, 7/3, -3, 1.5, 6; median 23/12. Five pairs rise, one falls.
 */
static void test_by_hand(void **state)
{
    static const double values[] = {1, 5, 2, 8};
    struct drawing drawing;

    (void)state;
    draw(&drawing, values, 4, 3);
    const struct jp_trend trend = trend_of(&drawing);
    assert_near(trend.rate, 23.0 / 12);
    assert_near(trend.tau, 4.0 / 6);
    assert_near(trend.change, 7);
    assert_near(trend.peak, 8);
    /* 1 + 8 recorded objects bring at most as many; 3 * 3 moved. */
    assert_near(trend.z, 7 / 3.0);
}

/* An uneven axis: 10 bytes in one hour, 10 in the next two. Slopes 10, 20/3, 5. */
static void test_axis(void **state)
{
    static const double values[] = {0, 10, 20};
    struct drawing drawing;

    (void)state;
    draw(&drawing, values, 3, 0);
    drawing.axis[2] = 3;
    const struct jp_trend trend = trend_of(&drawing);
    assert_near(trend.rate, 20.0 / 3);
    assert_near(trend.tau, 1);
    assert_true(isinf(trend.z) && trend.z > 0);
}

static void test_variance(void **state)
{
    static const double values[] = {40, 50, 60, 70};
    struct drawing drawing;

    (void)state;
    draw(&drawing, values, 4, 7);
    assert_near(jp_track_variance(&drawing.track, 0, 1), 7);
    assert_near(jp_track_variance(&drawing.track, 1, 3), 14);
    /* Across a restart nothing cancels out. */
    drawing.process[2] = drawing.process[3] = 1;
    assert_near(jp_track_variance(&drawing.track, 1, 3), 120);
    assert_near(jp_track_variance(&drawing.track, 2, 3), 7);
    draw(&drawing, values, 4, 1000);
    assert_near(jp_track_variance(&drawing.track, 0, 1), 90);
}

static enum jp_shape shape_of(const double *values, double churn, bool has_grown, bool has_shrunk)
{
    struct drawing drawing;

    draw(&drawing, values, COUNT, churn);
    const struct jp_trend trend = trend_of(&drawing);
    return jp_trend_shape(&drawing.track, &trend, drawing.axis, COUNT, 1, has_grown, has_shrunk);
}

static void assert_shape(enum jp_shape got, enum jp_shape want)
{
    assert_string_equal(jp_shape_text(got), jp_shape_text(want));
}

static void test_shapes(void **state)
{
    static const double line[COUNT] = {10, 40, 71, 99, 131, 160, 190, 222, 250, 280, 309, 340};
    static const double full[COUNT] = {10, 80, 150, 222, 290, 301, 298, 305, 299, 302, 297, 300};
    static const double jump[COUNT] = {50, 52, 49, 51, 50, 53, 250, 248, 252, 251, 249, 250};
    static const double saw[COUNT] = {10, 110, 210, 310, 10, 112, 209, 311, 12, 108, 208, 312};
    static const double flat[COUNT] = {50, 52, 49, 51, 50, 53, 48, 52, 50, 51, 49, 50};
    static const double down[COUNT] = {340, 309, 280, 250, 222, 190, 160, 131, 99, 71, 40, 10};
    static const double odd[COUNT] = {100, 135, 104, 140, 101, 138, 105, 139, 102, 137, 106, 160};

    (void)state;
    assert_shape(shape_of(line, 32, true, false), JP_SHAPE_GROWING);
    assert_shape(shape_of(full, 60, true, false), JP_SHAPE_PLATEAU);
    assert_shape(shape_of(jump, 4, true, false), JP_SHAPE_STEP);
    assert_shape(shape_of(saw, 300, true, false), JP_SHAPE_SAWTOOTH);
    assert_shape(shape_of(flat, 4, false, false), JP_SHAPE_NOISE);
    assert_shape(shape_of(down, 32, false, true), JP_SHAPE_SHRINKING);
    assert_shape(shape_of(odd, 800, true, false), JP_SHAPE_UNSTEADY);
}

/* With a restart before each drop the same course has no teeth: processes begin anew. */
static void test_restarts_are_no_teeth(void **state)
{
    static const double saw[COUNT] = {10, 110, 210, 310, 10, 112, 209, 311, 12, 108, 208, 312};
    struct drawing drawing;

    (void)state;
    draw(&drawing, saw, COUNT, 300);
    for (size_t i = 0; i < COUNT; i++)
        drawing.process[i] = (uint32_t)(i / 4);
    const struct jp_trend trend = trend_of(&drawing);
    assert_true(jp_trend_shape(&drawing.track, &trend, drawing.axis, COUNT, 1, true, false) !=
                JP_SHAPE_SAWTOOTH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_axis),
        cmocka_unit_test(test_variance),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_restarts_are_no_teeth),
    };
    return cmocka_run_group_tests_name("trend", tests, NULL, NULL);
}
