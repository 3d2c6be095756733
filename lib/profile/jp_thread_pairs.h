/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads of another run that do the same work: their names are the same, their numbers are not. */
#ifndef JP_THREAD_PAIRS_H
#define JP_THREAD_PAIRS_H

#include "jp_profile.h"

/*
 * Of each name the threads that only the bases have are joined with those that only the other dumps
 * have, in the order of their numbers; what is left over on one side stays alone. Samples of a base
 * thread go to its partner. Nothing is done within one process, where a thread's number is its own.
 */
void jp_thread_pairs_join(struct jp_profile *profile);

/* Give each thread its own samples back. */
void jp_thread_pairs_part(struct jp_profile *profile);

#endif
