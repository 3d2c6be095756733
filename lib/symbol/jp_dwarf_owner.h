/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which unit owns which of the sorted addresses. Ranges are claimed in the order of the units, and
 * the first claim counts: the linker points the ranges of a dropped COMDAT copy at the copy it
 * kept, and the unit that comes first in the file is the one whose copy was kept.
 */
#ifndef JP_DWARF_OWNER_H
#define JP_DWARF_OWNER_H

#include "jp_arena.h"

#define JP_DWARF_NO_OWNER UINT32_MAX

struct jp_dwarf_owners {
    const uint64_t *addresses;
    size_t count;
    size_t free_count;
    uint32_t *unit; /* per address: index of the unit, or JP_DWARF_NO_OWNER */
    uint32_t *next; /* per address: where to look for the next free one; itself when it is free */
};

void jp_dwarf_owners_init(struct jp_dwarf_owners *owners, const uint64_t *addresses, size_t count,
                          struct jp_arena *arena);
/* Give the free addresses in [START, END) to UNIT. */
void jp_dwarf_owners_claim(struct jp_dwarf_owners *owners, uint32_t unit, uint64_t start,
                           uint64_t end);

#endif
