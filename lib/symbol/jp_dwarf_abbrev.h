/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Abbreviation tables, decoded once. Besides its attributes each abbreviation gets a list of steps:
 * what has to be done to pass over a DIE of it, with all stretches of fixed size merged into one.
 */
#ifndef JP_DWARF_ABBREV_H
#define JP_DWARF_ABBREV_H

#include "jp_dwarf_unit.h"

/* An attribute that jp_dwarf_fields_read has a use for, or cannot pass over without a look. */
struct jp_dwarf_attribute {
    uint16_t name;
    uint16_t form;
    int16_t bytes;     /* of the value, or why that is not known: see jp_dwarf_form_bytes */
    uint32_t before;   /* bytes in front of the value, of attributes that are left out */
    uint32_t implicit; /* index of the value of DW_FORM_implicit_const in jp_dwarf_abbrevs */
};

/* What a DIE is to the search for functions, by its tag. */
enum jp_dwarf_kind {
    JP_DWARF_KIND_OTHER,    /* cannot hold code that we look for */
    JP_DWARF_KIND_SCOPE,    /* a namespace or module: look inside */
    JP_DWARF_KIND_TYPE,     /* a class, structure, union or enumeration */
    JP_DWARF_KIND_FUNCTION, /* DW_TAG_subprogram */
    JP_DWARF_KIND_INLINED,  /* DW_TAG_inlined_subroutine */
    JP_DWARF_KIND_BLOCK,    /* a lexical block and the like, inside of a function */
};

enum jp_dwarf_step_kind {
    JP_DWARF_STEP_BYTES, /* skip step.bytes */
    JP_DWARF_STEP_ULEB,
    JP_DWARF_STEP_BLOCK, /* a ULEB length and so many bytes */
    JP_DWARF_STEP_TEXT,  /* up to a NUL */
    /* The usual forms, in the byte order of this machine. */
    JP_DWARF_STEP_SIBLING4, /* DW_FORM_ref4 */
    JP_DWARF_STEP_LOW8,     /* DW_FORM_addr of 8 bytes */
    JP_DWARF_STEP_HIGH8,    /* DW_FORM_data8 */
    JP_DWARF_STEP_RANGES4,  /* DW_FORM_sec_offset of 4 bytes */
    /* Any form. */
    JP_DWARF_STEP_SIBLING,
    JP_DWARF_STEP_LOW,
    JP_DWARF_STEP_HIGH,
    JP_DWARF_STEP_RANGES,
    JP_DWARF_STEP_ANY, /* read a value of step.form and forget it */
};

struct jp_dwarf_step {
    uint8_t kind;
    uint16_t form;
    uint16_t before; /* bytes to be skipped first */
    uint32_t bytes;  /* or the index of the value of DW_FORM_implicit_const */
};

/* What a DIE is to whoever passes over it by a look at a table, as nearly all are. */
enum jp_dwarf_pass_kind {
    JP_DWARF_PASS_NONE, /* it has to be read */
    JP_DWARF_PASS_LEAF, /* without children and code */
    JP_DWARF_PASS_CODE, /* without children */
    JP_DWARF_PASS_OPEN, /* with children, and with code or without DW_AT_sibling */
    /* With children, behind which DW_AT_sibling leads, and no code; plus the enum jp_dwarf_kind. */
    JP_DWARF_PASS_TREE,
};

/* The values among those of a DIE that do not have a fixed size, or that say something. */
enum jp_dwarf_pass_part {
    JP_DWARF_PART_NONE, /* there are no more */
    JP_DWARF_PART_ULEB,
    JP_DWARF_PART_BLOCK,
    JP_DWARF_PART_TEXT, /* names of a letter or two are in place */
    JP_DWARF_PART_SIBLING,
};
enum { JP_DWARF_PART_BITS = 4, JP_DWARF_PARTS_MAX = 16 / JP_DWARF_PART_BITS };

struct jp_dwarf_pass {
    uint8_t kind;                       /* enum jp_dwarf_pass_kind, and so on */
    uint8_t behind;                     /* bytes behind the last part */
    uint16_t parts;                     /* the first one in the lowest bits */
    uint8_t before[JP_DWARF_PARTS_MAX]; /* bytes in front of each part */
};

struct jp_dwarf_abbrev {
    uint64_t code;
    uint16_t tag;
    uint8_t kind; /* enum jp_dwarf_kind */
    bool has_children;
    bool has_code; /* DW_AT_low_pc or DW_AT_ranges is there */
    uint32_t attribute_first;
    uint32_t attribute_count;
    uint32_t step_first;
    uint32_t step_count;
};

struct jp_dwarf_abbrevs {
    /* Sizes depend on these, so they are part of the identity of a decoded table. */
    uint32_t file_id;
    uint16_t version;
    uint8_t address_bytes;
    uint8_t offset_bytes;
    uint64_t offset;
    bool is_dropped; /* by its owner: nothing is left but that */

    size_t dense_count; /* the first so many have the codes 1, 2, 3 ...; the rest is sorted */
    JP_VEC(struct jp_dwarf_abbrev) list;
    JP_VEC(struct jp_dwarf_pass) passes; /* of the dense ones */
    JP_VEC(struct jp_dwarf_attribute) attributes;
    JP_VEC(struct jp_dwarf_step) steps;
    JP_VEC(int64_t) implicits;
};

/* Decode the table of UNIT, reusing the memory of ABBREVS (zeroed at first); false when it is
 * damaged (what could be read is kept). */
bool jp_dwarf_abbrevs_read(struct jp_dwarf_abbrevs *abbrevs, const struct jp_dwarf_unit *unit);
/* The last step of that: what jp_dwarf_dies_pass has to know. */
void jp_dwarf_abbrevs_find_passes(struct jp_dwarf_abbrevs *abbrevs,
                                  const struct jp_dwarf_unit *unit);
/* How values of FORM are passed over that have no fixed size. */
enum jp_dwarf_step_kind jp_dwarf_step_of_form(uint16_t form);
void jp_dwarf_abbrevs_release(struct jp_dwarf_abbrevs *abbrevs);
bool jp_dwarf_abbrevs_fit(const struct jp_dwarf_abbrevs *abbrevs, const struct jp_dwarf_unit *unit);
size_t jp_dwarf_abbrevs_bytes(const struct jp_dwarf_abbrevs *abbrevs);

const struct jp_dwarf_abbrev *jp_dwarf_abbrevs_search(const struct jp_dwarf_abbrevs *abbrevs,
                                                      uint64_t code);

/* The abbreviation of CODE, or NULL. */
static inline const struct jp_dwarf_abbrev *
jp_dwarf_abbrevs_find(const struct jp_dwarf_abbrevs *abbrevs, uint64_t code)
{
    if (code - 1 < abbrevs->dense_count)
        return &abbrevs->list.data[code - 1];
    return jp_dwarf_abbrevs_search(abbrevs, code);
}

/* Without a decoded table: place CURSOR behind the head of the abbreviation CODE. */
bool jp_dwarf_abbrev_seek(struct jp_dwarf_cursor *cursor, uint64_t code, uint16_t *tag,
                          bool *has_children);
/* Read one attribute; false at the end of the abbreviation. *IMPLICIT: its constant, or 0. */
bool jp_dwarf_attribute_read(struct jp_dwarf_cursor *cursor, struct jp_dwarf_attribute *attribute,
                             int64_t *implicit);
/* Pass over those that are left. */
void jp_dwarf_attributes_skip(struct jp_dwarf_cursor *cursor);

#endif
