/* SPDX-License-Identifier: BSD-2-Clause */
/* Simulated processes with known truth; tests/simulation prints larger tables of the same. */
#include "config.h"

#include "jp_simulate.h"
#include "jp_test.h"

enum { RUNS = 150 };

static const double MB = 1048576;

static const struct jp_course stable[] = {
    {JP_TRUTH_STABLE, 64, 4194304, 0.02, 0},    {JP_TRUTH_STABLE, 64, 4194304, 0.5, 0},
    {JP_TRUTH_STABLE, 64, 52428800, 0.02, 0},   {JP_TRUTH_STABLE, 64, 52428800, 0.1, 0},
    {JP_TRUTH_STABLE, 64, 209715200, 0.02, 0},  {JP_TRUTH_STABLE, 64, 209715200, 1, 0},
    {JP_TRUTH_STABLE, 4096, 16777216, 0.1, 0},  {JP_TRUTH_STABLE, 262144, 16777216, 0.1, 0},
    {JP_TRUTH_STABLE, 1048576, 8388608, .5, 0}, {JP_TRUTH_STABLE, 64, 524288, 0.5, 0},
};

static void run(struct jp_simulation *simulation, const struct jp_course *course, size_t dumps,
                uint64_t seed)
{
    jp_simulation_init(simulation, dumps, 524288, seed);
    if (course)
        jp_simulation_add(simulation, course);
    for (size_t i = 0; i < JP_COUNT_OF(stable); i++)
        jp_simulation_add(simulation, &stable[i]);
    jp_simulation_run(simulation);
}

/*
 * Stable sites whose objects survive: a regression would call one in four of them a leak. Here the
 * test of one site must hold its level of 1 %, and 1 % of the runs may have any false claim; of
 * 150 runs, four or more would be an accident of one in 15 at the worst level allowed.
 */
static void test_false_positives(void **state)
{
    size_t tested = 0;
    size_t below = 0;
    size_t tainted = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        struct jp_simulation simulation;
        bool is_tainted = false;
        run(&simulation, NULL, 12, seed);
        for (size_t i = 0; i < simulation.leaks.list.count; i++) {
            const struct jp_leak *const leak = &simulation.leaks.list.data[i];
            tested++;
            below += leak->trend.p < 0.01;
            is_tainted |= leak->is_proven;
        }
        tainted += is_tainted;
        jp_simulation_release(&simulation);
    }
    print_message("# %zu of %zu below 1 %%, %zu of %d runs with a claim\n", below, tested, tainted,
                  RUNS);
    assert_true((double)below <= 0.01 * (double)tested);
    assert_true(tainted <= 3);
}

/* How often the course's site is given the shape. */
static double share_of(const struct jp_course *course, enum jp_shape shape, size_t dumps)
{
    size_t hits = 0;

    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        struct jp_simulation simulation;
        run(&simulation, course, dumps, seed);
        const struct jp_leak *const leak = jp_simulation_leak(&simulation, 0);
        hits += leak && leak->shape == shape;
        jp_simulation_release(&simulation);
    }
    return (double)hits / RUNS;
}

static void test_truths_are_found(void **state)
{
    static const struct jp_course leak = {JP_TRUTH_LEAK, 64, 4194304, 0.1, 2097152};
    static const struct jp_course cache = {JP_TRUTH_PLATEAU, 64, 1048576, 0.1, 4194304};
    static const struct jp_course step = {JP_TRUTH_STEP, 64, 4194304, 0.1, 33554432};
    static const struct jp_course saw = {JP_TRUTH_SAWTOOTH, 64, 4194304, 0.1, 33554432};

    (void)state;
    assert_true(share_of(&leak, JP_SHAPE_GROWING, 12) > 0.9);
    assert_true(share_of(&cache, JP_SHAPE_PLATEAU, 24) > 0.9);
    assert_true(share_of(&step, JP_SHAPE_STEP, 12) > 0.9);
    assert_true(share_of(&saw, JP_SHAPE_SAWTOOTH, 24) > 0.9);
}

/* A leak as small as the report says that it would show is shown, nine times of ten. */
static void test_least_leak(void **state)
{
    struct jp_course course = {JP_TRUTH_LEAK, 64, 0, 0, 1};
    struct jp_simulation simulation;
    size_t hits = 0;

    (void)state;
    run(&simulation, &course, 12, 1);
    course.rate_bytes = simulation.leaks.least_new;
    jp_simulation_release(&simulation);
    assert_true(course.rate_bytes > 0.2 * MB && course.rate_bytes < 2 * MB);
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        run(&simulation, &course, 12, seed);
        const struct jp_leak *const leak = jp_simulation_leak(&simulation, 0);
        hits += leak && leak->is_proven;
        jp_simulation_release(&simulation);
    }
    print_message("# %zu of %d at %.2f MB per dump\n", hits, RUNS, course.rate_bytes / MB);
    assert_true(hits > 0.84 * RUNS && hits < 0.98 * RUNS);
}

/* The fastest leak comes first, however much a stable site holds. */
static void test_rank(void **state)
{
    static const struct jp_course slow = {JP_TRUTH_LEAK, 64, 4194304, 0.1, 4194304};
    static const struct jp_course fast = {JP_TRUTH_LEAK, 64, 4194304, 0.1, 16777216};
    static const struct jp_course full = {JP_TRUTH_PLATEAU, 64, 4194304, 0.1, 67108864};
    struct jp_simulation simulation;

    (void)state;
    jp_simulation_init(&simulation, 18, 524288, 7);
    for (size_t i = 0; i < JP_COUNT_OF(stable); i++)
        jp_simulation_add(&simulation, &stable[i]);
    jp_simulation_add(&simulation, &full);
    jp_simulation_add(&simulation, &slow);
    jp_simulation_add(&simulation, &fast);
    jp_simulation_run(&simulation);
    const uint32_t first = JP_COUNT_OF(stable);
    assert_int_equal(simulation.leaks.list.data[0].site, first + 2);
    assert_int_equal(simulation.leaks.list.data[1].site, first + 1);
    assert_int_equal(jp_simulation_leak(&simulation, first)->shape, JP_SHAPE_PLATEAU);
    jp_simulation_release(&simulation);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_false_positives),
        cmocka_unit_test(test_truths_are_found),
        cmocka_unit_test(test_least_leak),
        cmocka_unit_test(test_rank),
    };
    return cmocka_run_group_tests_name("leaks", tests, NULL, NULL);
}
