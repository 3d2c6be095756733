/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile of one thread at a time, so that a report of each takes what that thread's samples
 * take, and not what all of them do: with thousands of threads that is the square of their number.
 */
#ifndef JP_NARROW_H
#define JP_NARROW_H

#include "jp_profile.h"

struct jp_narrow {
    struct jp_profile *profile;
    /* The whole profile's, put aside. */
    struct jp_samples samples;
    struct jp_stack *stacks;
    size_t stack_count;
    size_t stack_capacity;
    uint32_t *order;         /* samples, thread by thread */
    size_t *first;           /* by thread, in order; one more behind */
    uint32_t *ids;           /* by stack of the whole profile: its number in the narrowed one */
    JP_VEC(uint32_t) needed; /* stacks that are in it, ascending */
};

/* PROFILE is at rest (jp_profile_rest), and is whole again after the release. */
void jp_narrow_init(struct jp_narrow *narrow, struct jp_profile *profile);
void jp_narrow_release(struct jp_narrow *narrow);

/* Leave THREAD's samples in the profile, and their stacks, in the order that they had. */
void jp_narrow_to(struct jp_narrow *narrow, uint32_t thread);

#endif
