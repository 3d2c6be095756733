/* SPDX-License-Identifier: BSD-2-Clause */
/* Names for code made at run time, which has no file with symbols. */
#ifndef JP_JIT_H
#define JP_JIT_H

#include "jp_profile.h"

/*
 * Name the locations that lie in no file and have no name yet by TEXT, a perf map (jp_perf_map.h)
 * of the process. Returns how many were named. To be called after the last jp_join and before
 * jp_resolve, for several maps with the latest first: a name stays.
 */
uint32_t jp_jit_name(struct jp_profile *profile, struct jp_span text, const char *path,
                     struct jp_diags *diags);

#endif
