/* SPDX-License-Identifier: BSD-2-Clause */
/* Names for code made at run time, which has no file with symbols. */
#ifndef JP_JIT_H
#define JP_JIT_H

#include "jp_error.h"
#include "jp_profile.h"

/* How a map was found. */
enum jp_jit_origin {
    JP_JIT_NAMED,  /* by the user */
    JP_JIT_BESIDE, /* beside the dump */
    JP_JIT_IN_TMP, /* a later process may have had the number */
};

/*
 * Name the locations that lie in no file and have no name yet by the perf map (jp_perf_map.h) at
 * PATH: those of PROCESS (as in struct jp_module), or of all when it is 0. A note in DIAGS says how
 * many. To be called after the last jp_join and before jp_resolve, for several maps with the latest
 * first: a name stays. Nothing is named by a map in /tmp unless it covers at least half of these
 * locations. False: what the user named cannot be read; of other maps that is told only.
 */
JP_MUST_CHECK bool jp_jit_name(struct jp_profile *profile, uint32_t process, const char *path,
                               enum jp_jit_origin origin, struct jp_diags *diags,
                               struct jp_error *error);

/*
 * The map that would lie beside a dump: <folder>/perf-<pid>.map for <folder>/<prefix>.<pid>...
 * Else the one where compilers put it, /tmp/perf-<pid>.map, but not that of a stranger, as
 * everybody may put a file there. False: there is none, or the name of the dump tells no process.
 */
bool jp_jit_beside(struct jp_buf *path, enum jp_jit_origin *origin, struct jp_span dump);

/* The number of the process whose map PATH is by its name, perf-<pid>.map. */
bool jp_jit_pid(const char *path, uint64_t *pid);

#endif
