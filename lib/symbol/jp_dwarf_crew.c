/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_crew.h"

#include <pthread.h>

/*
 * To start a worker takes as long as to read this much. Stacks count against the limit of memory
 * as a whole, and nothing here recurses.
 */
enum { LEAST_BYTES = 256 << 10, STACK_BYTES = 1 << 20, WORKERS_MAX = 64 };

/* One thread's part. */
struct part {
    struct jp_dwarf_worker *worker;
    JP_VEC(const struct jp_dwarf_task *) tasks;
    uint64_t bytes;
    pthread_t thread;
    bool is_started;
};

static uint64_t bytes_of(const struct jp_dwarf_task *task)
{
    return task->unit->end - task->unit->offset;
}

static size_t worker_count(const struct jp_dwarf_task *tasks, size_t count, unsigned jobs)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < count; i++)
        bytes += bytes_of(&tasks[i]);
    size_t workers = jobs < WORKERS_MAX ? jobs : WORKERS_MAX;
    if (workers > bytes / LEAST_BYTES)
        workers = bytes / LEAST_BYTES;
    if (workers > count)
        workers = count;
    return workers ? workers : 1;
}

static int compare_bytes(const void *a, const void *b)
{
    const struct jp_dwarf_task *const x = *(const struct jp_dwarf_task *const *)a;
    const struct jp_dwarf_task *const y = *(const struct jp_dwarf_task *const *)b;

    if (bytes_of(x) != bytes_of(y))
        return bytes_of(x) > bytes_of(y) ? -1 : 1;
    return (x > y) - (x < y);
}

/* The largest units first, each to the part with the least to do. */
static void share_out(struct part *parts, size_t part_count, const struct jp_dwarf_task *tasks,
                      size_t count)
{
    const struct jp_dwarf_task **const order =
        jp_mem_resize(NULL, count, sizeof(const struct jp_dwarf_task *));

    for (size_t i = 0; i < count; i++)
        order[i] = &tasks[i];
    if (part_count > 1)
        qsort(order, count, sizeof(const struct jp_dwarf_task *), compare_bytes);
    for (size_t i = 0; i < count; i++) {
        struct part *least = &parts[0];
        for (size_t k = 1; k < part_count; k++) {
            if (parts[k].bytes < least->bytes)
                least = &parts[k];
        }
        least->bytes += bytes_of(order[i]);
        jp_vec_push(&least->tasks, order[i]);
    }
    free(order);
}

static void *run_part(void *argument)
{
    const struct part *const part = argument;

    for (size_t i = 0; i < part->tasks.count; i++)
        jp_dwarf_worker_run(part->worker, part->tasks.data[i]);
    return NULL;
}

/* The first part is this thread's, and every part whose thread cannot be had. */
static void run_parts(struct part *parts, size_t count)
{
    pthread_attr_t attributes;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    for (size_t i = 1; i < count; i++)
        parts[i].is_started =
            pthread_create(&parts[i].thread, &attributes, run_part, &parts[i]) == 0;
    for (size_t i = 0; i < count; i++) {
        if (!parts[i].is_started)
            run_part(&parts[i]);
    }
    for (size_t i = 1; i < count; i++) {
        if (parts[i].is_started)
            pthread_join(parts[i].thread, NULL);
    }
    pthread_attr_destroy(&attributes);
}

void jp_dwarf_crew_run(struct jp_dwarf_crew *crew, const struct jp_dwarf_task *tasks, size_t count,
                       const struct jp_dwarf_request *request, struct jp_dwarf_result *results,
                       const struct jp_dwarf_file *file, uint64_t code_start, uint64_t code_end)
{
    crew->count = worker_count(tasks, count, request->jobs);
    crew->workers = jp_mem_zeroed(crew->count, sizeof *crew->workers);
    struct part *const parts = jp_mem_zeroed(crew->count, sizeof *parts);

    for (size_t i = 0; i < crew->count; i++) {
        struct jp_dwarf_worker *const worker = &crew->workers[i];
        jp_dwarf_worker_init(worker, request, results, file, code_start, code_end);
        worker->number = (uint32_t)i;
        parts[i].worker = worker;
    }
    /* What objects make ready on first use must be ready: from here on they are only read. */
    if (crew->count > 1)
        jp_object_symbols_prepare(request->object);
    share_out(parts, crew->count, tasks, count);
    run_parts(parts, crew->count);
    for (size_t i = 0; i < crew->count; i++)
        jp_vec_release(&parts[i].tasks);
    free(parts);
}

void jp_dwarf_crew_release(struct jp_dwarf_crew *crew)
{
    for (size_t i = 0; i < crew->count; i++)
        jp_dwarf_worker_release(&crew->workers[i]);
    free(crew->workers);
    *crew = (struct jp_dwarf_crew){0};
}
