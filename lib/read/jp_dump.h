/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A heap dump as it was written: raw counters, absolute addresses, nothing corrected or merged.
 *
 * Readers (one file per format) produce this struct; lib/profile turns it into the model. Damaged
 * input is normal: what can be used is used, what was skipped is counted here and told in the
 * diagnostics.
 */
#ifndef JP_DUMP_H
#define JP_DUMP_H

#include "jp_buf.h"
#include "jp_diag.h"
#include "jp_error.h"
#include "jp_intern.h"
#include "jp_maps.h"

enum jp_dump_format {
    JP_DUMP_JEMALLOC,          /* heap_v2/<period>, what jemalloc writes */
    JP_DUMP_GPERFTOOLS,        /* heap profile: ... @ kind/period */
    JP_DUMP_GPERFTOOLS_GROWTH, /* heap profile: ... @ growth */
};

/* How the printed counters relate to the truth; the formulas are in doc/sampling.md. */
enum jp_correction {
    JP_CORRECTION_NONE,    /* printed values are estimates already */
    JP_CORRECTION_RATIO,   /* gperftools version 1: divide by (bytes/count)/period when below 1 */
    JP_CORRECTION_POISSON, /* heap_v2: multiply by 1/(1-exp(-(bytes/count)/period)) */
    JP_CORRECTION_DONE,    /* multiplied by that already when the file was written (pprof) */
};

/* Counters of one line, "objects: bytes [alloc_objects: alloc_bytes]". */
struct jp_counters {
    uint64_t objects;       /* live */
    uint64_t bytes;         /* live */
    uint64_t alloc_objects; /* allocated since start, 0 when the process did not record it */
    uint64_t alloc_bytes;
};

/* Index of a thread in jp_dump.threads, or the whole process ("t*"). */
#define JP_DUMP_PROCESS UINT32_MAX

struct jp_record {
    uint32_t stack;  /* index in jp_dump.stacks */
    uint32_t thread; /* index in jp_dump.threads, or JP_DUMP_PROCESS */
    struct jp_counters counters;
};

/*
 * A record as it is kept: there are several per stack, of numbers that are small as a rule. When
 * one of them is not, the first one is JP_DUMP_WIDE and the second the index of all in
 * jp_dump.wide.
 */
struct jp_kept_record {
    uint32_t stack;
    uint32_t thread;
    uint32_t counters[4];
};

#define JP_DUMP_WIDE UINT32_MAX

/*
 * Return addresses as recorded, youngest frame first; depth 0 is a stack the unwinder lost. An
 * address that could not be read stands as 0. Every stack has a record.
 */
struct jp_dump_stack {
    size_t first; /* index in jp_dump.addresses */
    uint32_t depth;
};

struct jp_dump_thread {
    uint64_t uid;              /* the N of "tN" */
    uint32_t name;             /* string id; 0: no name recorded */
    struct jp_counters header; /* the thread's line in the header, zero when there is none */
};

/*
 * A symbol line of a symbolized profile ("--- symbol"): names outermost first. jeprof --raw writes
 * the youngest address of a stack as recorded and all the others minus one.
 */
struct jp_dump_symbol {
    uint64_t address;
    uint32_t names_first; /* index in jp_dump.symbol_names (string ids) */
    uint32_t names_count;
};

/* Where a dump ends that is cut, and what is not used because of that. */
struct jp_dump_cut {
    uint64_t line; /* the last one, counted from 1 */
    bool is_line_lost;
    uint64_t lost_stack; /* line of a last stack without counters; 0: none */
    bool is_packed;      /* the packed data ends there */
};

/* How it is told that a stack was lost to a damaged line; a store knows it from that. */
#define JP_DUMP_LOST_STACK \
    "counters behind a damaged line are kept, but their stack is lost; they have none"

/* How a damaged dump is refused. */
#define JP_DUMP_REFUSED "the dump is damaged, and --strict was given"

struct jp_dump {
    struct jp_intern strings;
    char *path;       /* as given by the caller; "-" for standard input */
    int64_t mtime_ns; /* 0: not known */
    enum jp_dump_format format;
    enum jp_correction correction;
    uint64_t period_bytes;    /* mean bytes between samples; 0: not sampled */
    bool is_period_defaulted; /* the header named none and the format's default was taken */

