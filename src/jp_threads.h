/* SPDX-License-Identifier: BSD-2-Clause */
/* --thread: from a number, "*" or a name pattern to the threads of a profile. */
#ifndef JP_THREADS_H
#define JP_THREADS_H

#include "jp_profile.h"

struct jp_thread_choice {
    JP_VEC(uint32_t) list; /* indices in profile.threads; JP_PROCESS alone without --thread */
};

/* Does WANTED, the option's value, go by names, or is it for all threads? */
bool jp_thread_is_by_name(const char *wanted);

/*
 * Threads that WANTED (the option's value, "" when not given) names, ascending by number, then by
 * name. False when there is none; the message names the threads that there are.
 */
JP_MUST_CHECK bool jp_thread_choice_init(struct jp_thread_choice *choice,
                                         const struct jp_profile *profile, const char *wanted,
                                         struct jp_diags *diags, struct jp_error *error);
void jp_thread_choice_release(struct jp_thread_choice *choice);

/* "t7", or NULL for the process; valid as long as ARENA. */
const char *jp_thread_label(const struct jp_profile *profile, uint32_t thread,
                            struct jp_arena *arena);

#endif
