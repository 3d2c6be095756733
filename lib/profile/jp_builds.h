/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A base may come from another build of the program than the main dumps. Its addresses say nothing
 * about the main side then: stacks are compared by the names of their functions.
 */
#ifndef JP_BUILDS_H
#define JP_BUILDS_H

#include "jp_profile.h"

/*
 * Per module the one whose functions are also its own: for a module of the base only, when the main
 * dumps have another one of the same file name, that one; else the module itself. To be freed.
 */
uint32_t *jp_builds_match(const struct jp_profile *profile);

/*
 * To be called when the locations have names: say what share of the base's bytes comes through
 * other builds, and what share of it is in stacks that the main dumps do not have.
 */
void jp_builds_check(const struct jp_profile *profile, struct jp_diags *diags);

#endif
