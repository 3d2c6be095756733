/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How far into .debug_info must be read to find the units of some addresses? .debug_aranges tells
 * where the units are that hold them, though not for certain that no other unit does: what is found
 * here is a hint, to be checked against the units' own ranges.
 */
#ifndef JP_DWARF_REACH_H
#define JP_DWARF_REACH_H

#include "jp_dwarf.h"

/*
 * The offset of a unit such that it and the units in front of it hold all addresses of REQUEST.
 * False when the table is missing or damaged, or lacks one of the addresses.
 */
bool jp_dwarf_reach(const struct jp_dwarf_request *request, uint64_t *last_unit);

#endif
