/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is kept of the memory map of a dump: the mappings of files that hold code, and others that
 * stacks pass through. Heaps and anonymous memory are no part of it: they change from dump to dump
 * and name nothing.
 */
#ifndef JP_MAPPINGS_H
#define JP_MAPPINGS_H

#include "jp_profile.h"

struct jp_mappings {
    JP_VEC(uint32_t) list; /* indices in the map of the dump, ascending */
};

/*
 * MODULES: by mapping of DUMP, the module that stacks pass through there, or JP_NO_MODULE. To be
 * released.
 */
void jp_mappings_choose(struct jp_mappings *mappings, const struct jp_dump *dump,
                        const uint32_t *modules);
void jp_mappings_release(struct jp_mappings *mappings);

/* Choose and write to profile.mappings, as those of the last source. */
void jp_mappings_keep(struct jp_profile *profile, const struct jp_dump *dump,
                      const uint32_t *modules);

#endif
