/* SPDX-License-Identifier: BSD-2-Clause */
/* One name per function of a profile, so that different functions have different names. */
#ifndef JP_NAME_TABLE_H
#define JP_NAME_TABLE_H

#include "jp_naming.h"

/*
 * Fill NAMES, one string id of STRINGS per function id. Names that would be equal are taken apart
 * step by step until they differ: template lists, parameters, the full name, the module, the file,
 * the mangled name, and at last a number. JP_NAMES_JEPROF keeps its collisions.
 */
void jp_name_table_fill(uint32_t *names, struct jp_intern *strings,
                        const struct jp_profile *profile, enum jp_naming naming);

#endif
