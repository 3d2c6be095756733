/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files jp_worker*.c share: both sides of the pipe. Nobody else includes this. */
#ifndef JP_WORKER_PRIVATE_H
#define JP_WORKER_PRIVATE_H

#include "jp_worker.h"

/* The first byte of a message. */
enum { JP_WORKER_FAILED, JP_WORKER_NAMES };

enum { JP_WORKER_LENGTH_BYTES = 8 }; /* in front of each message */
enum { JP_WORKER_PROCESSES_MAX = 64 };

/* Do COUNT jobs, send the answers to OUT and end the process. */
JP_NORETURN void jp_worker_child(struct jp_worker_job *const *jobs, size_t count, int out);

/* Why a child was not heard to its end. */
enum jp_worker_end {
    JP_WORKER_END_OF_PIPE,
    JP_WORKER_END_TOO_LATE,
    JP_WORKER_END_TOO_LONG,
};

/* Fail JOB: say how its child ended, with STATUS of waitpid. Returns false. */
bool jp_worker_tell_end(struct jp_worker_job *job, enum jp_worker_end end, int status);

/* Put what MESSAGE says into JOB; false: it failed, and its error says why. */
bool jp_worker_take_message(struct jp_worker_job *job, struct jp_span message);

#endif
