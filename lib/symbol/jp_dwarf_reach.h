/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which units hold some addresses, and how far into .debug_info must be read for them?
 * .debug_aranges tells where the units are that hold them, though not for certain that no other
 * unit does: what is found here is a hint, to be checked against the units' own ranges.
 */
#ifndef JP_DWARF_REACH_H
#define JP_DWARF_REACH_H

#include "jp_dwarf.h"
#include "jp_dwarf_unit.h"
#include "jp_vec.h"

#define JP_DWARF_NO_UNIT UINT64_MAX

struct jp_dwarf_reach {
    uint64_t *units; /* per address of the request: the offset of the first unit that has it, */
    uint64_t
        last_unit; /* or JP_DWARF_NO_UNIT; the largest of these offsets, and the next one that */
    uint64_t next_unit; /* the section speaks of, where the last unit ends, or before; 0: none */
    bool has_all;       /* each address has a unit */
    bool is_distinct;   /* no unit has two tables */
    JP_VEC(uint64_t) tables; /* offsets of the units that the section speaks of, ascending */
};

/* Find the units for the addresses of REQUEST. False when the section is missing or damaged. REACH
 * is to be released in any case. */
bool jp_dwarf_reach_init(struct jp_dwarf_reach *reach, const struct jp_dwarf_request *request);
void jp_dwarf_reach_release(struct jp_dwarf_reach *reach);

/* How much of .debug_info the units are in that hold the addresses; as good as known. */
static inline uint64_t jp_dwarf_reach_bytes(const struct jp_dwarf_reach *reach)
{
    return reach->next_unit ? reach->next_unit : reach->last_unit;
}

/*
 * Does the section speak of every unit of FILE that can hold code? Compilers write a table for each
 * such unit, though it be empty, or none at all; where all are there, no other unit than the one it
 * names holds an address.
 */
bool jp_dwarf_reach_is_whole(const struct jp_dwarf_reach *reach, const struct jp_dwarf_file *file);

#endif
