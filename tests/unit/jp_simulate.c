/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_simulate.h"

#include "jp_random.h"
#include "jp_unbias.h"

#include <math.h>

/* Recorded objects of one site. Allocated ones are counted since the start. */
struct site {
    double stable;
    double added; /* what the truth adds */
    double allocated;
};

void jp_simulation_init(struct jp_simulation *simulation, size_t dump_count, double period_bytes,
                        uint64_t seed)
{
    *simulation = (struct jp_simulation){
        .dump_count = dump_count, .period_bytes = period_bytes, .random = seed};
    jp_profile_init(&simulation->profile);
    simulation->axis = jp_mem_zeroed(dump_count, sizeof *simulation->axis);
    for (size_t i = 0; i < dump_count; i++)
        simulation->axis[i] = (double)i;
}

void jp_simulation_add(struct jp_simulation *simulation, const struct jp_course *course)
{
    jp_vec_push(&simulation->courses, *course);
    jp_samples_push(&simulation->profile.samples,
                    (struct jp_sample_key){(uint32_t)simulation->courses.count - 1, JP_PROCESS});
}

static double probability(const struct jp_simulation *simulation, const struct jp_course *course)
{
    return -expm1(-course->object_bytes / simulation->period_bytes);
}

static double objects_in(const struct jp_course *course, double bytes)
{
    return floor(bytes / course->object_bytes + 0.5);
}

/* Below this, with many objects, the binomial distribution is Poisson's. */
static const double RARELY = 0.01;

/*
 * How many of BYTES in objects of the course's size are recorded. The truth does not waver: so many
 * objects there are; only who is recorded is chance.
 */
static double record(struct jp_simulation *simulation, const struct jp_course *course, double bytes)
{
    const double p = probability(simulation, course);
    const double objects = objects_in(course, bytes);

    return p < RARELY ? jp_random_poisson(&simulation->random, objects * p)
                      : jp_random_binomial(&simulation->random, objects, p);
}

/* DRAWN of OBJECTS are freed, whichever; how many of the RECORDED ones are among them? */
static double record_freed(struct jp_simulation *simulation, const struct jp_course *course,
                           double objects, double recorded, double drawn)
{
    double freed = 0;

    if (probability(simulation, course) < RARELY)
        return jp_random_binomial(&simulation->random, recorded, drawn / objects);
    for (double i = 0; i < drawn; i++)
        freed += jp_random_uniform(&simulation->random) * (objects - i) <= recorded - freed;
    return freed;
}

static void move_stable(struct jp_simulation *simulation, const struct jp_course *course,
                        struct site *site)
{
    const double objects = objects_in(course, course->live_bytes);
    const double drawn = objects_in(course, course->live_bytes * course->turnover);
    const double born = record(simulation, course, course->live_bytes * course->turnover);

    if (drawn > 0)
        site->stable += born - record_freed(simulation, course, objects, site->stable, drawn);
    site->allocated += born;
}

/* Bytes that the truth adds between dump DUMP - 1 and DUMP; negative: all of them are freed. */
static double added_bytes(const struct jp_simulation *simulation, const struct jp_course *course,
                          size_t dump)
{
    switch (course->truth) {
    case JP_TRUTH_STABLE:
        return 0;
    case JP_TRUTH_LEAK:
        return course->rate_bytes;
    case JP_TRUTH_PLATEAU:
        return dump <= simulation->dump_count / 3 ? course->rate_bytes : 0;
    case JP_TRUTH_STEP:
        return dump == simulation->dump_count / 2 ? course->rate_bytes : 0;
    case JP_TRUTH_SAWTOOTH:
        return dump % 4 ? course->rate_bytes : -1;
    }
    return 0;
}

static void move(struct jp_simulation *simulation, const struct jp_course *course,
                 struct site *site, size_t dump)
{
    const double bytes = added_bytes(simulation, course, dump);

    move_stable(simulation, course, site);
    if (bytes < 0) {
        site->added = 0;
        return;
    }
    const double born = bytes > 0 ? record(simulation, course, bytes) : 0;
    site->added += born;
    site->allocated += born;
}

/* What the dump prints for the site, corrected as jp_join does. */
static void print(struct jp_simulation *simulation, const struct jp_course *course,
                  const struct site *site, uint32_t sample)
{
    const double live = site->stable + site->added;
    const double allocated = simulation->without_accum ? 0 : site->allocated;
    const struct jp_counters counters = {
        .objects = (uint64_t)live,
        .bytes = (uint64_t)(live * course->object_bytes),
        .alloc_objects = (uint64_t)allocated,
        .alloc_bytes = (uint64_t)(allocated * course->object_bytes),
    };
    const struct jp_estimate estimate =
        jp_unbias(counters, JP_CORRECTION_POISSON, (uint64_t)simulation->period_bytes);

    jp_samples_add(&simulation->profile.samples, sample, JP_SIDE_MAIN, &estimate.values,
                   estimate.variance, live);
}

static void take(struct jp_simulation *simulation, const struct site *states)
{
    jp_vec_push(&simulation->profile.sources,
                (struct jp_source){.period_bytes = (uint64_t)simulation->period_bytes,
                                   .correction = JP_CORRECTION_POISSON});
    for (uint32_t i = 0; i < simulation->courses.count; i++)
        print(simulation, &simulation->courses.data[i], &states[i], i);
    jp_series_take(&simulation->series, &simulation->profile);
}

/* One site per sample. */
static void number_sites(struct jp_simulation *simulation)
{
    const uint32_t count = (uint32_t)simulation->courses.count;

    simulation->sites = (struct jp_sites){.kind = JP_SITE_FUNCTION, .count = count};
    simulation->sites.of_stack = jp_mem_zeroed(count, sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++)
        simulation->sites.of_stack[i] = i;
}

void jp_simulation_run(struct jp_simulation *simulation)
{
    const size_t count = simulation->courses.count;
    struct site *const states = jp_mem_zeroed(count, sizeof *states);

    for (size_t i = 0; i < count; i++) {
        const struct jp_course *const course = &simulation->courses.data[i];
        states[i].stable = record(simulation, course, course->live_bytes);
        states[i].allocated = states[i].stable;
    }
    for (size_t dump = 0; dump < simulation->dump_count; dump++) {
        for (size_t i = 0; i < count && dump > 0; i++)
            move(simulation, &simulation->courses.data[i], &states[i], dump);
        take(simulation, states);
    }
    simulation->profile.is_one_process = true;
    jp_series_finish(&simulation->series, &simulation->profile);
    number_sites(simulation);
    jp_tracks_init(&simulation->tracks, &simulation->series, &simulation->profile,
                   &simulation->sites);
    jp_leaks_init(&simulation->leaks, &simulation->tracks, simulation->axis,
                  simulation->series.period_bytes, NULL);
    free(states);
}

void jp_simulation_release(struct jp_simulation *simulation)
{
    jp_leaks_release(&simulation->leaks);
    jp_tracks_release(&simulation->tracks);
    jp_sites_release(&simulation->sites);
    jp_series_release(&simulation->series);
    jp_profile_release(&simulation->profile);
    jp_vec_release(&simulation->courses);
    free(simulation->axis);
}

const struct jp_leak *jp_simulation_leak(const struct jp_simulation *simulation, uint32_t site)
{
    for (size_t i = 0; i < simulation->leaks.list.count; i++)
        if (simulation->leaks.list.data[i].site == site)
            return &simulation->leaks.list.data[i];
    return NULL;
}
