/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * DWARF readers in processes of their own, with limits: what goes wrong in there, in libdwarf or in
 * our own reader, costs the lines of one module and not the report. A process takes several jobs,
 * as to start one takes longer than most jobs do; after a fault the next job gets a new one.
 */
#ifndef JP_WORKER_H
#define JP_WORKER_H

#include "jp_dwarf.h"
#include "jp_vec.h"

#include <sys/types.h>

struct jp_worker_limits {
    uint64_t memory_bytes; /* beyond what the process has at its start */
    uint32_t cpu_seconds;
    uint32_t wall_seconds; /* for a reader that waits instead of working */
};

/* Limits that leave ample room for the debug information in a file of BYTES. */
struct jp_worker_limits jp_worker_limits_for(uint64_t bytes);

struct jp_worker_job {
    jp_dwarf_lookup *lookup;
    struct jp_dwarf_request request;
    struct jp_worker_limits limits;

    /* The answer. */
    struct jp_names *names; /* initialised and empty at the start; of no use when the job failed */
    struct jp_dwarf_work work;
    struct jp_error error; /* a failure, a crash, limits exceeded, or nonsense sent */
    bool is_fine;
};

/* Child processes that have answered everything and are ending. The kernel needs a while to take
 * their memory apart, which nobody has to wait for before the report is out. */
struct jp_worker_ending {
    JP_VEC(pid_t) children;
};

/* What there is to do while others work. It must not depend on what they find. */
struct jp_meanwhile {
    void (*run)(void *context); /* NULL: nothing */
    void *context;
};

static inline void jp_meanwhile_run(const struct jp_meanwhile *meanwhile)
{
    if (meanwhile->run)
        meanwhile->run(meanwhile->context);
}

/*
 * Do COUNT jobs in up to PROCESSES child processes at once. What each job finds does not depend on
 * their number. The caller must not have other threads that hold locks. MEANWHILE is run here once
 * the children have begun. ENDING gets the children that are left to be waited for, after those
 * that it holds were; with NULL they are waited for here.
 */
void jp_worker_run(struct jp_worker_job *jobs, size_t count, unsigned processes,
                   const struct jp_meanwhile *meanwhile, struct jp_worker_ending *ending);

/* Wait for the children and forget them. */
void jp_worker_wait(struct jp_worker_ending *ending);

#endif
