/* SPDX-License-Identifier: BSD-2-Clause */
/* What to do about names that are missing. */
#ifndef JP_REMEDY_H
#define JP_REMEDY_H

#include "jp_buf.h"
#include "jp_module_facts.h"

/*
 * In a few words, for a warning about the module at PATH: "copy it from where the dump was taken
 * and ...".
 */
const char *jp_remedy(enum jp_miss miss, struct jp_span path);

/* The same for MODULE, which may be the program that nobody named. */
const char *jp_remedy_of_module(const struct jp_profile *profile, const struct jp_module *module,
                                enum jp_miss miss);

/*
 * In full, for MODULE of a profile that is resolved: one line per step, with the paths and package
 * names to use. Nothing when nothing is missing.
 */
void jp_remedy_steps(struct jp_buf *out, const struct jp_profile *profile, uint32_t module,
                     const struct jp_module_facts *facts);

#endif
