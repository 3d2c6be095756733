/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The address ranges of a DIE, whatever form they are stored in: a single pair of addresses,
 * .debug_ranges (DWARF 2 to 4) or .debug_rnglists (DWARF 5).
 */
#ifndef JP_DWARF_RANGES_H
#define JP_DWARF_RANGES_H

#include "jp_dwarf_unit.h"

struct jp_dwarf_ranges {
    const struct jp_dwarf_unit *unit;
    struct jp_dwarf_cursor cursor;
    uint64_t base;
    uint64_t start; /* of the pair, when is_pair */
    uint64_t end;
    bool is_pair;
    bool is_dropped; /* the base address is that of code the linker left out */
    bool is_done;
};

/* Start over the ranges of CODE; without any, or damaged, the first call of next gives false. */
void jp_dwarf_ranges_begin(struct jp_dwarf_ranges *ranges, const struct jp_dwarf_unit *unit,
                           const struct jp_dwarf_code *code);
/*
 * The next range [*START, *END). It may be empty, also with an end before its start: each entry of
 * a list is one step, so that whoever counts them bounds the work.
 */
bool jp_dwarf_ranges_next(struct jp_dwarf_ranges *ranges, uint64_t *start, uint64_t *end);
/*
 * The same for who wants addresses from FIRST to LAST only: ranges that hold none of them are
 * passed over. Each entry of a list counts *LEFT down, and at 0 there are no more.
 */
bool jp_dwarf_ranges_next_of(struct jp_dwarf_ranges *ranges, uint64_t first, uint64_t last,
                             uint64_t *left, uint64_t *start, uint64_t *end);

#endif
