/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A worker takes one unit after the other and finds rows and chains for the addresses that the unit
 * owns. What it needs for that is its own; it shares only the files, which it reads.
 */
#ifndef JP_DWARF_WORKER_H
#define JP_DWARF_WORKER_H

#include "jp_dwarf.h"
#include "jp_dwarf_chain.h"
#include "jp_dwarf_copy.h"
#include "jp_dwarf_name.h"
#include "jp_dwarf_split.h"

#include <pthread.h>

/* What was found for one address. Numbers are those of the worker. */
struct jp_dwarf_result {
    uint32_t node; /* innermost; 0: no function */
    uint32_t file; /* string id */
    uint32_t line;
    uint32_t column;
    enum jp_miss miss;
    uint32_t worker;
    uint32_t frames_count;
};

/* A unit and the addresses it owns. */
struct jp_dwarf_task {
    const struct jp_dwarf_unit *unit;
    const uint32_t *order; /* indices of its addresses in the request, ascending */
    size_t count;
};

/* The symbols of the wanted addresses, which workers share. Few programs need them, so that the
 * first who asks makes them ready. */
struct jp_dwarf_symbols {
    pthread_mutex_t lock;
    bool are_ready; /* jp_object_symbols_prepare was called, or there is one worker */
};

struct jp_dwarf_worker {
    uint32_t number; /* kept in the results */
    struct jp_dwarf_symbols *symbols;
    const struct jp_dwarf_request *request;
    struct jp_dwarf_result *results; /* one per address of the request */
    struct jp_dwarf_work work;
    const struct jp_dwarf_file *file;
    uint64_t line_budget;             /* bytes of line programs that may still be run */
    bool is_spent;                    /* one was not run because of that */
    const struct jp_dwarf_unit *lost; /* the first skeleton whose split file was not found */

    struct jp_dwarf_copy copy;
    struct jp_intern strings;
    struct jp_dwarf_tables tables;
    struct jp_dwarf_namer namer;
    struct jp_dwarf_chains chains;
    struct jp_dwarf_lines lines;
    struct jp_dwarf_map map;
    struct jp_dwarf_splits splits;

    /* Scratch: the addresses of the unit and what is known of each. */
    JP_VEC(uint64_t) addresses;
    JP_VEC(struct jp_dwarf_row) rows;
    JP_VEC(uint32_t) found;
};

/* From CODE_START to CODE_END is the part of the address space where code lies, see
 * jp_dwarf_chains. */
void jp_dwarf_worker_init(struct jp_dwarf_worker *worker, const struct jp_dwarf_request *request,
                          struct jp_dwarf_result *results, const struct jp_dwarf_file *file,
                          struct jp_dwarf_symbols *symbols, uint64_t code_start, uint64_t code_end);
/* Let the worker do SHARE, up to 1, of the module's bound on work, besides what it may already. */
void jp_dwarf_worker_allow(struct jp_dwarf_worker *worker, double share);
void jp_dwarf_worker_run(struct jp_dwarf_worker *worker, const struct jp_dwarf_task *task);
/* Did a bound on work cost an answer? */
bool jp_dwarf_worker_is_spent(const struct jp_dwarf_worker *worker);
void jp_dwarf_worker_release(struct jp_dwarf_worker *worker);

#endif
