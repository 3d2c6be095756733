/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sequences of a line program that hold wanted addresses, found without running the others. A
 * compiler that gives each function a section of its own gives each a sequence, and most of them
 * hold none.
 *
 * A sequence does not tell where it ends, and the three bytes at its end may be parts of other
 * opcodes as well. What follows tells them apart: a sequence sets its address before it adds a row,
 * and nothing else does that. Where one is taken for another nevertheless, it does not hold what it
 * should, and the whole program is run.
 */
#include "config.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_line_machine.h"

#include "jp_addresses.h"

/* DW_LNS_extended, a length of one, DW_LNE_end_sequence. */
enum { END_BYTES = 3 };

static inline bool is_end(const unsigned char *at)
{
    return at[0] == DW_LNS_extended && at[1] == 1 && at[2] == DW_LNE_end_sequence;
}

/* Not 0 when a sequence ends at one of the first eight places, and seldom otherwise. */
static inline uint64_t ends_in_eight(const unsigned char *at)
{
    const uint64_t ones = 0x0101010101010101;
    uint64_t first, second, third;

    memcpy(&first, at, sizeof first);
    memcpy(&second, at + 1, sizeof second);
    memcpy(&third, at + 2, sizeof third);
    const uint64_t differs = first | (second ^ ones) | (third ^ ones);
    return (differs - ones) & ~differs & ones << 7;
}

/* Behind the next end of a sequence at or behind AT; NULL: there is none. */
static const unsigned char *next_end(const unsigned char *at, const unsigned char *end)
{
    enum { AT_ONCE = 16 };

    while (end - at >= END_BYTES) {
        const bool are_many = end - at >= AT_ONCE + END_BYTES - 1;
        if (are_many && (ends_in_eight(at) | ends_in_eight(at + AT_ONCE / 2)) == 0) {
            at += AT_ONCE;
            continue;
        }
        for (int left = are_many ? AT_ONCE : (int)(end - at) - (END_BYTES - 1); left; left--) {
            if (is_end(at++))
                return at + END_BYTES - 1;
        }
    }
    return NULL;
}

/* Take an extended opcode, whose first byte was read; false when it ends a sequence or is damaged.
 * *ADDRESS is set when it sets one. */
static bool read_extended(struct jp_dwarf_cursor *cursor, uint64_t *address, bool *is_set)
{
    const uint64_t bytes = jp_dwarf_uleb(cursor);
    struct jp_dwarf_cursor inner = *cursor;

    if (bytes == 0 || !jp_dwarf_skip(cursor, bytes))
        return false;
    inner.end = cursor->at;
    const uint8_t opcode = jp_dwarf_u8(&inner);
    *is_set = opcode == DW_LNE_set_address;
    if (*is_set)
        *address = jp_dwarf_sized(&inner, (unsigned)(bytes - 1));
    return opcode != DW_LNE_end_sequence && !inner.is_bad;
}

/* Does a sequence begin at AT, and at which address? */
static bool begins(const struct jp_dwarf_lines *lines, const unsigned char *at, uint64_t *address)
{
    enum { OPCODES_MAX = 8 }; /* in front of the address: files, columns and the like */
    struct jp_dwarf_cursor cursor = lines->program;
    bool is_set = false;

    cursor.at = at;
    for (int i = 0; i < OPCODES_MAX && !is_set && !cursor.is_bad; i++) {
        const uint8_t opcode = jp_dwarf_u8(&cursor);
        if (opcode >= lines->opcode_base)
            return false;
        switch (opcode) {
        case DW_LNS_extended:
            if (!read_extended(&cursor, address, &is_set))
                return false;
            break;
        case DW_LNS_copy:
        case DW_LNS_advance_pc:
        case DW_LNS_const_add_pc:
        case DW_LNS_fixed_advance_pc:
            return false;
        default:
            for (unsigned left = lines->operand_counts[opcode]; left; left--)
                jp_dwarf_uleb(&cursor);
            break;
        }
    }
    return is_set && !cursor.is_bad;
}

/* The sequence that begins last of those that begin at or in front of an address. */
struct candidate {
    uint64_t address;
    const unsigned char *at; /* NULL: there is none */
};

/* Give it to the first address that it may hold. Of two at one place the first one stays. */
static void offer(struct candidate *candidates, const uint64_t *addresses, size_t count,
                  struct candidate sequence)
{
    const size_t i = jp_addresses_first(addresses, count, sequence.address);

    if (i < count && (!candidates[i].at || candidates[i].address < sequence.address))
        candidates[i] = sequence;
}

static void find_candidates(const struct jp_dwarf_line_machine *machine,
                            struct candidate *candidates)
{
    const struct jp_dwarf_cursor *const program = &machine->lines->program;
    struct candidate sequence = {.at = program->at};

    for (; sequence.at; sequence.at = next_end(sequence.at, program->end)) {
        if (begins(machine->lines, sequence.at, &sequence.address) &&
            sequence.address >= machine->code_start && sequence.address < machine->code_end)
            offer(candidates, machine->addresses, machine->count, sequence);
    }
    /* What an address has not been offered is behind what those in front of it have. */
    for (size_t i = 1; i < machine->count; i++) {
        if (!candidates[i].at)
            candidates[i] = candidates[i - 1];
    }
}

/* Run the candidates, one for a stretch of addresses each. */
static uint64_t run_candidates(const struct jp_dwarf_line_machine *machine,
                               const struct candidate *candidates)
{
    /* They do not overlap; those of a damaged program may, and then it is run as a whole. */
    size_t left = jp_dwarf_left(&machine->lines->program);
    uint64_t row_count = 0;
    size_t last;

    for (size_t first = 0; first < machine->count; first = last) {
        for (last = first + 1; last < machine->count; last++) {
            if (candidates[last].at != candidates[first].at)
                break;
        }
        if (!candidates[first].at)
            continue;
        struct jp_dwarf_line_machine one = *machine;
        one.addresses += first;
        one.rows += first;
        one.count = last - first;
        one.cursor.at = candidates[first].at;
        row_count += jp_dwarf_line_run(&one, true);
        const size_t bytes = (size_t)(one.cursor.at - candidates[first].at);
        if (bytes > left)
            break;
        left -= bytes;
    }
    return row_count;
}

uint64_t jp_dwarf_lines_find(const struct jp_dwarf_lines *lines, const uint64_t *addresses,
                             size_t count, uint64_t code_start, uint64_t code_end,
                             struct jp_dwarf_row *rows)
{
    struct candidate *const candidates = jp_mem_zeroed(count, sizeof *candidates);
    struct jp_dwarf_line_machine machine =
        jp_dwarf_line_machine_of(lines, addresses, count, code_start, code_end, rows);

    find_candidates(&machine, candidates);
    const uint64_t row_count = run_candidates(&machine, candidates);
    free(candidates);
    return row_count + jp_dwarf_line_run(&machine, false);
}
