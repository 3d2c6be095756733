/* SPDX-License-Identifier: BSD-2-Clause */
/* In the parent: jobs are shared out to children, and what comes out of them is put together. */
#include "config.h"

#include "jp_worker_private.h"

#include "jp_names_wire.h"
#include "jp_vec.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct jp_worker_limits jp_worker_limits_for(uint64_t bytes)
{
    const uint64_t mebibytes = bytes >> 20;

    return (struct jp_worker_limits){
        .memory_bytes = (UINT64_C(2) << 30) + 8 * bytes,
        .cpu_seconds = 60 + (uint32_t)(mebibytes > 10000 ? 10000 : mebibytes) / 4,
        .wall_seconds = 600 + (uint32_t)(mebibytes > 10000 ? 10000 : mebibytes),
    };
}

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int reap(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return -1;
    }
    return status;
}

/* A child process and the jobs that it is to do, in order. */
struct lane {
    JP_VEC(struct jp_worker_job *) jobs;
    size_t next; /* the first job that is not answered */
    uint64_t load;
    pid_t child; /* 0: none */
    int in;
    struct jp_buf received;
    int64_t end_ms; /* when the next answer must be there */
};

static void set_deadline(struct lane *lane)
{
    if (lane->next < lane->jobs.count)
        lane->end_ms = now_ms() + (int64_t)lane->jobs.data[lane->next]->limits.wall_seconds * 1000;
}

/* Give the jobs that are left to a child. What cannot be given fails. */
static void start(struct lane *lane)
{
    while (!lane->child && lane->next < lane->jobs.count) {
        struct jp_worker_job *const job = lane->jobs.data[lane->next];
        const char *const path = jp_object_path(job->request.object);
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) {
            jp_error_errno(&job->error, JP_EXIT_INPUT, path, "make a pipe for the reader");
            lane->next++;
            continue;
        }
        const pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            jp_worker_child(lane->jobs.data + lane->next, lane->jobs.count - lane->next, ends[1]);
        }
        close(ends[1]);
        if (child < 0) {
            jp_error_errno(&job->error, JP_EXIT_INPUT, path, "start a process for the reader");
            close(ends[0]);
            lane->next++;
            continue;
        }
        lane->child = child;
        lane->in = ends[0];
        set_deadline(lane);
    }
}

/* The child is gone or must go. The job that it was at fails, the next one starts anew. */
static void end(struct lane *lane, enum jp_worker_end end)
{
    if (end != JP_WORKER_END_OF_PIPE)
        kill(lane->child, SIGKILL);
    const int status = reap(lane->child);
    close(lane->in);
    lane->child = 0;
    jp_buf_clear(&lane->received);
    if (lane->next < lane->jobs.count)
        jp_worker_tell_end(lane->jobs.data[lane->next++], end, status);
    start(lane);
}

/*
 * All that the child had to say is known. It ends by itself, unless what it read made it go astray:
 * so it is not asked.
 */
static void part_with(struct lane *lane, struct jp_worker_ending *ending)
{
    kill(lane->child, SIGKILL);
    close(lane->in);
    jp_vec_push(&ending->children, lane->child);
    lane->child = 0;
}

/* Take the complete messages off what was received; false: one is longer than it may be. */
static bool take_messages(struct lane *lane)
{
    struct jp_span rest = jp_buf_span(&lane->received);
    uint64_t bytes;

    while (lane->next < lane->jobs.count) {
        struct jp_worker_job *const job = lane->jobs.data[lane->next];
        struct jp_span message = rest;
        if (!jp_wire_take(&message, &bytes, JP_WORKER_LENGTH_BYTES))
            break;
        if (bytes > job->limits.memory_bytes)
            return false;
        if (message.len < bytes)
            break;
        job->is_fine = jp_worker_take_message(job, jp_span_slice(message, 0, bytes));
        rest = jp_span_slice(message, bytes, message.len);
        lane->next++;
        set_deadline(lane);
    }
    jp_buf_drop_front(&lane->received, lane->received.len - rest.len);
    return true;
}

static void receive(struct lane *lane, struct jp_worker_ending *ending)
{
    char chunk[64 * 1024];
    const ssize_t count = read(lane->in, chunk, sizeof chunk);

    if (count < 0 && errno == EINTR)
        return;
    if (count <= 0) {
        end(lane, JP_WORKER_END_OF_PIPE);
        return;
    }
    jp_buf_add(&lane->received, (struct jp_span){chunk, (size_t)count});
    if (!take_messages(lane))
        end(lane, JP_WORKER_END_TOO_LONG);
    else if (lane->next == lane->jobs.count)
        part_with(lane, ending);
}

static size_t running_count(const struct lane *lanes, size_t count)
{
    size_t running = 0;

    for (size_t i = 0; i < count; i++)
        running += lanes[i].child != 0;
    return running;
}

