/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The short way through a line program. Seven of ten opcodes set the line, the file or the column,
 * with an operand of a byte or two, and nearly all others add a row. Anything else is left to the
 * full machine in jp_dwarf_line.c, which knows these opcodes, too. It is no switch: a jump table is
 * foreseen worse than comparisons one after the other.
 */
#include "config.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_line_machine.h"

/* A row at ADDRESS needs no look at the wanted addresses: it follows the last one, and what lies
 * between them is in front of WANTED. One comparison, as a step backwards is a large difference. */
static inline bool is_calm(uint64_t address, uint64_t last_address, uint64_t wanted)
{
    return address - last_address <= wanted - last_address;
}

/* A signed number in one or two bytes. Which of both it is cannot be foreseen, so there is no
 * branch. */
static inline bool short_sleb(const unsigned char *at, uint32_t *value, size_t *bytes)
{
    const uint32_t is_long = at[0] >> 7;
    const uint32_t sign = is_long ? 0x2000 : 0x40;
    const uint32_t raw = (at[0] & 0x7fu) | (((uint32_t)at[1] << 7) & -is_long);

    *value = (raw ^ sign) - sign;
    *bytes = 1 + is_long;
    return !(is_long && at[1] >= 0x80);
}

static inline bool is_row(const struct jp_dwarf_lines *lines, uint8_t opcode)
{
    return opcode >= lines->opcode_base || opcode == DW_LNS_copy;
}

enum { COMMON_BYTES = 5 }; /* that run_register looks at, and one more */

/* An unsigned number of one byte or two at AT; returns behind it, or NULL when it is longer. */
static inline const unsigned char *short_uleb(const unsigned char *at, uint32_t *value)
{
    *value = at[0];
    if (at[0] < 0x80)
        return at + 1;
    *value = (at[0] & 0x7fu) | (uint32_t)at[1] << 7;
    return at[1] < 0x80 ? at + 2 : NULL;
}

/*
 * Run the common opcode at AT that changes a register; returns behind it, or NULL when it is none
 * or has a long operand.
 */
static inline const unsigned char *run_register(const struct jp_dwarf_lines *lines,
                                                const unsigned char *at, struct jp_dwarf_row *row)
{
    uint32_t lines_on;
    size_t bytes;

    if (at[0] == DW_LNS_set_column)
        return short_uleb(at + 1, &row->column);
    if (at[0] == DW_LNS_advance_line) {
        /* In front of a row, as it always is, the caller does the row without asking what it is. */
        if (!short_sleb(at + 1, &lines_on, &bytes) || !is_row(lines, at[1 + bytes]))
            return NULL;
        row->line += lines_on;
        return at + 1 + bytes;
    }
    if (at[0] == DW_LNS_set_file)
        return short_uleb(at + 1, &row->file);
    if (at[0] == DW_LNS_negate_stmt)
        return at + 1;
    if (at[0] == DW_LNS_extended) /* a discriminator below 128 */
        return at[1] == 2 && at[2] == DW_LNE_set_discriminator ? at + 4 : NULL;
    return NULL;
}

bool jp_dwarf_line_is_common(const struct jp_dwarf_lines *lines)
{
    return lines->operations == 1 && lines->instruction_bytes == 1 &&
           lines->opcode_base > DW_LNS_const_add_pc;
}

/* The machine is kept in variables meanwhile, since to write it to memory and read it again takes
 * longer than an opcode does. */
void jp_dwarf_line_run_common(struct jp_dwarf_line_machine *machine)
{
    const struct jp_dwarf_lines *const lines = machine->lines;
    const unsigned char *const end = machine->cursor.end;
    const unsigned char *at = machine->cursor.at;
    uint64_t address = machine->address;
    uint64_t last_address = machine->last_address;
    uint64_t wanted = machine->wanted;
    struct jp_dwarf_row row = machine->row;
    struct jp_dwarf_row last = machine->last;
    uint64_t row_count = machine->row_count;

    while (end - at >= COMMON_BYTES) {
        uint8_t opcode = at[0];
        if (!is_row(lines, opcode)) {
            const unsigned char *const behind = run_register(lines, at, &row);
            if (!behind) {
                if (opcode != DW_LNS_const_add_pc)
                    break;
                address += lines->advances[255];
                at++;
                continue;
            }
            at = behind;
            if (opcode != DW_LNS_advance_line)
                continue;
            opcode = at[0];
        }
        if (opcode != DW_LNS_copy) {
            address += lines->advances[opcode];
            row.line += (uint32_t)lines->steps[opcode];
        }
        at++;
        row_count++;
        if (!is_calm(address, last_address, wanted)) {
            machine->address = address;
            machine->last = last;
            machine->last_address = last_address;
            jp_dwarf_line_meet_row(machine);
            wanted = machine->wanted;
            if (machine->left == 0)
                break;
        }
        last = row;
        last_address = address;
    }
    machine->cursor.at = at;
    machine->address = address;
    machine->row = row;
    machine->last = last;
    machine->last_address = last_address;
    machine->row_count = row_count;
}
