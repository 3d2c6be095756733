/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files that join a dump share. */
#ifndef JP_JOIN_PRIVATE_H
#define JP_JOIN_PRIVATE_H

#include "jp_join.h"
#include "jp_modules.h"
#include "jp_totals.h"

#define JP_JOIN_NO_STACK UINT32_MAX /* not needed yet */

/* Work on one dump. */
struct jp_joining {
    struct jp_profile *profile;
    const struct jp_dump *dump;
    struct jp_dump *fading; /* the same, when what was joined of it goes; else NULL */
    struct jp_join_gone {
        size_t addresses, stacks, records; /* bytes: see jp_mem_forget */
    } gone;
    struct jp_diags *diags;
    enum jp_side side;
    uint32_t source;
    struct jp_modules modules;
    JP_VEC(uint32_t) threads; /* profile thread of each dump thread */
    struct jp_join_map map;   /* its stacks: JP_JOIN_NO_STACK when not yet needed */
    struct jp_index address_index;
    JP_VEC(uint32_t) locations;  /* of the stack at hand, youngest first */
    struct jp_totals totals;     /* without its sum, which the source has */
    uint64_t impossible_records; /* objects without bytes or bytes without objects */
    uint64_t lone_threads;       /* stacks with thread rows only */
};

/* The profile's stack for INDEX of the dump, with its locations and their modules. */
uint32_t jp_join_stack(struct jp_joining *join, uint32_t index);

/* What is doubtful about the dump, once all its records were added. */
void jp_join_tell(struct jp_joining *join);

#endif
