/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_parallel.h"

#include "jp_mem.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

/* Stacks count against a limit of memory as a whole, and nothing here recurses. */
enum { STACK_BYTES = 1 << 20 };

/* Where threads may run; not known: wherever they like. */
struct places {
#ifdef HAVE_PTHREAD_ATTR_SETAFFINITY_NP
    cpu_set_t all;
#endif
    bool is_known;
};

struct part {
    jp_parallel_part *run;
    void *argument;
    const struct places *places;
    pthread_t thread;
    bool is_started;
};

/*
 * The threads start on any processor but this one. Left to choose, a new thread often shared the
 * processor of its maker and left another free: the system mends that after longer than most of our
 * work takes. From its first step on each may run everywhere.
 */
static void start_elsewhere(struct places *places, pthread_attr_t *attributes)
{
    places->is_known = false;
#ifdef HAVE_PTHREAD_ATTR_SETAFFINITY_NP
    const int here = sched_getcpu();
    cpu_set_t others;

    if (here < 0 || sched_getaffinity(0, sizeof places->all, &places->all) != 0)
        return;
    others = places->all;
    CPU_CLR(here, &others);
    places->is_known = CPU_COUNT(&others) > 0 &&
                       pthread_attr_setaffinity_np(attributes, sizeof others, &others) == 0;
#else
    (void)attributes;
#endif
}

static void run_anywhere(const struct places *places)
{
#ifdef HAVE_PTHREAD_ATTR_SETAFFINITY_NP
    if (places->is_known)
        sched_setaffinity(0, sizeof places->all, &places->all);
#else
    (void)places;
#endif
}

static void *run_part(void *argument)
{
    const struct part *const part = argument;

    run_anywhere(part->places);
    part->run(part->argument);
    return NULL;
}

void jp_parallel_run(jp_parallel_part *run, void *parts, size_t count, size_t size)
{
    struct part *const all = jp_mem_zeroed(count, sizeof *all);
    struct places places;
    pthread_attr_t attributes;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    if (count > 1)
        start_elsewhere(&places, &attributes);
    for (size_t i = 0; i < count; i++) {
        all[i] = (struct part){.run = run, .argument = (char *)parts + i * size, .places = &places};
        if (i > 0)
            all[i].is_started = pthread_create(&all[i].thread, &attributes, run_part, &all[i]) == 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (!all[i].is_started)
            run(all[i].argument);
    }
    for (size_t i = 0; i < count; i++) {
        if (all[i].is_started)
            pthread_join(all[i].thread, NULL);
    }
    pthread_attr_destroy(&attributes);
    free(all);
}
