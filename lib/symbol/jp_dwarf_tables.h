/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Decoded abbreviation tables, kept for the next use. Beyond a total size the oldest are dropped,
 * so that a program of thousands of units does not keep them all; how many are kept depends on
 * whether tables that were dropped are asked for again.
 */
#ifndef JP_DWARF_TABLES_H
#define JP_DWARF_TABLES_H

#include "jp_dwarf_abbrev.h"
#include "jp_index.h"

struct jp_dwarf_tables {
    JP_VEC(struct jp_dwarf_abbrevs *) list; /* in order of decoding */
    JP_VEC(struct jp_dwarf_abbrevs) spares; /* memory without a meaning */
    struct jp_index index;
    size_t bytes;      /* of all that are kept */
    size_t kept_bytes; /* so much may be kept; 0: not set yet */
    size_t next_dropped;
    uint64_t budget;  /* bytes of tables that may still be decoded: a bound on damaged input */
    bool has_damaged; /* some table could not be decoded to its end */
};

/*
 * The table of UNIT; NULL when the budget is used up. KEEP, which may be NULL, is not dropped by
 * the call; the result is valid until the next call that does not name it.
 */
const struct jp_dwarf_abbrevs *jp_dwarf_tables_get(struct jp_dwarf_tables *tables,
                                                   const struct jp_dwarf_unit *unit,
                                                   const struct jp_dwarf_abbrevs *keep);
void jp_dwarf_tables_release(struct jp_dwarf_tables *tables);

#endif
