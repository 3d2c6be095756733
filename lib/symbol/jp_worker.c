/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The child writes one message into a pipe and ends: a byte that says whether the reader worked,
 * then the work done and the names, or the text of the error. The parent reads until the end of
 * the pipe, at most until the limit of time, and trusts no number in it.
 */
#include "config.h"

#include "jp_worker.h"

#include "jp_names_wire.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { MESSAGE_FAILED, MESSAGE_NAMES };

struct jp_worker_limits jp_worker_limits_for(uint64_t bytes)
{
    const uint64_t mebibytes = bytes >> 20;

    return (struct jp_worker_limits){
        .memory_bytes = (UINT64_C(2) << 30) + 8 * bytes,
        .cpu_seconds = 60 + (uint32_t)(mebibytes > 10000 ? 10000 : mebibytes) / 4,
        .wall_seconds = 600 + (uint32_t)(mebibytes > 10000 ? 10000 : mebibytes),
    };
}

/* --- in the child --- */

/* Bytes of private writable memory at the moment, which RLIMIT_DATA counts. */
static uint64_t data_bytes(void)
{
    unsigned long long pages = 0;
    FILE *const file = fopen("/proc/self/statm", "re");

    /* size resident shared text lib data */
    if (file && fscanf(file, "%*u %*u %*u %*u %*u %llu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void set_limit(int resource, uint64_t soft, uint64_t hard)
{
    struct rlimit limit;

    if (getrlimit(resource, &limit) != 0)
        return;
    if (limit.rlim_max == RLIM_INFINITY || hard < limit.rlim_max)
        limit.rlim_max = (rlim_t)hard;
    limit.rlim_cur = soft < limit.rlim_max ? (rlim_t)soft : limit.rlim_max;
    setrlimit(resource, &limit);
}

static void enter_child(const struct jp_worker_limits *limits)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU};
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    /* What a library says about its own fall is told by the parent in better words. */
    if (nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    for (size_t i = 0; i < JP_COUNT_OF(faults); i++)
        signal(faults[i], SIG_DFL);
    set_limit(RLIMIT_CORE, 0, 0);
    set_limit(RLIMIT_CPU, limits->cpu_seconds, (uint64_t)limits->cpu_seconds + 1);
    const uint64_t memory = data_bytes() + limits->memory_bytes;
    set_limit(RLIMIT_DATA, memory, memory);
}

static void pack_work(const struct jp_dwarf_work *work, struct jp_buf *out)
{
    jp_wire_add(out, work->units_total, 8);
    jp_wire_add(out, work->units_read, 8);
    jp_wire_add(out, work->dies_read, 8);
    jp_wire_add(out, work->line_rows, 8);
    jp_wire_add(out, work->units_refused, 8);
    jp_wire_add(out, work->inlines_cut, 8);
    jp_wire_add(out, work->split_missing, 8);
}

static bool unpack_work(struct jp_span *rest, struct jp_dwarf_work *work)
{
    return jp_wire_take(rest, &work->units_total, 8) && jp_wire_take(rest, &work->units_read, 8) &&
           jp_wire_take(rest, &work->dies_read, 8) && jp_wire_take(rest, &work->line_rows, 8) &&
           jp_wire_take(rest, &work->units_refused, 8) &&
           jp_wire_take(rest, &work->inlines_cut, 8) && jp_wire_take(rest, &work->split_missing, 8);
}

JP_NORETURN static void run_child(jp_dwarf_lookup *lookup, const struct jp_dwarf_request *request,
                                  const struct jp_worker_limits *limits, int out)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_dwarf_work work = {0};
    struct jp_names names;
    struct jp_buf message = JP_BUF_INIT;

    enter_child(limits);
    jp_names_init(&names);
    if (lookup(request, &names, &work, &error)) {
        jp_buf_add_byte(&message, MESSAGE_NAMES);
        pack_work(&work, &message);
        jp_names_pack(&names, &message);
    } else {
        jp_buf_add_byte(&message, MESSAGE_FAILED);
        jp_buf_add_text(&message, error.message);
    }
    for (size_t done = 0; done < message.len;) {
        const ssize_t count = write(out, message.ptr + done, message.len - done);
        if (count < 0 && errno != EINTR)
            _exit(JP_EXIT_WRITE);
        done += count > 0 ? (size_t)count : 0;
    }
    /* Not exit(): buffers and handlers are the parent's. */
    _exit(JP_EXIT_OK);
}

/* --- in the parent --- */

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

enum reading { READING_DONE, READING_TOO_LATE, READING_TOO_LONG, READING_FAILED };

/* Everything that comes through the pipe, up to the limits of time and length. */
static enum reading read_message(int in, const struct jp_worker_limits *limits,
                                 struct jp_buf *message)
{
    const int64_t end_ms = now_ms() + (int64_t)limits->wall_seconds * 1000;
    char chunk[64 * 1024];

    for (;;) {
        const int64_t left_ms = end_ms - now_ms();
        struct pollfd ready = {.fd = in, .events = POLLIN};
        if (left_ms <= 0)
            return READING_TOO_LATE;
        const int status = poll(&ready, 1, left_ms > 60000 ? 60000 : (int)left_ms);
        if (status < 0 && errno != EINTR)
            return READING_FAILED;
        if (status <= 0)
            continue;
        const ssize_t count = read(in, chunk, sizeof chunk);
        if (count == 0)
            return READING_DONE;
        if (count < 0) {
            if (errno != EINTR)
                return READING_FAILED;
            continue;
        }
        if ((size_t)count > limits->memory_bytes - message->len)
            return READING_TOO_LONG;
        jp_buf_add(message, (struct jp_span){chunk, (size_t)count});
    }
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

/* How the child ended, when it did not end well. */
static bool tell_end(enum reading reading, int status, const struct jp_worker_limits *limits,
                     const char *path, struct jp_error *error)
{
    const unsigned long long mebibytes = limits->memory_bytes >> 20;

    if (reading == READING_TOO_LATE)
        return jp_error_set(error, JP_EXIT_INPUT, path, 0,
                            "the reader was stopped after %" PRIu32 " s", limits->wall_seconds);
    if (reading == READING_TOO_LONG ||
        (WIFEXITED(status) && WEXITSTATUS(status) == JP_EXIT_INTERNAL))
        return jp_error_set(error, JP_EXIT_INPUT, path, 0,
                            "the reader needed more than %llu MiB of memory", mebibytes);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        return jp_error_set(error, JP_EXIT_INPUT, path, 0,
                            "the reader was killed, perhaps because memory ran out");
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return jp_error_set(error, JP_EXIT_INPUT, path, 0,
                            "the reader was stopped after %" PRIu32 " s of work",
                            limits->cpu_seconds);
    if (WIFSIGNALED(status))
        return jp_error_set(error, JP_EXIT_INPUT, path, 0, "the reader crashed with signal %d",
                            WTERMSIG(status));
    return jp_error_set(error, JP_EXIT_INPUT, path, 0, "the reader ended with status %d",
                        WIFEXITED(status) ? WEXITSTATUS(status) : status);
}

/* One entry per address asked for, in order. */
static bool answers_request(const struct jp_names *names, const struct jp_dwarf_request *request)
{
    if (names->entries.count != request->count)
        return false;
    for (size_t i = 0; i < request->count; i++) {
        if (names->entries.data[i].address != request->addresses[i])
            return false;
    }
    return true;
}

static bool take_message(struct jp_span message, const struct jp_dwarf_request *request,
                         struct jp_names *names, struct jp_dwarf_work *work, struct jp_error *error)
{
    const char *const path = jp_object_path(request->object);
    uint64_t kind = MESSAGE_FAILED;

    if (!jp_wire_take(&message, &kind, 1))
        return jp_error_set(error, JP_EXIT_INPUT, path, 0, "the reader said nothing");
    if (kind == MESSAGE_FAILED)
        return jp_error_set(error, JP_EXIT_INPUT, path, 0, "%.*s",
                            message.len > 500 ? 500 : (int)message.len, message.ptr);
    if (kind == MESSAGE_NAMES && unpack_work(&message, work) && jp_names_unpack(&message, names) &&
        message.len == 0 && answers_request(names, request))
        return true;
    *work = (struct jp_dwarf_work){0};
    return jp_error_set(error, JP_EXIT_INPUT, path, 0, "the reader sent a damaged answer");
}

bool jp_worker_lookup(jp_dwarf_lookup *lookup, const struct jp_dwarf_request *request,
                      const struct jp_worker_limits *limits, struct jp_names *names,
                      struct jp_dwarf_work *work, struct jp_error *error)
{
    const char *const path = jp_object_path(request->object);
    struct jp_buf message = JP_BUF_INIT;
    int ends[2];
    bool is_fine = false;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return jp_error_errno(error, JP_EXIT_INPUT, path, "make a pipe for the reader");
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        run_child(lookup, request, limits, ends[1]);
    }
    close(ends[1]);
    if (child < 0) {
        jp_error_errno(error, JP_EXIT_INPUT, path, "start a process for the reader");
    } else {
        const enum reading reading = read_message(ends[0], limits, &message);
        if (reading != READING_DONE)
            kill(child, SIGKILL);
        const int status = reap(child);
        if (reading == READING_DONE && status == 0)
            is_fine = take_message(jp_buf_span(&message), request, names, work, error);
        else
            tell_end(reading, status, limits, path, error);
    }
    close(ends[0]);
    jp_buf_release(&message);
    return is_fine;
}
