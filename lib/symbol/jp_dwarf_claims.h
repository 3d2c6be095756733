/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which unit owns which address: units claim the addresses in their ranges, all of them or, where
 * it is known beforehand (jp_dwarf_reach.h), those few that have any of what is wanted.
 */
#ifndef JP_DWARF_CLAIMS_H
#define JP_DWARF_CLAIMS_H

#include "jp_arena.h"
#include "jp_dwarf.h"
#include "jp_dwarf_owner.h"
#include "jp_dwarf_reach.h"
#include "jp_dwarf_unit.h"

struct jp_dwarf_claims {
    const struct jp_dwarf_request *request;
    const struct jp_dwarf_reach *reach; /* NULL: not known */
    struct jp_dwarf_file *file;
    struct jp_arena *arena;
    uint64_t code_start; /* from here on to the end: found by jp_dwarf_claims_find */
    uint64_t code_end;
    struct jp_dwarf_owners owners;
    uint64_t roots_read;   /* root DIEs of units */
    uint64_t range_budget; /* ranges that may still be read: a bound on damaged input */
};

/* Find the owners of the addresses of the request. */
void jp_dwarf_claims_find(struct jp_dwarf_claims *claims);

/* Read the roots of all units of FILE that were not read yet. */
void jp_dwarf_claims_read_roots(struct jp_dwarf_claims *claims, struct jp_dwarf_file *file);

#endif
