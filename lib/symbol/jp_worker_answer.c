/* SPDX-License-Identifier: BSD-2-Clause */
/* What a child said, of which no number is trusted, and why it said nothing. */
#include "config.h"

#include "jp_names_wire.h"
#include "jp_worker_private.h"

#include <inttypes.h>
#include <signal.h>
#include <sys/wait.h>

static bool unpack_work(struct jp_span *rest, struct jp_dwarf_work *work)
{
#define X(name) jp_wire_take(rest, &work->name, 8) &&
    return JP_DWARF_WORK_LIST(X) true;
#undef X
}

bool jp_worker_tell_end(struct jp_worker_job *job, enum jp_worker_end end, int status)
{
    const struct jp_worker_limits *const limits = &job->limits;
    const char *const path = jp_object_path(job->request.object);
    struct jp_error *const error = &job->error;
    const unsigned long long mebibytes = limits->memory_bytes >> 20;

    if (end == JP_WORKER_END_TOO_LATE)
        return jp_error_set(error, JP_EXIT_INPUT, path, 0,
                            "the reader was stopped after %" PRIu32 " s", limits->wall_seconds);
    if (end == JP_WORKER_END_TOO_LONG ||
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
    if (WIFEXITED(status) && WEXITSTATUS(status) == JP_EXIT_OK)
        return jp_error_set(error, JP_EXIT_INPUT, path, 0, "the reader said nothing");
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

bool jp_worker_take_message(struct jp_worker_job *job, struct jp_span message)
{
    const char *const path = jp_object_path(job->request.object);
    struct jp_error *const error = &job->error;
    uint64_t kind = JP_WORKER_FAILED;

    if (!jp_wire_take(&message, &kind, 1))
        return jp_error_set(error, JP_EXIT_INPUT, path, 0, "the reader said nothing");
    if (kind == JP_WORKER_FAILED)
        return jp_error_set(error, JP_EXIT_INPUT, path, 0, "%.*s",
                            message.len > 500 ? 500 : (int)message.len, message.ptr);
    if (kind == JP_WORKER_NAMES && unpack_work(&message, &job->work) &&
        jp_names_unpack(&message, job->names) && message.len == 0 &&
        answers_request(job->names, &job->request))
        return true;
    job->work = (struct jp_dwarf_work){0};
    return jp_error_set(error, JP_EXIT_INPUT, path, 0, "the reader sent a damaged answer");
}