    JP_VEC(uint64_t) addresses;
    JP_VEC(struct jp_dump_stack) stacks; /* in file order; equal stacks may appear again */
    /* In file order: by stack, ascending; see jp_dump_record. */
    JP_VEC(struct jp_kept_record) records;
    JP_VEC(struct jp_counters) wide;
    JP_VEC(struct jp_dump_thread) threads;
    struct jp_maps maps;

    struct jp_counters header; /* the process totals of the header */
    bool has_header;           /* false: the header names no totals */

    JP_VEC(struct jp_dump_symbol) symbols; /* ascending by address */
    JP_VEC(uint32_t) symbol_names;
    uint32_t program; /* string id of "binary=" of a symbolized profile; 0: none */
    /*
     * String id: the process, for who keeps dumps of several (jp_process.h) and sets it before they
     * are joined; 0: code that lies in no file is not told apart by it.
     */
    uint32_t process;

    uint64_t line_count;
    uint64_t lost_stacks;   /* stacks of depth 0 whose own line was damaged */
    uint64_t skipped_lines; /* lines that were none of the known ones; each kind told once */
    bool is_cut;            /* the file ends early: inside a line, a record, or a packed stream */
    struct jp_dump_cut cut; /* how, when is_cut */
};

/*
 * Read the dump at PATH ("-": standard input); gzip and zstd are unpacked. On success the caller
 * releases DUMP. False when the file is no heap dump; the message says what it seems to be.
 */
JP_MUST_CHECK bool jp_dump_read(struct jp_dump *dump, const char *path, struct jp_diags *diags,
                                struct jp_error *error);

/*
 * The same, and everything that the file unpacks to is appended to COPY, up to a size that no dump
 * has; beyond it the dump counts as cut.
 */
JP_MUST_CHECK bool jp_dump_read_copy(struct jp_dump *dump, const char *path, struct jp_buf *copy,
                                     struct jp_diags *diags, struct jp_error *error);

/*
 * The same, but a pprof profile is an input as well: its bytes, unpacked, are then in PPROF, which
 * was empty, and DUMP holds nothing but its path and mtime; jp_pprof.h goes on from there.
 */
JP_MUST_CHECK bool jp_dump_read_or_pprof(struct jp_dump *dump, const char *path,
                                         struct jp_buf *copy, struct jp_buf *pprof,
                                         struct jp_diags *diags, struct jp_error *error);

/* The same for bytes in memory, packed or not, which need not live longer than the call. */
JP_MUST_CHECK bool jp_dump_read_bytes(struct jp_dump *dump, struct jp_span bytes, const char *path,
                                      struct jp_buf *pprof, struct jp_diags *diags,
                                      struct jp_error *error);

/* jp_dump_read for a text in memory, which need not live longer than the call. */
JP_MUST_CHECK bool jp_dump_parse(struct jp_dump *dump, struct jp_span bytes, const char *path,
                                 struct jp_diags *diags, struct jp_error *error);

/* Warn that DUMP is cut, if it is: where, and what was skipped. */
void jp_dump_tell_cut(const struct jp_dump *dump, struct jp_diags *diags);

/* Could part of it not be read? */
bool jp_dump_is_damaged(const struct jp_dump *dump);

/* Warns when the dump ends early. False when it is damaged in any way and IS_STRICT. */
JP_MUST_CHECK bool jp_dump_check(const struct jp_dump *dump, bool is_strict, struct jp_diags *diags,
                                 struct jp_error *error);

void jp_dump_release(struct jp_dump *dump);

static inline struct jp_record jp_dump_record(const struct jp_dump *dump, size_t index)
{
    const struct jp_kept_record *const kept = &dump->records.data[index];
    const uint32_t *const counters = kept->counters;
    struct jp_record record = {.stack = kept->stack, .thread = kept->thread};

    if (counters[0] == JP_DUMP_WIDE)
        record.counters = dump->wide.data[counters[1]];
    else
        record.counters = (struct jp_counters){counters[0], counters[1], counters[2], counters[3]};
    return record;
}

static inline bool jp_dump_is_symbolized(const struct jp_dump *dump)
{
    return dump->symbols.count > 0;
}

#endif
