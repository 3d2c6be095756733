/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In the child process: one job after the other, each answered with one message, its length in
 * front: a byte that says whether the reader worked, then the work done and the names, or the text
 * of the error.
 */
#include "config.h"

#include "jp_worker_private.h"

#include "jp_file.h"
#include "jp_names_wire.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Bytes of private writable memory at the moment, which RLIMIT_DATA counts. */
static uint64_t data_bytes(void)
{
    enum { DATA_COLUMN = 5 }; /* size resident shared text lib data */
    const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    char text[256];
    const ssize_t count = file < 0 ? 0 : read(file, text, sizeof text);
    struct jp_span rest = {text, count > 0 ? (size_t)count : 0};
    struct jp_span word = JP_SPAN("");
    uint64_t pages = 0;

    if (file >= 0)
        close(file);
    for (int i = 0; i <= DATA_COLUMN; i++)
        jp_span_take_word(&rest, &word);
    if (!jp_span_take_decimal(&word, &pages))
        pages = 0;
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Soft limits only: the next job is to get its own. */
static void set_limit(int resource, uint64_t soft)
{
    struct rlimit limit;

    if (getrlimit(resource, &limit) != 0)
        return;
    limit.rlim_cur =
        limit.rlim_max == RLIM_INFINITY || soft < limit.rlim_max ? (rlim_t)soft : limit.rlim_max;
    setrlimit(resource, &limit);
}

/* Rounded up: who is given one second has all of it. */
static uint64_t cpu_seconds(void)
{
    struct rusage usage;

    if (getrusage(RUSAGE_SELF, &usage) != 0)
        return 0;
    const struct timeval *const user = &usage.ru_utime, *const system = &usage.ru_stime;
    const uint64_t microseconds = (uint64_t)user->tv_usec + (uint64_t)system->tv_usec;
    return (uint64_t)user->tv_sec + (uint64_t)system->tv_sec + (microseconds + 999999) / 1000000;
}

static void enter_child(void)
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
    set_limit(RLIMIT_CORE, 0);
}

static void pack_work(const struct jp_dwarf_work *work, struct jp_buf *out)
{
#define X(name) jp_wire_add(out, work->name, 8);
    JP_DWARF_WORK_LIST(X)
#undef X
}

static void send(int out, struct jp_span bytes)
{
    if (!jp_file_write_all(out, bytes))
        _exit(JP_EXIT_WRITE);
}

/* USED_BYTES of memory were in use when the process began. */
static void do_job(const struct jp_worker_job *job, uint64_t used_bytes, int out)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_dwarf_work work = {0};
    struct jp_buf message = JP_BUF_INIT;
    struct jp_buf sent = JP_BUF_INIT;
    struct jp_names names;

    set_limit(RLIMIT_CPU, cpu_seconds() + job->limits.cpu_seconds);
    set_limit(RLIMIT_DATA, used_bytes + job->limits.memory_bytes);
    jp_names_init(&names);
    if (job->lookup(&job->request, &names, &work, &error)) {
        jp_buf_add_byte(&message, JP_WORKER_NAMES);
        pack_work(&work, &message);
        jp_names_pack(&names, &message);
    } else {
        jp_buf_add_byte(&message, JP_WORKER_FAILED);
        jp_buf_add_text(&message, error.message);
    }
    /* At once: the parent wakes up for whatever comes. */
    jp_wire_add(&sent, message.len, JP_WORKER_LENGTH_BYTES);
    jp_buf_add(&sent, jp_buf_span(&message));
    send(out, jp_buf_span(&sent));
    jp_names_release(&names);
    jp_buf_release(&message);
    jp_buf_release(&sent);
}

void jp_worker_child(struct jp_worker_job *const *jobs, size_t count, int out)
{
    const uint64_t used_bytes = data_bytes();

    enter_child();
    for (size_t i = 0; i < count; i++)
        do_job(jobs[i], used_bytes, out);
    /* Not exit(): buffers and handlers are the parent's. */
    _exit(JP_EXIT_OK);
}
