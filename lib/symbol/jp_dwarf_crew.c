/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_crew.h"

#include "jp_parallel.h"

#include <string.h>

/* To start a worker takes as long as to read this much. */
enum { LEAST_BYTES = 256 << 10, WORKERS_MAX = 64 };

/* A task and the bytes of its unit, which may be a guess. */
struct share {
    const struct jp_dwarf_task *task;
    uint64_t bytes;
};

/* What the workers share. */
struct job {
    struct share *shares;
    size_t count;
    uint64_t bytes; /* of all */
    size_t next;    /* the first that nobody has taken */
    double allowed; /* the part of the bound on work that comes with the units */
};

struct part {
    struct jp_dwarf_worker *worker;
    struct job *job;
    struct jp_span texts; /* of .debug_str, to be given back at the end */
};

/* A unit that lies in another file, which is not open yet, takes about so many times what its line
 * program does. */
static uint64_t guess_bytes(const struct jp_dwarf_unit *unit)
{
    enum { TIMES_LINES = 6 };
    struct jp_dwarf_cursor cursor =
        jp_dwarf_file_cursor(unit->file, JP_DWARF_LINE, unit->stmt_list.number);
    const uint32_t bytes = jp_dwarf_u32(&cursor);

    return bytes <= jp_dwarf_left(&cursor) ? TIMES_LINES * (uint64_t)bytes : 0;
}

static uint64_t bytes_of(const struct jp_dwarf_unit *unit)
{
    const bool is_elsewhere = unit->dwo_name.form && unit->stmt_list.form;

    return unit->end - unit->offset + (is_elsewhere ? guess_bytes(unit) : 0);
}

static void init_job(struct job *job, const struct jp_dwarf_task *tasks, size_t count)
{
    *job = (struct job){.shares = jp_mem_zeroed(count, sizeof *job->shares), .count = count};
    for (size_t i = 0; i < count; i++) {
        job->shares[i] = (struct share){&tasks[i], bytes_of(tasks[i].unit)};
        job->bytes += job->shares[i].bytes;
    }
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

static int compare_shares(const void *a, const void *b)
{
    const struct share *const x = a;
    const struct share *const y = b;

    if (x->bytes != y->bytes)
        return x->bytes > y->bytes ? -1 : 1;
    return (x->task > y->task) - (x->task < y->task);
}

static double part_of_all(const struct job *job, const struct share *share)
{
    return job->bytes ? (double)share->bytes / (double)job->bytes : 0;
}

static void work_off(void *argument)
{
    const struct part *const part = argument;
    struct job *const job = part->job;

    for (;;) {
        const size_t i = __atomic_fetch_add(&job->next, 1, __ATOMIC_RELAXED);
        if (i >= job->count)
            break;
        const struct share *const share = &job->shares[i];
        jp_dwarf_worker_allow(part->worker, job->allowed * part_of_all(job, share));
        jp_dwarf_worker_run(part->worker, share->task);
    }
    jp_object_was_read(part->worker->file->object, part->texts);
}

/* Names lie all over .debug_str, so that most of it is mapped: to take that away later is work for
 * one thread. */
static struct jp_span part_of_texts(const struct jp_dwarf_file *file, size_t i, size_t count)
{
    const struct jp_span texts = file->sections[JP_DWARF_STR];
    const size_t bytes = texts.len / count;

    return jp_span_slice(texts, i * bytes, i + 1 < count ? (i + 1) * bytes : texts.len);
}

/* With WORKER_COUNT workers. False: a worker's bound on work cost an answer. */
static bool run_with(struct jp_dwarf_crew *crew, const struct jp_dwarf_crew_work *work,
                     struct jp_dwarf_symbols *symbols, struct job *job, size_t worker_count)
{
    struct part *const parts = jp_mem_zeroed(worker_count, sizeof *parts);
    bool is_fine = true;

    *crew = (struct jp_dwarf_crew){
        .workers = jp_mem_zeroed(worker_count, sizeof *crew->workers),
        .count = worker_count,
    };
    job->next = 0;
    /* Of several workers each gets something at the start, for what each of them reads once. */
    job->allowed = worker_count > 1 ? 0.5 : 0;
    /* The largest first, so that all workers end at the same time. */
    if (worker_count > 1)
        qsort(job->shares, job->count, sizeof *job->shares, compare_shares);
    for (size_t i = 0; i < worker_count; i++) {
        struct jp_dwarf_worker *const worker = &crew->workers[i];
        jp_dwarf_worker_init(worker, work->request, work->results, work->file, symbols,
                             work->code_start, work->code_end);
        jp_dwarf_worker_allow(worker, (1 - job->allowed) / (double)worker_count);
        worker->number = (uint32_t)i;
        parts[i] = (struct part){worker, job, part_of_texts(work->file, i, worker_count)};
    }
    jp_parallel_run(work_off, parts, worker_count, sizeof *parts);
    for (size_t i = 0; i < worker_count; i++)
        is_fine = is_fine && !jp_dwarf_worker_is_spent(&crew->workers[i]);
    free(parts);
    return is_fine;
}

/*
 * One bound on work holds for the module, whatever the number of workers: what they get adds up to
 * it. Where that is not enough, which only damaged input brings about, a single worker begins again
 * with the whole, so that the answer is always the one that it gives.
 */
void jp_dwarf_crew_run(struct jp_dwarf_crew *crew, const struct jp_dwarf_crew_work *work)
{
    const struct jp_dwarf_request *const request = work->request;
    struct job job;

    init_job(&job, work->tasks, work->count);
    const size_t workers = worker_count(job.bytes, job.count, request->jobs);
    struct jp_dwarf_symbols symbols = {.lock = PTHREAD_MUTEX_INITIALIZER,
                                       .are_ready = work->has_symbols || workers == 1};

    if (!run_with(crew, work, &symbols, &job, workers) && workers > 1) {
        jp_dwarf_crew_release(crew);
        memset(work->results, 0, request->count * sizeof *work->results);
        free(job.shares);
        init_job(&job, work->tasks, work->count); /* in the order of a single one */
        run_with(crew, work, &symbols, &job, 1);
    }
    free(job.shares);
    pthread_mutex_destroy(&symbols.lock);
}

void jp_dwarf_crew_release(struct jp_dwarf_crew *crew)
{
    for (size_t i = 0; i < crew->count; i++)
        jp_dwarf_worker_release(&crew->workers[i]);
    free(crew->workers);
    *crew = (struct jp_dwarf_crew){0};
}
