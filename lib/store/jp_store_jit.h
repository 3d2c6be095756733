/* SPDX-License-Identifier: BSD-2-Clause */
/* Perf maps for what is in a store already: whose code a map names must be certain. */
#ifndef JP_STORE_JIT_H
#define JP_STORE_JIT_H

#include "jp_dictionary.h"

/*
 * Name what has no name and lies in no file by the maps of OPTIONS, or by those that lie beside the
 * dumps of the store. A map that was named counts for the process whose number its name has; else,
 * and where the number of a process is not known, there must be one process only that it can be
 * of. False: there is no such map, or it could be of several.
 */
JP_MUST_CHECK bool jp_store_jit_name(struct jp_dictionary *dictionary, const struct jp_sql *sql,
                                     const struct jp_store_resymbolize_options *options,
                                     struct jp_diags *diags, struct jp_error *error);

#endif
