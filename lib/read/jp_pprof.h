/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A heap profile in pprof's format (profile.proto): what this program writes with --pprof, what
 * Go's runtime/pprof and other profilers of heaps write. Its values are estimates already, and its
 * locations bring their names along.
 */
#ifndef JP_PPROF_H
#define JP_PPROF_H

#include "jp_dump.h"

struct jp_pprof_function {
    uint32_t name;    /* string ids in dump.strings; demangled */
    uint32_t linkage; /* mangled; 0: not known, or the same */
    uint32_t file;
};

struct jp_pprof_line {
    uint32_t function; /* index in functions */
    uint32_t line;
    uint32_t column;
};

#define JP_PPROF_NO_MAPPING UINT32_MAX

struct jp_pprof_location {
    uint64_t address; /* inside the call; 0: none is known */
    uint32_t mapping; /* index in dump.maps.list, or JP_PPROF_NO_MAPPING */
    uint32_t lines_first;
    uint32_t lines_count; /* innermost inlined call first; 0: no name */
};

enum jp_pprof_value {
    JP_PPROF_ALLOC_OBJECTS,
    JP_PPROF_ALLOC_SPACE,
    JP_PPROF_INUSE_OBJECTS,
    JP_PPROF_INUSE_SPACE,
    JP_PPROF_VALUE_COUNT,
};

struct jp_pprof_sample {
    size_t stack_first; /* index in stacks */
    uint32_t depth;
    uint32_t thread;                      /* index in dump.threads, or JP_DUMP_PROCESS */
    int64_t values[JP_PPROF_VALUE_COUNT]; /* 0 where the profile has no such value */
};

struct jp_pprof {
    struct jp_dump dump; /* path, strings, threads, maps and period, as of a dump; no records */
    JP_VEC(struct jp_pprof_function) functions;
    JP_VEC(struct jp_pprof_line) lines;
    JP_VEC(struct jp_pprof_location) locations;
    JP_VEC(uint32_t) stacks; /* indices in locations, youngest first */
    JP_VEC(struct jp_pprof_sample) samples;
    bool has_value[JP_PPROF_VALUE_COUNT]; /* there is such a column */
};

/*
 * Read BYTES, an unpacked profile. On success the caller releases PPROF. False: they are damaged,
 * or no profile of a heap; the message says which values it has instead. The memory that is used is
 * bounded by a multiple of the bytes.
 */
JP_MUST_CHECK bool jp_pprof_parse(struct jp_pprof *pprof, struct jp_span bytes, const char *path,
                                  struct jp_diags *diags, struct jp_error *error);
void jp_pprof_release(struct jp_pprof *pprof);

#endif
