/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the name of a dump says. Writers put into it which process wrote it, the how manieth dump of
 * it this is, and what made it write:
 *
 *   jemalloc     <prefix>.[<pid namespace>.]<pid>.<seq>.<i|m|u|f>[<n>].heap
 *   gperftools   <prefix>.<%04d>.heap
 *   others       <prefix><time>.heap, where jp_time.h says what a time looks like, or seconds or
 *                milliseconds since 1970
 *
 * .gz or .zst may follow. What was made into a pprof profile has .pb or .pprof instead of .heap, or
 * behind it.
 */
#ifndef JP_DUMP_NAME_H
#define JP_DUMP_NAME_H

#include "jp_span.h"

struct jp_dump_name {
    /* The front part of the path that all dumps of the process have; empty: not known. */
    struct jp_span process;
    bool is_guess; /* process may be wrong: the number behind it could be anything */
    /* The same without folders, or what the name begins with when nothing is known; never empty. */
    struct jp_span series;
    bool has_pid;
    uint64_t pid;
    bool has_seq;
    uint64_t seq;
    char kind; /* of jemalloc: i (interval), m (manual), u (peak), f (at the end); 0: not known */
    bool has_time;
    int64_t time_ns; /* since 1970, UTC */
};

struct jp_dump_name jp_dump_name_of(struct jp_span path);

#endif
