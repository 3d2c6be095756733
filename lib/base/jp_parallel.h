/* SPDX-License-Identifier: BSD-2-Clause */
/* A piece of work in parts, one thread for each. */
#ifndef JP_PARALLEL_H
#define JP_PARALLEL_H

#include <stddef.h>

typedef void jp_parallel_part(void *part);

/*
 * Call RUN for each of the COUNT elements of SIZE bytes at PARTS, all at once; returns when all are
 * done. The first is done by this thread, and so is any whose thread cannot be had. RUN must not
 * need much of a stack.
 */
void jp_parallel_run(jp_parallel_part *run, void *parts, size_t count, size_t size);

#endif
