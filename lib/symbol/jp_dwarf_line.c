/* SPDX-License-Identifier: BSD-2-Clause */
/* The state machine of line programs (DWARF 5, 6.2). */
#include "config.h"

#include "jp_dwarf_line_machine.h"

#include "jp_addresses.h"
#include "jp_dwarf_const.h"

/* Without a row, wanted and last_address are equal, so that no address is calm but UINT64_MAX,
 * where there is no code. */
static void reset(struct jp_dwarf_line_machine *machine)
{
    machine->address = 0;
    machine->operation = 0;
    machine->row = (struct jp_dwarf_row){.file = 1, .line = 1};
    machine->has_last = false;
    machine->last_address = UINT64_MAX;
    machine->wanted = UINT64_MAX;
}

/* Begin a sequence, or go on behind a step backwards, at the machine's address. */
static void enter(struct jp_dwarf_line_machine *machine)
{
    machine->wanted = UINT64_MAX;
    if (machine->address < machine->code_start || machine->address >= machine->code_end)
        return;
    machine->next = jp_addresses_first(machine->addresses, machine->count, machine->address);
    if (machine->next < machine->count)
        machine->wanted = machine->addresses[machine->next];
}

/* The last row covers the addresses in front of the machine's address. */
static void give_last_row(struct jp_dwarf_line_machine *machine)
{
    size_t i = machine->next;

    for (; i < machine->count && machine->addresses[i] < machine->address; i++) {
        if (machine->rows[i].file == JP_DWARF_NO_ROW) {
            machine->rows[i] = machine->last;
            machine->left--;
        }
    }
    machine->next = i;
    machine->wanted = i < machine->count ? machine->addresses[i] : UINT64_MAX;
}

void jp_dwarf_line_meet_row(struct jp_dwarf_line_machine *machine)
{
    if (!machine->has_last || machine->address < machine->last_address) {
        enter(machine);
        machine->has_last = true;
    } else if (machine->address > machine->wanted) {
        give_last_row(machine);
    }
}

static void emit_row(struct jp_dwarf_line_machine *machine)
{
    machine->row_count++;
    jp_dwarf_line_meet_row(machine);
    machine->last = machine->row;
    machine->last_address = machine->address;
}

static void end_sequence(struct jp_dwarf_line_machine *machine)
{
    machine->row_count++;
    machine->has_ended = true;
    if (machine->has_last && machine->address > machine->wanted)
        give_last_row(machine);
    reset(machine);
}

static inline void advance(struct jp_dwarf_line_machine *machine, uint64_t operations)
{
    const struct jp_dwarf_lines *const lines = machine->lines;

    if (lines->operations == 1) {
        machine->address += operations * lines->instruction_bytes;
        return;
    }
    const uint64_t sum = machine->operation + operations;
    machine->address += sum / lines->operations * lines->instruction_bytes;
    machine->operation = sum % lines->operations;
}

static void run_extended(struct jp_dwarf_line_machine *machine)
{
    struct jp_dwarf_cursor *const cursor = &machine->cursor;
    const uint64_t bytes = jp_dwarf_uleb(cursor);
    struct jp_dwarf_cursor inner = *cursor;

    if (!jp_dwarf_skip(cursor, bytes) || bytes == 0)
        return;
    inner.end = cursor->at;
    switch (jp_dwarf_u8(&inner)) {
    case DW_LNE_end_sequence:
        end_sequence(machine);
        break;
    case DW_LNE_set_address:
        machine->address = jp_dwarf_sized(&inner, (unsigned)(bytes - 1));
        machine->operation = 0;
        break;
    default: /* DW_LNE_define_file is not made by any compiler of this century */
        break;
    }
}

static void skip_operands(struct jp_dwarf_line_machine *machine, uint8_t opcode)
{
    for (unsigned i = machine->lines->operand_counts[opcode]; i; i--)
        jp_dwarf_uleb(&machine->cursor);
}

static void run_standard(struct jp_dwarf_line_machine *machine, uint8_t opcode)
{
    struct jp_dwarf_cursor *const cursor = &machine->cursor;

    switch (opcode) {
    case DW_LNS_extended:
        run_extended(machine);
        break;
    case DW_LNS_copy:
        emit_row(machine);
        break;
    case DW_LNS_advance_pc:
        advance(machine, jp_dwarf_uleb(cursor));
        break;
    case DW_LNS_advance_line:
        machine->row.line += (uint32_t)jp_dwarf_sleb(cursor);
        break;
    case DW_LNS_set_file:
        machine->row.file = (uint32_t)jp_dwarf_uleb(cursor);
        if (machine->row.file == JP_DWARF_NO_ROW)
            machine->row.file = 0;
        break;
    case DW_LNS_set_column:
        machine->row.column = (uint32_t)jp_dwarf_uleb(cursor);
        break;
    case DW_LNS_const_add_pc:
        advance(machine, machine->lines->advances[255]);
        break;
    case DW_LNS_fixed_advance_pc:
        machine->address += jp_dwarf_u16(cursor);
        machine->operation = 0;
        break;
    default:
        skip_operands(machine, opcode);
        break;
    }
}

static void run_opcode(struct jp_dwarf_line_machine *machine)
{
    const struct jp_dwarf_lines *const lines = machine->lines;
    const uint8_t opcode = *machine->cursor.at++;

    if (opcode >= lines->opcode_base) {
        advance(machine, lines->advances[opcode]);
        machine->row.line += (uint32_t)lines->steps[opcode];
        emit_row(machine);
    } else {
        run_standard(machine, opcode);
    }
}

uint64_t jp_dwarf_line_run(struct jp_dwarf_line_machine *machine, bool is_one)
{
    const bool is_common = jp_dwarf_line_is_common(machine->lines);

    for (size_t i = 0; i < machine->count; i++)
        machine->left += machine->rows[i].file == JP_DWARF_NO_ROW;
    reset(machine);
    while (machine->left && machine->cursor.at < machine->cursor.end) {
        if (is_common)
            jp_dwarf_line_run_common(machine);
        if (machine->cursor.at < machine->cursor.end)
            run_opcode(machine);
        if (is_one && machine->has_ended)
            break;
    }
    return machine->row_count;
}

uint64_t jp_dwarf_lines_run(const struct jp_dwarf_lines *lines, const uint64_t *addresses,
                            size_t count, uint64_t code_start, uint64_t code_end,
                            struct jp_dwarf_row *rows)
{
    struct jp_dwarf_line_machine machine =
        jp_dwarf_line_machine_of(lines, addresses, count, code_start, code_end, rows);

    return jp_dwarf_line_run(&machine, false);
}