/* Wait for any of the children. */
static void wait_for_any(struct lane *lanes, size_t count, struct jp_worker_ending *ending)
{
    struct pollfd ready[JP_WORKER_PROCESSES_MAX];
    int64_t left_ms = 60000;

    for (size_t i = 0; i < count; i++) {
        ready[i] = (struct pollfd){.fd = lanes[i].child ? lanes[i].in : -1, .events = POLLIN};
        if (!lanes[i].child)
            continue;
        if (lanes[i].end_ms - now_ms() < left_ms)
            left_ms = lanes[i].end_ms - now_ms();
    }
    poll(ready, (nfds_t)count, left_ms > 0 ? (int)left_ms : 0);
    for (size_t i = 0; i < count; i++) {
        if (!lanes[i].child)
            continue;
        if (ready[i].revents)
            receive(&lanes[i], ending);
        else if (lanes[i].end_ms <= now_ms())
            end(&lanes[i], JP_WORKER_END_TOO_LATE);
    }
}

/* Larger files first, each to the process with the least to do; the rest follows from that. */
static int compare_sizes(const void *a, const void *b)
{
    const struct jp_worker_job *const x = *(struct jp_worker_job *const *)a;
    const struct jp_worker_job *const y = *(struct jp_worker_job *const *)b;
    const size_t x_bytes = jp_object_bytes(x->request.object).len;
    const size_t y_bytes = jp_object_bytes(y->request.object).len;

    if (x_bytes != y_bytes)
        return x_bytes > y_bytes ? -1 : 1;
    return (x > y) - (x < y);
}

static void share_out(struct lane *lanes, size_t lane_count, struct jp_worker_job *jobs,
                      size_t count)
{
    struct jp_worker_job **const order = jp_mem_resize(NULL, count, sizeof *order);

    for (size_t i = 0; i < count; i++)
        order[i] = &jobs[i];
    qsort(order, count, sizeof(struct jp_worker_job *), compare_sizes);
    for (size_t i = 0; i < count; i++) {
        struct lane *least = &lanes[0];
        for (size_t k = 1; k < lane_count; k++) {
            if (lanes[k].load < least->load)
                least = &lanes[k];
        }
        least->load += jp_object_bytes(order[i]->request.object).len;
        jp_vec_push(&least->jobs, order[i]);
    }
    free(order);
}

/*
 * The readers may use as many threads together as one of them would: more than processors take
 * turns, and the one that is waited for takes longer. Each gets its part by what it has to do,
 * rounded up from a third on. Unpacking is another matter: it takes longer than what the others do,
 * and the second thread, with its smaller part, is done before the processor is missed.
 */
static void share_threads(struct lane *lanes, size_t lane_count)
{
    uint64_t total = 0;

    for (size_t i = 0; i < lane_count; i++)
        total += lanes[i].load;
    for (size_t i = 0; i < lane_count; i++) {
        for (size_t k = 0; k < lanes[i].jobs.count; k++) {
            struct jp_dwarf_request *const request = &lanes[i].jobs.data[k]->request;
            const unsigned all = request->jobs;
            const uint64_t part = total ? (3 * all * lanes[i].load + 2 * total) / (3 * total) : 0;
            request->jobs = part > 1 ? (unsigned)part : 1;
            request->jobs_unpacking = all;
        }
    }
}

void jp_worker_run(struct jp_worker_job *jobs, size_t count, unsigned processes,
                   const struct jp_meanwhile *meanwhile, struct jp_worker_ending *ending)
{
    struct lane lanes[JP_WORKER_PROCESSES_MAX] = {0};
    struct jp_worker_ending here = {0};
    size_t lane_count = processes ? processes : 1;

    if (ending && count)
        jp_worker_wait(ending);
    if (lane_count > JP_WORKER_PROCESSES_MAX)
        lane_count = JP_WORKER_PROCESSES_MAX;
    if (lane_count > count)
        lane_count = count;
    share_out(lanes, lane_count, jobs, count);
    share_threads(lanes, lane_count);
    for (size_t i = 0; i < lane_count; i++)
        start(&lanes[i]);
    while (running_count(lanes, lane_count) > 1)
        wait_for_any(lanes, lane_count, ending ? ending : &here);
    /* Not before: all processors are in use till then. */
    jp_meanwhile_run(meanwhile);
    while (running_count(lanes, lane_count) > 0)
        wait_for_any(lanes, lane_count, ending ? ending : &here);
    jp_worker_wait(&here);
    for (size_t i = 0; i < lane_count; i++) {
        jp_vec_release(&lanes[i].jobs);
        jp_buf_release(&lanes[i].received);
    }
}

void jp_worker_wait(struct jp_worker_ending *ending)
{
    for (size_t i = 0; i < ending->children.count; i++)
        reap(ending->children.data[i]);
    jp_vec_release(&ending->children);
}
