/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Line programs, DWARF 2 to 5. A program is run once and merged with the sorted addresses on the
 * way: rows are never stored.
 */
#ifndef JP_DWARF_LINE_H
#define JP_DWARF_LINE_H

#include "jp_dwarf_unit.h"
#include "jp_intern.h"

/* The file table: a name and the index of its folder. */
struct jp_dwarf_line_file {
    struct jp_dwarf_value name;
    uint64_t folder;
};

struct jp_dwarf_lines {
    const struct jp_dwarf_unit *unit;
    uint16_t version; /* of the line program; 0: there is none, or it is damaged */
    uint8_t offset_bytes;
    uint8_t address_bytes;
    uint8_t instruction_bytes;
    uint8_t operations; /* per instruction; above 1 for VLIW machines only */
    uint8_t opcode_base;
    uint8_t operand_counts[256];
    uint64_t advances[256]; /* of special opcodes: operations */
    int32_t steps[256];     /* of special opcodes: lines */
    struct jp_dwarf_cursor program;
    JP_VEC(struct jp_dwarf_value) folders;
    JP_VEC(struct jp_dwarf_line_file) files;
    JP_VEC(uint32_t) paths; /* string id of each file; UINT32_MAX: not made yet */
};

struct jp_dwarf_row {
    uint32_t file; /* JP_DWARF_NO_ROW: no row covers the address */
    uint32_t line;
    uint32_t column;
};

#define JP_DWARF_NO_ROW UINT32_MAX

/* Read the header of the line program of UNIT, reusing the memory of LINES (zeroed at first). */
bool jp_dwarf_lines_read(struct jp_dwarf_lines *lines, const struct jp_dwarf_unit *unit);
/* The program itself, which is all that jp_dwarf_lines_run and jp_dwarf_lines_find read, is at
 * COPY, too. */
static inline void jp_dwarf_lines_move(struct jp_dwarf_lines *lines, struct jp_span copy)
{
    lines->program = jp_dwarf_cursor_at(copy, 0, lines->program.is_swapped);
}
void jp_dwarf_lines_release(struct jp_dwarf_lines *lines);

/* The string id of the path of file INDEX, as rows and DW_AT_call_file count; 0: not known. */
uint32_t jp_dwarf_lines_path(struct jp_dwarf_lines *lines, uint64_t index,
                             struct jp_intern *strings);

/*
 * Run the program, until all are found, and fill those of ROWS that are JP_DWARF_NO_ROW for COUNT
 * ascending ADDRESSES. Of several rows at one address the last counts; of several sequences that
 * cover an address the first. Sequences that start outside of [CODE_START, CODE_END) are those of
 * code the linker dropped. Returns the number of rows that were read.
 */
uint64_t jp_dwarf_lines_run(const struct jp_dwarf_lines *lines, const uint64_t *addresses,
                            size_t count, uint64_t code_start, uint64_t code_end,
                            struct jp_dwarf_row *rows);

/*
 * The same, much faster, of a program as compilers and assemblers write them: sequences do not
 * overlap, and set an address before their first row and nowhere else. Of any other, an address
 * that is covered gets some row.
 */
uint64_t jp_dwarf_lines_find(const struct jp_dwarf_lines *lines, const uint64_t *addresses,
                             size_t count, uint64_t code_start, uint64_t code_end,
                             struct jp_dwarf_row *rows);

#endif
