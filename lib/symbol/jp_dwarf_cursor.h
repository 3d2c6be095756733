/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A cursor reads the numbers of DWARF from a stretch of bytes. A read beyond the end gives 0, moves
 * the cursor to the end and sets is_bad, so that a caller may check once for several reads.
 *
 * In the header because a DIE is read in about twenty nanoseconds: calls would double that.
 */
#ifndef JP_DWARF_CURSOR_H
#define JP_DWARF_CURSOR_H

#include "jp_span.h"

#include <string.h>

struct jp_dwarf_cursor {
    const unsigned char *at;
    const unsigned char *end;
    bool is_swapped; /* the bytes have not the order of this machine */
    bool is_bad;
};

/* The bytes of SECTION from OFFSET on; bad when OFFSET lies beyond it. */
static inline struct jp_dwarf_cursor jp_dwarf_cursor_at(struct jp_span section, uint64_t offset,
                                                        bool is_swapped)
{
    const unsigned char *const start = (const unsigned char *)section.ptr;
    const bool is_bad = offset > section.len;

    return (struct jp_dwarf_cursor){.at = start + (is_bad ? section.len : offset),
                                    .end = start + section.len,
                                    .is_swapped = is_swapped,
                                    .is_bad = is_bad};
}

static inline size_t jp_dwarf_left(const struct jp_dwarf_cursor *cursor)
{
    return (size_t)(cursor->end - cursor->at);
}

static inline void jp_dwarf_fail(struct jp_dwarf_cursor *cursor)
{
    cursor->at = cursor->end;
    cursor->is_bad = true;
}

static inline bool jp_dwarf_skip(struct jp_dwarf_cursor *cursor, uint64_t bytes)
{
    if (bytes > jp_dwarf_left(cursor)) {
        jp_dwarf_fail(cursor);
        return false;
    }
    cursor->at += bytes;
    return true;
}

static inline uint8_t jp_dwarf_u8(struct jp_dwarf_cursor *cursor)
{
    if (cursor->at == cursor->end) {
        cursor->is_bad = true;
        return 0;
    }
    return *cursor->at++;
}

static inline uint16_t jp_dwarf_u16(struct jp_dwarf_cursor *cursor)
{
    uint16_t value;

    if (jp_dwarf_left(cursor) < sizeof value) {
        jp_dwarf_fail(cursor);
        return 0;
    }
    memcpy(&value, cursor->at, sizeof value);
    cursor->at += sizeof value;
    return cursor->is_swapped ? __builtin_bswap16(value) : value;
}

static inline uint32_t jp_dwarf_u32(struct jp_dwarf_cursor *cursor)
{
    uint32_t value;

    if (jp_dwarf_left(cursor) < sizeof value) {
        jp_dwarf_fail(cursor);
        return 0;
    }
    memcpy(&value, cursor->at, sizeof value);
    cursor->at += sizeof value;
    return cursor->is_swapped ? __builtin_bswap32(value) : value;
}

static inline uint64_t jp_dwarf_u64(struct jp_dwarf_cursor *cursor)
{
    uint64_t value;

    if (jp_dwarf_left(cursor) < sizeof value) {
        jp_dwarf_fail(cursor);
        return 0;
    }
    memcpy(&value, cursor->at, sizeof value);
    cursor->at += sizeof value;
    return cursor->is_swapped ? __builtin_bswap64(value) : value;
}

/* Three bytes (DW_FORM_strx3, DW_FORM_addrx3). */
uint32_t jp_dwarf_u24(struct jp_dwarf_cursor *cursor);

/* The number continues behind its first byte FIRST, which is already read. */
uint64_t jp_dwarf_uleb_rest(struct jp_dwarf_cursor *cursor, uint8_t first);

/* Bits beyond 64 are dropped. */
static inline uint64_t jp_dwarf_uleb(struct jp_dwarf_cursor *cursor)
{
    const uint8_t first = jp_dwarf_u8(cursor);

    return first < 0x80 ? first : jp_dwarf_uleb_rest(cursor, first);
}

/*
 * A number of up to so many bytes at AT, as many of which must be there, without a branch that asks
 * how many it has; returns what is behind it, or NULL when it has more.
 */
enum { JP_DWARF_SHORT_BYTES = 4 };

static inline const unsigned char *jp_dwarf_short_uleb(const unsigned char *at, uint32_t *value)
{
    const uint32_t raw =
        at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    const uint32_t ends = ~raw & 0x80808080;
    const uint32_t own = raw & (ends ^ (ends - 1)); /* up to the first byte that ends a number */

    *value = (own & 0x7f) | (own >> 1 & 0x3f80) | (own >> 2 & 0x1fc000) | (own >> 3 & 0xfe00000);
    return ends ? at + __builtin_ctz(ends) / 8 + 1 : NULL;
}

int64_t jp_dwarf_sleb(struct jp_dwarf_cursor *cursor);

/* An unsigned number of 1, 2, 4 or 8 bytes; bad with any other size. */
uint64_t jp_dwarf_sized(struct jp_dwarf_cursor *cursor, unsigned bytes);

/* Up to the next NUL, which is skipped; bad when there is none. */
struct jp_span jp_dwarf_text(struct jp_dwarf_cursor *cursor);

/*
 * The length field that starts units, line programs and tables. *OFFSET_BYTES becomes 4 or 8 (the
 * 64-bit form of DWARF). The cursor's end is moved to the end that the length tells. False when
 * the length is reserved or reaches beyond the section.
 */
bool jp_dwarf_unit_length(struct jp_dwarf_cursor *cursor, uint8_t *offset_bytes);

#endif
