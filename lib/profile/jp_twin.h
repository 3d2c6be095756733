/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dumps that record no build-ids take that of the file that is found. Two builds of a program of
 * one name find the same file, the one that was named, and must not become one module because of
 * that: their places in it would be compared, and names given to the wrong ones.
 */
#ifndef JP_TWIN_H
#define JP_TWIN_H

#include "jp_finder.h"
#include "jp_profile.h"

/*
 * May MODULE, which a dump maps as REQUEST says and whose build-id is that of the file that was
 * found, be the one of PROFILE that has the build-id? Yes when there is none, when the recorded
 * addresses of both follow calls in the file, and when both have the same path and inode, unless
 * only one's addresses follow calls in the program that was named.
 */
bool jp_twin_is_possible(const struct jp_profile *profile, const struct jp_module_request *request,
                         const struct jp_module *module);

#endif
