/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A process whose truth is known, seen through jemalloc's sampling: sites that leak, stay stable,
 * fill up, step, or go up and down, dump by dump. The series that comes out is judged as that of
 * real dumps is.
 *
 *     struct jp_simulation simulation;
 *     jp_simulation_init(&simulation, 12, 524288, seed);
 *     jp_simulation_add(&simulation, &course);
 *     jp_simulation_run(&simulation);
 *     ... simulation.leaks.list ...
 *     jp_simulation_release(&simulation);
 */
#ifndef JP_SIMULATE_H
#define JP_SIMULATE_H

#include "jp_leaks.h"

enum jp_truth {
    JP_TRUTH_STABLE,
    JP_TRUTH_LEAK,     /* rate more in every interval, never freed */
    JP_TRUTH_PLATEAU,  /* grows by rate per interval over the first third, then stays */
    JP_TRUTH_STEP,     /* rate more in one interval in the middle, once */
    JP_TRUTH_SAWTOOTH, /* grows by rate per interval and is emptied every fourth dump */
};

struct jp_course {
    enum jp_truth truth;
    double object_bytes;
    double live_bytes; /* held all the time, besides what the truth adds */
    double turnover;   /* share of live_bytes that is freed and allocated anew per interval */
    double rate_bytes;
};

struct jp_simulation {
    struct jp_profile profile;
    struct jp_series series;
    struct jp_sites sites;
    struct jp_tracks tracks;
    struct jp_leaks leaks;
    JP_VEC(struct jp_course) courses; /* one per site */
    double *axis;
    size_t dump_count;
    double period_bytes;
    uint64_t random;
    bool without_accum; /* set before the run: prof_accum was off */
};

void jp_simulation_init(struct jp_simulation *simulation, size_t dump_count, double period_bytes,
                        uint64_t seed);
void jp_simulation_add(struct jp_simulation *simulation, const struct jp_course *course);
void jp_simulation_run(struct jp_simulation *simulation);
void jp_simulation_release(struct jp_simulation *simulation);

/* What was found about site SITE (its course's number). */
const struct jp_leak *jp_simulation_leak(const struct jp_simulation *simulation, uint32_t site);

#endif
