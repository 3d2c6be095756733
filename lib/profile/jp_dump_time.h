/* SPDX-License-Identifier: BSD-2-Clause */
/* When a dump was taken, and which of several came first, as far as their names tell. */
#ifndef JP_DUMP_TIME_H
#define JP_DUMP_TIME_H

#include "jp_span.h"

/*
 * The time in the file name of PATH, in nanoseconds since 1970: a date with or without a time of
 * day (2024-05-01T12:30:00, 20240501-123000, 2024_05_01), or seconds or milliseconds since 1970
 * (10 or 13 digits), all in UTC. False when the name has none.
 */
bool jp_dump_time_of(struct jp_span path, int64_t *time_ns);

/*
 * Put dumps into the order in which they were taken: by the times in their names, or, where all are
 * named as jemalloc or gperftools do, by their numbers, process by process in the order given.
 * Shells sort by text, and so put dump 10 before dump 2. Returns whether anything moved; dumps of
 * other names stay where they are.
 */
bool jp_dump_order(const char **paths, size_t count);

#endif
