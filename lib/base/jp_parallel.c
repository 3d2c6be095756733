/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_parallel.h"

#include "jp_mem.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

/* Stacks count against a limit of memory as a whole, and nothing here recurses. */
enum { STACK_BYTES = 1 << 20 };

struct part {
    jp_parallel_part *run;
    void *argument;
    pthread_t thread;
    bool is_started;
};

static void *run_part(void *argument)
{
    const struct part *const part = argument;

    part->run(part->argument);
    return NULL;
}

void jp_parallel_run(jp_parallel_part *run, void *parts, size_t count, size_t size)
{
    struct part *const all = jp_mem_zeroed(count, sizeof *all);
    pthread_attr_t attributes;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    for (size_t i = 0; i < count; i++) {
        all[i] = (struct part){.run = run, .argument = (char *)parts + i * size};
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
