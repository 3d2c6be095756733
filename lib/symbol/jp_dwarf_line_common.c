/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The short way through a line program. Seven of ten opcodes set the line, the file or the column,
 * with an operand of a byte or two, and nearly all others add a row. Compilers write them in one
 * order in front of each row. To ask for one after the other in this order is foreseen best, and a
 * jump table far worse. Anything else is left to the full machine in jp_dwarf_line.c, which knows
 * these opcodes, too.
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

/* The operand of DW_LNS_set_column at AT, of one byte or two; returns behind the opcode, or AT when
 * it is longer. */
static inline const unsigned char *read_column(const unsigned char *at, struct jp_dwarf_row *row)
{
    if (at[1] < 0x80) {
        row->column = at[1];
        return at + 2;
    }
    if (at[2] >= 0x80)
        return at;
    row->column = (at[1] & 0x7fu) | (uint32_t)at[2] << 7;
    return at + 3;
}

/* The same for DW_LNS_advance_line, a signed number: what is above its sign is shifted out, so that
 * there is no branch for what cannot be foreseen. */
static inline const unsigned char *read_line(const unsigned char *at, struct jp_dwarf_row *row)
{
    const uint32_t is_long = at[1] >> 7;
    const uint32_t raw = (at[1] & 0x7fu) | (uint32_t)at[2] << 7;
    const unsigned above = 25 - 7 * is_long;

    if (is_long & at[2] >> 7)
        return at;
    row->line += (uint32_t)((int32_t)(raw << above) >> above);
    return at + 2 + is_long;
}

static inline bool is_discriminator(const unsigned char *at)
{
    return at[0] == DW_LNS_extended && at[1] == 2 && at[2] == DW_LNE_set_discriminator;
}

enum { ROW_BYTES = 16, DISCRIMINATOR_BYTES = 4 }; /* more than is looked at for a row */

/* Run the opcodes at AT that change a register, as far as they come in order; returns behind them.
 */
static inline const unsigned char *run_registers(const unsigned char *at, struct jp_dwarf_row *row)
{
    if (at[0] == DW_LNS_set_file && at[1] < 0x80) {
        row->file = at[1];
        at += 2;
    }
    if (at[0] == DW_LNS_set_column)
        at = read_column(at, row);
    if (is_discriminator(at))
        at += DISCRIMINATOR_BYTES;
    if (at[0] == DW_LNS_negate_stmt)
        at++;
    return at[0] == DW_LNS_advance_line ? read_line(at, row) : at;
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
    const uint8_t opcode_base = lines->opcode_base;
    const unsigned char *const end = machine->cursor.end;
    const unsigned char *at = machine->cursor.at;
    uint64_t address = machine->address;
    uint64_t last_address = machine->last_address;
    uint64_t wanted = machine->wanted;
    struct jp_dwarf_row row = machine->row;
    struct jp_dwarf_row last = machine->last;
    uint64_t row_count = machine->row_count;

    while (end - at >= ROW_BYTES) {
        at = run_registers(at, &row);
        if (at[0] == DW_LNS_const_add_pc) {
            address += lines->advances[255];
            at++;
        }
        const uint8_t opcode = at[0];
        if (opcode >= opcode_base) {
            address += lines->advances[opcode];
            row.line += (uint32_t)lines->steps[opcode];
        } else if (opcode != DW_LNS_copy) {
            break;
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
