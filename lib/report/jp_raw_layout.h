/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One address space for a dump that is written anew. Of one dump it is the recorded one. Several
 * dumps may be of processes whose modules lay elsewhere, at each other's addresses: then each
 * module lies where the first dump that has it found it, or, when that place is taken, above all
 * others.
 */
#ifndef JP_RAW_LAYOUT_H
#define JP_RAW_LAYOUT_H

#include "jp_profile.h"

struct jp_raw_layout {
    uint64_t *addresses; /* per location: no two that are used share one */
    JP_VEC(struct jp_kept_mapping) mappings;
};

/* IS_USED: per location. PROFILE has its mappings. To be released. */
void jp_raw_layout_init(struct jp_raw_layout *layout, const struct jp_profile *profile,
                        const bool *is_used);
void jp_raw_layout_release(struct jp_raw_layout *layout);

#endif
