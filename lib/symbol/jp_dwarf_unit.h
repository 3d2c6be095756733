/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One file with debug information: its sections and the table of its units. Only unit headers are
 * read when a file is opened; the root DIE of a unit is read on demand.
 */
#ifndef JP_DWARF_UNIT_H
#define JP_DWARF_UNIT_H

#include "jp_dwarf_cursor.h"
#include "jp_error.h"
#include "jp_object.h"
#include "jp_vec.h"

enum jp_dwarf_section {
    JP_DWARF_INFO,
    JP_DWARF_ABBREV,
    JP_DWARF_ADDR,
    JP_DWARF_RANGES,
    JP_DWARF_RNGLISTS,
    JP_DWARF_STR_OFFSETS,
    JP_DWARF_STR,
    JP_DWARF_LINE_STR,
    JP_DWARF_LINE,
    JP_DWARF_SECTION_COUNT,
};

/* The value of an attribute as it is stored. */
struct jp_dwarf_value {
    uint64_t number; /* string in place: its offset in .debug_info; blocks: 0 */
    uint16_t form;   /* 0: the attribute is absent */
};

/* Where the code of a DIE lies: DW_AT_low_pc, _high_pc and _ranges. */
struct jp_dwarf_code {
    struct jp_dwarf_value low;
    struct jp_dwarf_value high;
    struct jp_dwarf_value ranges;
};

struct jp_dwarf_unit {
    const struct jp_dwarf_file *file;
    uint64_t offset; /* of its header in .debug_info */
    uint64_t end;    /* behind its last byte */
    uint64_t root;   /* offset of its first DIE */
    uint64_t abbrev_offset;
    uint64_t dwo_id; /* 0: not the skeleton of a split unit */
    uint16_t version;
    uint8_t type; /* enum jp_dwarf_unit_type */
    uint8_t address_bytes;
    uint8_t offset_bytes;
    /* Where the unit's part of these sections starts: in a .dwp file, which holds the sections of
     * many .dwo files in a row. */
    uint64_t info_start;
    uint64_t abbrev_start;
    uint64_t str_offsets_start;
    uint64_t rnglists_start;

    /* From the root DIE; see jp_dwarf_unit_read_root. */
    uint64_t root_code;       /* of its abbreviation, */
    uint64_t root_attributes; /* and where in .debug_abbrev the attributes of that are */
    uint16_t root_tag;        /* 0: not read or damaged */
    uint16_t language;
    bool has_children;
    uint64_t low_pc; /* base address of range lists; 0 when there is none */
    struct jp_dwarf_code code;
    struct jp_dwarf_value name;
    struct jp_dwarf_value comp_dir;
    struct jp_dwarf_value dwo_name;
    struct jp_dwarf_value stmt_list;
    uint64_t str_offsets_base;
    uint64_t addr_base;
    uint64_t rnglists_base;
    uint64_t ranges_base; /* DW_AT_GNU_ranges_base: added to DW_AT_ranges of the split unit */
};

struct jp_dwarf_file {
    uint32_t id; /* given by the owner; a part of the keys of caches, as files come and go */
    struct jp_object *object;
    struct jp_span sections[JP_DWARF_SECTION_COUNT];
    bool is_swapped;
    bool is_split;                         /* a .dwo or .dwp file */
    bool is_start;                         /* there is more .debug_info than was loaded */
    const struct jp_dwarf_file *alternate; /* the file of DW_FORM_*_sup and _alt, or NULL */
    JP_VEC(struct jp_dwarf_unit) units;    /* ascending by offset */
    uint64_t units_refused;                /* headers of an unknown version or damaged */
};

/*
 * Fetch the sections of OBJECT (".debug_info.dwo" and so on when IS_SPLIT) and read its unit
 * headers. Strings and line programs are left out until jp_dwarf_file_load_texts, as a file without
 * a wanted address needs none of them unpacked. False with ERROR set: no .debug_info.
 */
bool jp_dwarf_file_init(struct jp_dwarf_file *file, struct jp_object *object, bool is_split,
                        struct jp_error *error);
/* The same for the units up to the one at LAST_UNIT only, where that saves unpacking the rest.
 * NEXT_UNIT is where the one behind it is thought to be; 0: not known. */
bool jp_dwarf_file_init_start(struct jp_dwarf_file *file, struct jp_object *object,
                              uint64_t last_unit, uint64_t next_unit, struct jp_error *error);
void jp_dwarf_file_load_texts(struct jp_dwarf_file *file);
/* The two parts of that: all strings; the line programs up to the one of UNIT, at least. */
void jp_dwarf_file_load_strings(struct jp_dwarf_file *file);
void jp_dwarf_file_load_lines(struct jp_dwarf_file *file, const struct jp_dwarf_unit *unit);
void jp_dwarf_file_release(struct jp_dwarf_file *file);

static inline struct jp_dwarf_cursor jp_dwarf_file_cursor(const struct jp_dwarf_file *file,
                                                          enum jp_dwarf_section section,
                                                          uint64_t offset)
{
    return jp_dwarf_cursor_at(file->sections[section], offset, file->is_swapped);
}

/* The unit that holds the byte at OFFSET of .debug_info, or NULL. */
const struct jp_dwarf_unit *jp_dwarf_file_unit(const struct jp_dwarf_file *file, uint64_t offset);

/* The unit whose header is at OFFSET, or NULL. */
struct jp_dwarf_unit *jp_dwarf_file_unit_at(struct jp_dwarf_file *file, uint64_t offset);

/* Read one header at OFFSET. False: damaged or unknown; unit->end is 0 if no next one is known. */
bool jp_dwarf_unit_read(struct jp_dwarf_unit *unit, const struct jp_dwarf_file *file,
                        uint64_t offset);

/* The unit from its header on, in its section. */
struct jp_span jp_dwarf_unit_bytes(const struct jp_dwarf_unit *unit);

/* Read the attributes of the root DIE; false when it is damaged. */
bool jp_dwarf_unit_read_root(struct jp_dwarf_unit *unit);
/* The same, knowing LIKE, whose root was read, or NULL: units that share a table of abbreviations
 * mostly share the root's, which often is the last one. */
bool jp_dwarf_unit_read_root_like(struct jp_dwarf_unit *unit, const struct jp_dwarf_unit *like);

#endif
