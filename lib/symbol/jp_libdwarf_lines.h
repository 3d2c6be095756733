/* SPDX-License-Identifier: BSD-2-Clause */
/* The line table of one unit, by libdwarf, with the faults of its row reader worked round. */
#ifndef JP_LIBDWARF_LINES_H
#define JP_LIBDWARF_LINES_H

#include "jp_intern.h"
#include "jp_libdwarf.h"

struct jp_libdwarf_row {
    uint64_t address; /* where the row starts */
    uint32_t file;    /* index in the unit's file table */
    uint32_t line;
    uint32_t column;
    bool is_found;
};

struct jp_libdwarf_lines {
    const struct jp_libdwarf *file;
    Dwarf_Line_Context context; /* NULL: the unit has no readable line table */
    uint16_t version;           /* of the table, not of the unit */
    const char *comp_dir;       /* or NULL */
    struct jp_span section;     /* .debug_line */
    JP_VEC(uint32_t) names;     /* string id by file index; UINT32_MAX: not asked yet */
};

/* Open the table of the unit with this ROOT. */
void jp_libdwarf_lines_open(struct jp_libdwarf_lines *lines, const struct jp_libdwarf *file,
                            Dwarf_Die root, struct jp_object *object, struct jp_object *alternate);
void jp_libdwarf_lines_close(struct jp_libdwarf_lines *lines);

/*
 * Set ROWS[i] to the row that holds ADDRESSES[i] (ascending); of several the one that starts
 * nearest before it. IS_CODE says whether code can start at an address: sequences of functions
 * that the linker dropped start where none can. Returns the number of rows read.
 */
typedef bool jp_libdwarf_is_code(const void *owner, uint64_t address);
size_t jp_libdwarf_lines_match(struct jp_libdwarf_lines *lines, const uint64_t *addresses,
                               size_t count, jp_libdwarf_is_code *is_code, const void *owner,
                               struct jp_libdwarf_row *rows);

/* The path of a file of the table as a string id, the compiler's folder joined in; 0: unknown. */
uint32_t jp_libdwarf_lines_path(struct jp_libdwarf_lines *lines, uint64_t index,
                                struct jp_intern *strings);

/* What jp_libdwarf_program_read finds out about a row. */
enum {
    JP_ROW_ENDS_SEQUENCE = 1,
    JP_ROW_HAS_FIRST_FILE = 2, /* no opcode of the sequence has set the file register */
};

struct jp_row_facts {
    JP_VEC(uint8_t) list;
};

/*
 * Run over the line program at OFFSET of SECTION for those two facts only; libdwarf 20210528 tells
 * neither reliably. FACTS gets one element per row. False when the program is damaged.
 */
bool jp_libdwarf_program_read(struct jp_span section, uint64_t offset, bool is_big_endian,
                              struct jp_row_facts *facts);

#endif
