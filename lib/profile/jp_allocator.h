/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which frames belong to the allocator: the rules are data (allocator.rules, embedded), not code.
 * The outermost allocator frame of a stack and everything younger than it is dropped from reports
 * unless --show-allocator is given.
 */
#ifndef JP_ALLOCATOR_H
#define JP_ALLOCATOR_H

#include "jp_profile.h"

/*
 * For each location: is the frame that holds its code (the outermost of its inline chain) the
 * allocator's, by module or by name? FLAGS has one element per location.
 */
void jp_allocator_mark(const struct jp_profile *profile, bool *flags);

/* By name alone: demangled and complete. */
bool jp_allocator_is_name(struct jp_span full_name);

#endif
