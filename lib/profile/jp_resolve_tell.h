/* SPDX-License-Identifier: BSD-2-Clause */
/* What the user should know about names that were not found. */
#ifndef JP_RESOLVE_TELL_H
#define JP_RESOLVE_TELL_H

#include "jp_profile.h"

/*
 * Set each module's miss to the worst reason among its locations and tell it in DIAGS: one line per
 * module with the share of bytes whose stacks pass through nameless code of it, the reason and what
 * to do. Malloc's own modules and shares that nobody would see are told as notes. Warns as well
 * when the stacks end inside the allocator. MORE is put behind the first such line: where to read
 * on.
 */
void jp_resolve_tell(struct jp_profile *profile, const char *more, struct jp_diags *diags);

#endif
