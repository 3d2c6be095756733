/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the tables of doc/leaks.md: how often leaks are found, and how often something is called a
 * leak that is none. "make leak-tables" runs it; the seed is fixed, so that the same numbers come
 * out. It judges with the program's own code what jp_simulate makes.
 */
#include "config.h"

#include "jp_simulate.h"

#include "jp_attr.h"

#include <stdio.h>

static const double MB = 1048576;

/* Stable sites that are there in each run, so that there are many tests at once. */
static const struct jp_course background[] = {
    {JP_TRUTH_STABLE, 64, 4194304, 0.02, 0},      {JP_TRUTH_STABLE, 64, 4194304, 0.1, 0},
    {JP_TRUTH_STABLE, 64, 4194304, 0.5, 0},       {JP_TRUTH_STABLE, 64, 4194304, 1, 0},
    {JP_TRUTH_STABLE, 64, 52428800, 0.02, 0},     {JP_TRUTH_STABLE, 64, 52428800, 0.1, 0},
    {JP_TRUTH_STABLE, 64, 52428800, 0.5, 0},      {JP_TRUTH_STABLE, 64, 52428800, 1, 0},
    {JP_TRUTH_STABLE, 64, 209715200, 0.02, 0},    {JP_TRUTH_STABLE, 64, 209715200, 0.1, 0},
    {JP_TRUTH_STABLE, 64, 209715200, 0.5, 0},     {JP_TRUTH_STABLE, 64, 209715200, 1, 0},
    {JP_TRUTH_STABLE, 4096, 16777216, 0.1, 0},    {JP_TRUTH_STABLE, 4096, 16777216, 0.5, 0},
    {JP_TRUTH_STABLE, 262144, 16777216, 0.1, 0},  {JP_TRUTH_STABLE, 262144, 16777216, 0.5, 0},
    {JP_TRUTH_STABLE, 1048576, 33554432, 0.1, 0}, {JP_TRUTH_STABLE, 1048576, 33554432, 0.5, 0},
    {JP_TRUTH_STABLE, 64, 262144, 0.5, 0},        {JP_TRUTH_STABLE, 64, 1048576, 0.5, 0},
};

struct tally {
    size_t runs;
    size_t shapes[JP_SHAPE_COUNT]; /* of the first site */
    size_t proven;                 /* of the first site */
    size_t tested;                 /* sites of the background */
    size_t single;                 /* of them below 1 % on their own */
    size_t called;                 /* of them called growing */
    size_t claims;                 /* of them proven, whatever the shape */
    size_t tainted;                /* runs with such a claim */
};

static void judge(struct tally *tally, const struct jp_simulation *simulation, uint32_t first)
{
    const size_t claims = tally->claims;

    tally->runs++;
    for (size_t i = 0; i < simulation->leaks.list.count; i++) {
        const struct jp_leak *const leak = &simulation->leaks.list.data[i];
        if (leak->site < first) {
            tally->shapes[leak->shape]++;
            tally->proven += leak->is_proven;
            continue;
        }
        tally->tested++;
        tally->single += leak->trend.p < 0.01;
        tally->claims += leak->is_proven;
        tally->called += leak->shape == JP_SHAPE_GROWING;
    }
    tally->tainted += tally->claims > claims;
}

/* RUNS processes with the background and, unless NULL, one more site. */
static struct tally simulate(const struct jp_course *course, size_t dumps, double period,
                             bool without_accum, size_t runs)
{
    struct tally tally = {.runs = 0};

    for (size_t run = 0; run < runs; run++) {
        struct jp_simulation simulation;
        jp_simulation_init(&simulation, dumps, period, 20240229 + 7919 * run);
        simulation.without_accum = without_accum;
        if (course)
            jp_simulation_add(&simulation, course);
        for (size_t i = 0; i < JP_COUNT_OF(background); i++)
            jp_simulation_add(&simulation, &background[i]);
        jp_simulation_run(&simulation);
        judge(&tally, &simulation, course ? 1 : 0);
        jp_simulation_release(&simulation);
    }
    return tally;
}

static double percent(size_t part, size_t whole)
{
    return whole ? 100 * (double)part / (double)whole : 0;
}

