/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files jp_dwarf_line*.c share: a line program on its way. Nobody else includes this. */
#ifndef JP_DWARF_LINE_MACHINE_H
#define JP_DWARF_LINE_MACHINE_H

#include "jp_dwarf_line.h"

struct jp_dwarf_line_machine {
    const struct jp_dwarf_lines *lines;
    struct jp_dwarf_cursor cursor;

    uint64_t address;
    uint64_t operation; /* inside of a VLIW instruction */
    struct jp_dwarf_row row;

    struct jp_dwarf_row last; /* the latest row of the sequence */
    uint64_t last_address;
    bool has_last;
    bool has_ended; /* a sequence */

    const uint64_t *addresses;
    size_t count;
    size_t left;     /* addresses without a row */
    size_t next;     /* the first address that the sequence has not passed */
    uint64_t wanted; /* addresses[next]; UINT64_MAX: none */
    uint64_t code_start;
    uint64_t code_end;
    struct jp_dwarf_row *rows;
    uint64_t row_count;
};

/* At the beginning of the program of LINES; the rest as jp_dwarf_lines_run has it. */
static inline struct jp_dwarf_line_machine
jp_dwarf_line_machine_of(const struct jp_dwarf_lines *lines, const uint64_t *addresses,
                         size_t count, uint64_t code_start, uint64_t code_end,
                         struct jp_dwarf_row *rows)
{
    return (struct jp_dwarf_line_machine){
        .lines = lines,
        .cursor = lines->program,
        .addresses = addresses,
        .count = count,
        .code_start = code_start,
        .code_end = code_end,
        .rows = rows,
    };
}

/* What a row at the machine's address means for the wanted addresses: those that it leaves behind
 * are covered by the last row. */
void jp_dwarf_line_meet_row(struct jp_dwarf_line_machine *machine);

/* Run from the cursor on, which must be at the beginning of a sequence, until all addresses are
 * found, with IS_ONE no further than the sequence goes. Returns the number of rows that were read.
 */
uint64_t jp_dwarf_line_run(struct jp_dwarf_line_machine *machine, bool is_one);

/* Do the opcodes mean what jp_dwarf_line_run_common takes them for? */
bool jp_dwarf_line_is_common(const struct jp_dwarf_lines *lines);

/* Run what programs consist of but for a few hundredths, up to an opcode that is something else. */
void jp_dwarf_line_run_common(struct jp_dwarf_line_machine *machine);

#endif
