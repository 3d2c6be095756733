/* SPDX-License-Identifier: BSD-2-Clause */
/* The file that --output names, looked at before any work is done. */
#ifndef JP_TARGET_H
#define JP_TARGET_H

#include "jp_arguments.h"

/*
 * False, a usage error: the file is also an input, or it is there already and is a program or a
 * heap dump, which nobody wants to lose to a report. What an earlier run wrote may be replaced.
 */
JP_MUST_CHECK bool jp_target_check(const struct jp_options *options,
                                   const struct jp_arguments *arguments, struct jp_error *error);

#endif
