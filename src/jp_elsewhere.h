/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two programs are made of the same sources. Drawing and disassembling need some forty shared
 * libraries, which the system takes longer to load than most reports take altogether. So jeprof-c
 * is linked without them and starts jeprof-c-full in its place for the modes that use them.
 */
#ifndef JP_ELSEWHERE_H
#define JP_ELSEWHERE_H

#include "jp_options.h"

/*
 * If the mode of OPTIONS is not in this program, become the one that has it, with the same command
 * line. Returns true when it is in this one; false with ERROR set when the other cannot be started.
 */
JP_MUST_CHECK bool jp_elsewhere_go(const struct jp_options *options, char *const argv[],
                                   struct jp_error *error);

#endif
