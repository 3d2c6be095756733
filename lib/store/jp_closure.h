/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What SQL could only find out by walking each stack: who holds its memory, which functions it
 * passes through, and what it is called in any build.
 */
#ifndef JP_CLOSURE_H
#define JP_CLOSURE_H

#include "jp_dictionary.h"

/*
 * Write the stacks that are new and, for those that got their first samples, the functions they
 * pass through: the allocator's frames are left out as in all reports. ALL: for every stack,
 * because names have changed.
 */
JP_MUST_CHECK bool jp_closure_write(struct jp_dictionary *dictionary, const struct jp_sql *sql,
                                    bool all, struct jp_error *error);

#endif
