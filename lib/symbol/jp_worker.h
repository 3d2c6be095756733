/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A DWARF reader in a process of its own, with limits: what goes wrong in there, in libdwarf or in
 * our own reader, costs the lines of one module and not the report.
 */
#ifndef JP_WORKER_H
#define JP_WORKER_H

#include "jp_dwarf.h"

struct jp_worker_limits {
    uint64_t memory_bytes; /* beyond what the process has at its start */
    uint32_t cpu_seconds;
    uint32_t wall_seconds; /* for a reader that waits instead of working */
};

/* Limits that leave ample room for the debug information in a file of BYTES. */
struct jp_worker_limits jp_worker_limits_for(uint64_t bytes);

/*
 * LOOKUP in a child process. False with ERROR set when it fails, crashes, exceeds LIMITS or sends
 * nonsense; NAMES is then of no use. The caller must not have other threads that hold locks.
 */
JP_MUST_CHECK bool jp_worker_lookup(jp_dwarf_lookup *lookup, const struct jp_dwarf_request *request,
                                    const struct jp_worker_limits *limits, struct jp_names *names,
                                    struct jp_dwarf_work *work, struct jp_error *error);

#endif
