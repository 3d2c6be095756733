/* SPDX-License-Identifier: BSD-2-Clause */
/* Names for all locations of a profile: module by module through lib/symbol. */
#ifndef JP_RESOLVE_H
#define JP_RESOLVE_H

#include "jp_profile.h"
#include "jp_symbolize.h"

/*
 * Fill frames of every location; to be called once, after the last jp_join. Locations that a
 * symbolized profile has named already keep those names. Misses are kept per module and location
 * and told in DIAGS as one line per module, with the share of bytes concerned.
 */
void jp_resolve(struct jp_profile *profile, const struct jp_symbolize_options *options,
                struct jp_dwarf_work *work, struct jp_diags *diags);

#endif
