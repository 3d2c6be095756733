/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_cursor.h"

uint32_t jp_dwarf_u24(struct jp_dwarf_cursor *cursor)
{
    const uint32_t a = jp_dwarf_u8(cursor);
    const uint32_t b = jp_dwarf_u8(cursor);
    const uint32_t c = jp_dwarf_u8(cursor);
    const uint16_t one = 1;
    const bool is_little = (*(const unsigned char *)&one == 1) != cursor->is_swapped;

    return is_little ? a | b << 8 | c << 16 : a << 16 | b << 8 | c;
}

/* Groups of seven bits from bit *SHIFT on; returns the last byte. What is beyond 64 bits is lost.
 */
static uint8_t take_groups(struct jp_dwarf_cursor *cursor, uint64_t *value, unsigned *shift)
{
    uint8_t byte;

    do {
        byte = jp_dwarf_u8(cursor);
        if (*shift < 64) {
            *value |= (uint64_t)(byte & 0x7f) << *shift;
            *shift += 7;
        }
    } while (byte & 0x80);
    return byte;
}

uint64_t jp_dwarf_uleb_rest(struct jp_dwarf_cursor *cursor, uint8_t first)
{
    uint64_t value = first & 0x7f;
    unsigned shift = 7;

    take_groups(cursor, &value, &shift);
    return cursor->is_bad ? 0 : value;
}

int64_t jp_dwarf_sleb(struct jp_dwarf_cursor *cursor)
{
    uint64_t value = 0;
    unsigned shift = 0;
    const uint8_t byte = take_groups(cursor, &value, &shift);

    if (shift < 64 && (byte & 0x40))
        value |= ~(uint64_t)0 << shift;
    return cursor->is_bad ? 0 : (int64_t)value;
}

uint64_t jp_dwarf_sized(struct jp_dwarf_cursor *cursor, unsigned bytes)
{
    switch (bytes) {
    case 1:
        return jp_dwarf_u8(cursor);
    case 2:
        return jp_dwarf_u16(cursor);
    case 4:
        return jp_dwarf_u32(cursor);
    case 8:
        return jp_dwarf_u64(cursor);
    default:
        jp_dwarf_fail(cursor);
        return 0;
    }
}

struct jp_span jp_dwarf_text(struct jp_dwarf_cursor *cursor)
{
    const size_t left = jp_dwarf_left(cursor);
    const unsigned char *const nul = left ? memchr(cursor->at, 0, left) : NULL;

    if (!nul) {
        jp_dwarf_fail(cursor);
        return JP_SPAN("");
    }
    const struct jp_span text = {(const char *)cursor->at, (size_t)(nul - cursor->at)};
    cursor->at = nul + 1;
    return text;
}

bool jp_dwarf_unit_length(struct jp_dwarf_cursor *cursor, uint8_t *offset_bytes)
{
    uint64_t length = jp_dwarf_u32(cursor);

    *offset_bytes = 4;
    if (length == 0xffffffff) {
        *offset_bytes = 8;
        length = jp_dwarf_u64(cursor);
    } else if (length >= 0xfffffff0) {
        return false;
    }
    if (cursor->is_bad || length > jp_dwarf_left(cursor))
        return false;
    cursor->end = cursor->at + length;
    return true;
}
