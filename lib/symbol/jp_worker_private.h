/* SPDX-License-Identifier: BSD-2-Clause */
/* What the two sides of the pipe share. Nobody else includes this. */
#ifndef JP_WORKER_PRIVATE_H
#define JP_WORKER_PRIVATE_H

#include "jp_worker.h"

/* The first byte of a message. */
enum { JP_WORKER_FAILED, JP_WORKER_NAMES };

enum { JP_WORKER_LENGTH_BYTES = 8 }; /* in front of each message */
enum { JP_WORKER_PROCESSES_MAX = 64 };

/* Do COUNT jobs, send the answers to OUT and end the process. */
JP_NORETURN void jp_worker_child(struct jp_worker_job *const *jobs, size_t count, int out);

#endif
