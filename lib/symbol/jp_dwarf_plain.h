/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Units of which nothing is needed but their lines. Where .debug_info is packed as one stream, a
 * unit near its end costs all that lies in front of it, which for a C library takes longer than the
 * rest of a report. Yet of a unit whose abbreviations have no inlined call each address has one
 * frame: the symbol table has its name, and the line program its place.
 *
 * Which table of abbreviations and which line program are those of a unit is written in the unit.
 * Compilers and linkers put them into the order of the units where each object file brings one of
 * each, and that order is believed when .debug_aranges, .debug_abbrev and .debug_line have the same
 * number of them, at least a quarter of the units is unpacked and each of these has the table of
 * its own place, and the line program has rows for all addresses that the unit is said to hold.
 * That the tables behind the quarter have the same order is not seen.
 */
#ifndef JP_DWARF_PLAIN_H
#define JP_DWARF_PLAIN_H

#include "jp_dwarf.h"
#include "jp_dwarf_claims.h"
#include "jp_dwarf_reach.h"

/* An address of the request and the unit that .debug_aranges gives it to. */
struct jp_dwarf_wanted {
    uint64_t unit;
    uint32_t address; /* index in the request */
};

struct jp_dwarf_plain {
    const struct jp_dwarf_request *request;
    const struct jp_dwarf_reach *reach;
    struct jp_dwarf_wanted *wanted; /* all addresses, by unit */
    struct jp_span abbrevs;         /* .debug_abbrev, */
    JP_VEC(uint64_t) tables;        /* and where in it the table of each unit begins */
    bool is_found;                  /* by jp_dwarf_plain_find */

    /* What remains to be asked of .debug_info: all in front of the first plain unit. */
    struct jp_dwarf_request rest;
    struct jp_dwarf_reach rest_reach; /* before it is found, what it may come to */
    uint64_t *rest_addresses;
    size_t first; /* in wanted: from here on plain */
};

/* Would it be worth it if all units that hold addresses were plain but the first? If not PLAIN is
 * not to be asked more. It is to be released in any case; REQUEST and REACH must outlive it. */
bool jp_dwarf_plain_init(struct jp_dwarf_plain *plain, const struct jp_dwarf_request *request,
                         const struct jp_dwarf_reach *reach);
/* Unpack the abbreviations: is the last unit plain, and which of those in front of it are? */
bool jp_dwarf_plain_find(struct jp_dwarf_plain *plain);
void jp_dwarf_plain_release(struct jp_dwarf_plain *plain);

/*
 * Fill NAMES with the entries of all addresses that are not in plain->rest, whose owners CLAIMS has
 * found. Their frames have no names, and are external where the symbol table says so. False when
 * the order is not the one that was thought, or a line is missing: then NAMES is of no use, and all
 * has to be asked of .debug_info.
 */
bool jp_dwarf_plain_answer(const struct jp_dwarf_plain *plain, const struct jp_dwarf_claims *claims,
                           struct jp_names *names, struct jp_dwarf_work *work);

#endif