static void print_false_positives(void)
{
    static const struct {
        size_t dumps;
        double period;
        bool without_accum;
    } rows[] = {
        {12, 131072, false}, {12, 524288, false}, {12, 2097152, false},
        {12, 524288, true},  {40, 524288, false}, {3, 524288, false},
    };

    printf("| dumps | sample period | prof_accum | p < 1 %% | proven | called growing | runs with "
           "a false claim |\n| ---: | ---: | --- | ---: | ---: | ---: | ---: |\n");
    for (size_t i = 0; i < JP_COUNT_OF(rows); i++) {
        const struct tally tally =
            simulate(NULL, rows[i].dumps, rows[i].period, rows[i].without_accum, 1000);
        printf("| %zu | %.0f KiB | %s | %.2f %% | %.3f %% | %.3f %% | %.1f %% |\n", rows[i].dumps,
               rows[i].period / 1024, rows[i].without_accum ? "no" : "yes",
               percent(tally.single, tally.tested), percent(tally.claims, tally.tested),
               percent(tally.called, tally.tested), percent(tally.tainted, tally.runs));
    }
}

static void print_detection(void)
{
    static const double rates[] = {0.25, 0.5, 1, 2};
    static const double held[] = {0, 4, 50, 200};
    static const double turnovers[] = {0.02, 0.1, 0.5};
    static const double periods[] = {131072, 524288, 2097152};

    printf("| held | turnover | sample period |");
    for (size_t r = 0; r < JP_COUNT_OF(rates); r++)
        printf(" %g MB |", rates[r]);
    printf("\n| ---: | ---: | ---: |");
    for (size_t r = 0; r < JP_COUNT_OF(rates); r++)
        printf(" ---: |");
    printf("\n");
    for (size_t h = 0; h < JP_COUNT_OF(held); h++) {
        for (size_t t = 0; t < (held[h] > 0 ? JP_COUNT_OF(turnovers) : 1); t++) {
            for (size_t p = 0; p < JP_COUNT_OF(periods); p++) {
                printf("| %g MB | %.0f %% | %.0f KiB |", held[h],
                       held[h] > 0 ? 100 * turnovers[t] : 0, periods[p] / 1024);
                for (size_t r = 0; r < JP_COUNT_OF(rates); r++) {
                    const struct jp_course course = {JP_TRUTH_LEAK, 64, held[h] * MB, turnovers[t],
                                                     rates[r] * MB};
                    const struct tally tally = simulate(&course, 12, periods[p], false, 200);
                    printf(" %.0f %% |", percent(tally.shapes[JP_SHAPE_GROWING], tally.runs));
                }
                printf("\n");
            }
        }
    }
}

static void print_shapes(void)
{
    static const struct {
        const char *name;
        struct jp_course course;
    } rows[] = {
        {"leak, 1 MB per dump", {JP_TRUTH_LEAK, 64, 4194304, 0.1, 1048576}},
        {"leak, 4 MB per dump on 200 MB", {JP_TRUTH_LEAK, 64, 209715200, 0.1, 4194304}},
        {"leak of 256 KiB objects, 1 MB per dump", {JP_TRUTH_LEAK, 262144, 4194304, 0.1, 1048576}},
        {"fills up to 20 MB in 8 dumps", {JP_TRUTH_PLATEAU, 64, 1048576, 0.1, 2621440}},
        {"fills up to 80 MB in 8 dumps", {JP_TRUTH_PLATEAU, 64, 1048576, 0.1, 10485760}},
        {"step of 16 MB", {JP_TRUTH_STEP, 64, 4194304, 0.1, 16777216}},
        {"step of 64 MB on 200 MB", {JP_TRUTH_STEP, 64, 209715200, 0.1, 67108864}},
        {"sawtooth, 16 MB per dump", {JP_TRUTH_SAWTOOTH, 64, 4194304, 0.1, 16777216}},
        {"sawtooth, 64 MB per dump", {JP_TRUTH_SAWTOOTH, 64, 4194304, 0.1, 67108864}},
        {"stable, 50 MB, all new each time", {JP_TRUTH_STABLE, 64, 52428800, 1, 0}},
        {"stable, 200 MB, 2 % new", {JP_TRUTH_STABLE, 64, 209715200, 0.02, 0}},
    };

    printf("| truth |");
    for (int shape = 0; shape < JP_SHAPE_COUNT; shape++)
        printf(" %s |", jp_shape_text((enum jp_shape)shape));
    printf("\n| --- |");
    for (int shape = 0; shape < JP_SHAPE_COUNT; shape++)
        printf(" ---: |");
    printf("\n");
    for (size_t i = 0; i < JP_COUNT_OF(rows); i++) {
        const struct tally tally = simulate(&rows[i].course, 24, 524288, false, 300);
        printf("| %s |", rows[i].name);
        for (int shape = 0; shape < JP_SHAPE_COUNT; shape++)
            printf(" %.0f %% |", percent(tally.shapes[shape], tally.runs));
        printf("\n");
    }
}

int main(void)
{
    print_false_positives();
    printf("\n");
    print_detection();
    printf("\n");
    print_shapes();
    return 0;
}
