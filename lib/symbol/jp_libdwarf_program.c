/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two facts about each row of a line program that libdwarf gets wrong:
 *
 * A. The file register starts at 1 (DWARF 5, section 6.2.2); libdwarf before 0.5 starts it at 0 in
 *    version 5 tables. As 0 is also a valid file there, a row with file 0 is doubtful.
 * B. A special opcode copies the flag "epilogue begins" to the flag "sequence ends" (all versions
 *    up to 2.3), so a row with both is doubtful.
 */
#include "config.h"

#include "jp_libdwarf_lines.h"

#include <string.h>

struct cursor {
    struct jp_span bytes;
    size_t at;
    bool is_big_endian;
    bool is_damaged;
};

static uint64_t take(struct cursor *cursor, unsigned size)
{
    uint64_t value = 0;

    if (size > cursor->bytes.len - cursor->at) {
        cursor->is_damaged = true;
        return 0;
    }
    for (unsigned i = 0; i < size; i++) {
        const unsigned from = cursor->is_big_endian ? i : size - 1 - i;
        value = value << 8 | (uint8_t)cursor->bytes.ptr[cursor->at + from];
    }
    cursor->at += size;
    return value;
}

static uint64_t take_uleb(struct cursor *cursor)
{
    uint64_t value = 0;

    for (unsigned shift = 0; cursor->at < cursor->bytes.len; shift += 7) {
        const uint8_t byte = (uint8_t)cursor->bytes.ptr[cursor->at++];
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return value;
    }
    cursor->is_damaged = true;
    return 0;
}

static void skip(struct cursor *cursor, uint64_t count)
{
    if (count > cursor->bytes.len - cursor->at)
        cursor->is_damaged = true;
    else
        cursor->at += count;
}

struct header {
    uint8_t opcode_base;
    uint8_t operand_counts[256]; /* by standard opcode */
};

/* Leaves the cursor on the program and cuts its bytes at the end of the table. */
static bool read_header(struct cursor *cursor, struct header *header)
{
    uint64_t length = take(cursor, 4);
    const unsigned offset_size = length == 0xffffffff ? 8 : 4;

    if (offset_size == 8)
        length = take(cursor, 8);
    if (cursor->is_damaged || length > cursor->bytes.len - cursor->at)
        return false;
    cursor->bytes.len = cursor->at + length;
    const uint64_t version = take(cursor, 2);
    if (version < 2 || version > 5)
        return false;
    if (version >= 5)
        skip(cursor, 2); /* sizes of addresses and selectors */
    const uint64_t header_length = take(cursor, offset_size);
    const size_t header_start = cursor->at;
    skip(cursor, version >= 4 ? 5 : 4); /* up to line_range */
    header->opcode_base = (uint8_t)take(cursor, 1);
    for (unsigned i = 1; i < header->opcode_base; i++)
        header->operand_counts[i] = (uint8_t)take(cursor, 1);
    if (cursor->is_damaged || header_length > cursor->bytes.len - header_start)
        return false;
    cursor->at = header_start + header_length;
    return true;
}

bool jp_libdwarf_program_read(struct jp_span section, uint64_t offset, bool is_big_endian,
                              struct jp_row_facts *facts)
{
    struct cursor cursor = {.bytes = section, .at = offset, .is_big_endian = is_big_endian};
    struct header header = {0};
    uint8_t first_file = JP_ROW_HAS_FIRST_FILE;

    facts->list.count = 0;
    if (offset > section.len || !read_header(&cursor, &header))
        return false;
    while (cursor.at < cursor.bytes.len && !cursor.is_damaged) {
        const uint8_t opcode = (uint8_t)take(&cursor, 1);
        if (opcode >= header.opcode_base || opcode == DW_LNS_copy) {
            jp_vec_push(&facts->list, first_file);
        } else if (opcode == 0) {
            const uint64_t size = take_uleb(&cursor);
            const size_t start = cursor.at;
            if (size > 0 && take(&cursor, 1) == DW_LNE_end_sequence) {
                jp_vec_push(&facts->list, first_file | JP_ROW_ENDS_SEQUENCE);
                first_file = JP_ROW_HAS_FIRST_FILE;
            }
            cursor.at = start;
            skip(&cursor, size);
        } else if (opcode == DW_LNS_fixed_advance_pc) {
            skip(&cursor, 2);
        } else {
            first_file = opcode == DW_LNS_set_file ? 0 : first_file;
            for (unsigned i = 0; i < header.operand_counts[opcode]; i++)
                take_uleb(&cursor);
        }
    }
    return !cursor.is_damaged;
}
