/* SPDX-License-Identifier: BSD-2-Clause */
/* Names for all locations of a profile: module by module through lib/symbol. */
#ifndef JP_RESOLVE_H
#define JP_RESOLVE_H

#include "jp_profile.h"
#include "jp_symbolize.h"

/*
 * Fill frames of every location that was not asked for before; to be called after the last jp_join,
 * and again when dumps were joined after that. Locations that a symbolized profile has named keep
 * those names, and those that are marked as resolved stay as they are. Misses are kept per module
 * and location and told in DIAGS as one line per module, with the share of bytes concerned.
 */
void jp_resolve(struct jp_profile *profile, const struct jp_symbolize_options *options,
                struct jp_dwarf_work *work, struct jp_diags *diags);

/* The same without telling anything about names that are missing. */
void jp_resolve_names(struct jp_profile *profile, const struct jp_symbolize_options *options,
                      struct jp_dwarf_work *work, struct jp_diags *diags);

#endif
