/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_crew.h"

#include <pthread.h>
#include <string.h>

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

static uint64_t bytes_of_all(const struct jp_dwarf_task *tasks, size_t count)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < count; i++)
        bytes += bytes_of(&tasks[i]);
    return bytes;
}

static size_t worker_count(uint64_t bytes, size_t count, unsigned jobs)
{
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

struct crew_job {
    const struct jp_dwarf_task *tasks;
    size_t count;
    uint64_t bytes; /* of the tasks' units */
    const struct jp_dwarf_request *request;
    struct jp_dwarf_result *results;
    const struct jp_dwarf_file *file;
    uint64_t code_start;
    uint64_t code_end;
};

/* With WORKER_COUNT workers. False: a worker's bound on work cost an answer. */
static bool run_job(struct jp_dwarf_crew *crew, const struct crew_job *job, size_t worker_count)
{
    struct part *const parts = jp_mem_zeroed(worker_count, sizeof *parts);
    bool is_fine = true;

    *crew = (struct jp_dwarf_crew){
        .workers = jp_mem_zeroed(worker_count, sizeof *crew->workers),
        .count = worker_count,
    };
    share_out(parts, worker_count, job->tasks, job->count);
    for (size_t i = 0; i < worker_count; i++) {
        struct jp_dwarf_worker *const worker = &crew->workers[i];
        const double share = worker_count > 1 ? (double)parts[i].bytes / (double)job->bytes : 1;
        jp_dwarf_worker_init(worker, job->request, job->results, job->file, job->code_start,
                             job->code_end, share);
        worker->number = (uint32_t)i;
        parts[i].worker = worker;
    }
    run_parts(parts, worker_count);
    for (size_t i = 0; i < worker_count; i++) {
        is_fine = is_fine && !jp_dwarf_worker_is_spent(&crew->workers[i]);
        jp_vec_release(&parts[i].tasks);
    }
    free(parts);
    return is_fine;
}

/*
 * One bound on work holds for the module, whatever the number of workers: each has a part of it, as
 * large as its part of the units. Where that is not enough, which only damaged input brings about,
 * a single worker begins again with the whole, so that the answer is always the one that it gives.
 */
void jp_dwarf_crew_run(struct jp_dwarf_crew *crew, const struct jp_dwarf_task *tasks, size_t count,
                       const struct jp_dwarf_request *request, struct jp_dwarf_result *results,
                       const struct jp_dwarf_file *file, uint64_t code_start, uint64_t code_end)
{
    const struct crew_job job = {
        tasks, count, bytes_of_all(tasks, count), request, results, file, code_start, code_end};
    const size_t workers = worker_count(job.bytes, count, request->jobs);

    /* What objects make ready on first use must be ready: from here on they are only read. */
    if (workers > 1)
        jp_object_symbols_prepare(request->object, request->addresses, request->count);
    if (run_job(crew, &job, workers) || workers == 1)
        return;
    jp_dwarf_crew_release(crew);
    memset(results, 0, request->count * sizeof *results);
    run_job(crew, &job, 1);
}

void jp_dwarf_crew_release(struct jp_dwarf_crew *crew)
{
    for (size_t i = 0; i < crew->count; i++)
        jp_dwarf_worker_release(&crew->workers[i]);
    free(crew->workers);
    *crew = (struct jp_dwarf_crew){0};
}
