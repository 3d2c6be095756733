/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_test.h"

#include "jp_parallel.h"

#include <pthread.h>
#include <stdbool.h>

struct part {
    pthread_barrier_t *all_run; /* NULL: run by this thread alone */
    pthread_t thread;
    unsigned runs;
};

static void run(void *argument)
{
    struct part *const part = argument;

    if (part->all_run)
        pthread_barrier_wait(part->all_run);
    part->thread = pthread_self();
    part->runs++;
}

/* None passes the barrier before all are there, so each has a thread of its own. */
static void test_all_at_once(void **state)
{
    enum { COUNT = 5 };
    pthread_barrier_t barrier;
    struct part parts[COUNT];

    (void)state;
    assert_int_equal(pthread_barrier_init(&barrier, NULL, COUNT), 0);
    for (unsigned i = 0; i < COUNT; i++)
        parts[i] = (struct part){.all_run = &barrier};
    jp_parallel_run(run, parts, COUNT, sizeof *parts);
    for (unsigned i = 0; i < COUNT; i++) {
        assert_int_equal(parts[i].runs, 1);
        assert_int_equal(pthread_equal(parts[i].thread, pthread_self()) != 0, i == 0);
    }
    pthread_barrier_destroy(&barrier);
}

static void test_one_part_needs_no_thread(void **state)
{
    struct part part = {.all_run = NULL};

    (void)state;
    jp_parallel_run(run, &part, 1, sizeof part);
    assert_int_equal(part.runs, 1);
    assert_true(pthread_equal(part.thread, pthread_self()));
    jp_parallel_run(run, NULL, 0, sizeof part);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_at_once),
        cmocka_unit_test(test_one_part_needs_no_thread),
    };
    return cmocka_run_group_tests_name("parallel", tests, NULL, NULL);
}
