/* SPDX-License-Identifier: BSD-2-Clause */
/* Random dumps in the formats that are read, for properties that all of them must have. */
#ifndef JP_RANDOM_DUMP_H
#define JP_RANDOM_DUMP_H

#include "jp_buf.h"

/*
 * Append one to TEXT: jemalloc's or gperftools' format, with or without names in it, or pprof's;
 * now and then cut, or with counters that no process has. The files that it maps are called after
 * PROGRAM.
 */
void jp_random_dump(struct jp_buf *text, uint64_t *state, const char *program);

/* Below LIMIT. */
uint64_t jp_random_below(uint64_t *state, uint64_t limit);

#endif
