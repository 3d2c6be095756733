/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of functions: along abstract origins and specifications, across units and into the shared
 * file of dwz. Each function is named once.
 */
#ifndef JP_DWARF_NAME_H
#define JP_DWARF_NAME_H

#include "jp_buf.h"
#include "jp_dwarf_map.h"
#include "jp_dwarf_tables.h"
#include "jp_intern.h"

struct jp_dwarf_name {
    uint32_t linkage;  /* string id: DW_AT_linkage_name, or 0 */
    uint32_t function; /* string id: DW_AT_name with its scopes, when there is no linkage name */
    bool is_external;
    bool lacks_alternate; /* its name lies in a shared file that is not there */
};

/* Identity of a DIE. */
struct jp_dwarf_place {
    uint32_t file_id;
    uint64_t offset; /* in .debug_info */
};

/* Which DIEs have been named. */
struct jp_dwarf_places {
    JP_VEC(struct jp_dwarf_place) list; /* keys of the index */
    JP_VEC(uint32_t) names;
    struct jp_index index;
};

/* A name whose text has not been looked at yet. */
struct jp_dwarf_waiting {
    uint32_t name; /* that it is the linkage name of */
    const struct jp_dwarf_unit *unit;
    struct jp_dwarf_value linkage;
    const struct jp_dwarf_unit *first_unit; /* the DIE that it was found for */
    uint64_t first_offset;
};

struct jp_dwarf_unit_map { /* of a unit other than the one being read */
    struct jp_dwarf_place unit;
    uint16_t language;
    struct jp_dwarf_map map;
};

struct jp_dwarf_namer {
    struct jp_dwarf_tables *tables;
    struct jp_intern *strings;
    uint64_t budget;      /* DIEs that may still be read */
    uint64_t text_budget; /* bytes of names that may still be kept */
    bool is_text_cut;     /* a name was not kept because of that */
    bool needs_more;      /* an origin lies behind what was loaded of .debug_info */

    /* The unit being read, which its owner may have a copy of. */
    const struct jp_dwarf_unit *unit;
    struct jp_span bytes;
    const struct jp_dwarf_abbrevs *abbrevs;
    struct jp_dwarf_map *map;

    JP_VEC(struct jp_dwarf_name) names; /* element 0 is the empty name */
    struct jp_dwarf_places here;        /* in the unit being read: few, which are at hand */
    struct jp_dwarf_places elsewhere;
    JP_VEC(struct jp_dwarf_waiting) waiting;
    JP_VEC(struct jp_dwarf_unit_map) maps;
    struct jp_index map_index;
};

/* UNIT is read from now on: BYTES, ABBREVS and MAP, which must stay until the end, are its own. */
void jp_dwarf_namer_begin(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit,
                          struct jp_span bytes, const struct jp_dwarf_abbrevs *abbrevs,
                          struct jp_dwarf_map *map);
/* Index in names of the function whose DIE is at OFFSET of UNIT's file. What is there is complete
 * at the end of the unit being read. */
uint32_t jp_dwarf_namer_get(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit,
                            uint64_t offset);
void jp_dwarf_namer_end(struct jp_dwarf_namer *namer);
void jp_dwarf_namer_release(struct jp_dwarf_namer *namer);

#endif
