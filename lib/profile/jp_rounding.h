/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile in pprof's format has whole bytes and objects where a corrected dump has fractions: a
 * dump and the profile that was made of it would differ everywhere, by next to nothing.
 */
#ifndef JP_ROUNDING_H
#define JP_ROUNDING_H

#include "jp_profile.h"

/*
 * When one side of PROFILE, which has its names, has whole values and the other corrected ones: a
 * stack whose values differ by half a unit at most, for each value that was rounded on the way to
 * it, has the same on both sides from now on. Stacks are compared without the allocator's frames,
 * which such a profile does not have.
 */
void jp_rounding_undo(struct jp_profile *profile);

#endif
