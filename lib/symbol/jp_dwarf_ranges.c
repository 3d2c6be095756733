/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_ranges.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_form.h"

static void begin_pair(struct jp_dwarf_ranges *ranges, const struct jp_dwarf_code *code)
{
    if (!code->low.form || !code->high.form ||
        !jp_dwarf_address(ranges->unit, code->low, &ranges->start))
        return;
    if (jp_dwarf_is_address_form(code->high.form)) {
        if (!jp_dwarf_address(ranges->unit, code->high, &ranges->end))
            return;
    } else if (__builtin_add_overflow(ranges->start, code->high.number, &ranges->end)) {
        return;
    }
    ranges->is_pair = true;
    ranges->is_done = false;
}

static bool list_offset(const struct jp_dwarf_unit *unit, struct jp_dwarf_value value,
                        uint64_t *offset)
{
    if (value.form != DW_FORM_rnglistx) {
        /* The lists of a split unit are its own in DWARF 5 and the skeleton's before. */
        *offset = value.number;
        if (unit->file->is_split)
            *offset += unit->version >= 5 ? unit->rnglists_start : unit->ranges_base;
        return true;
    }
    struct jp_dwarf_cursor cursor =
        jp_dwarf_file_cursor(unit->file, JP_DWARF_RNGLISTS, unit->rnglists_base);

    if (value.number > jp_dwarf_left(&cursor))
        return false;
    jp_dwarf_skip(&cursor, value.number * unit->offset_bytes);
    *offset = unit->rnglists_base + jp_dwarf_sized(&cursor, unit->offset_bytes);
    return !cursor.is_bad;
}

void jp_dwarf_ranges_begin(struct jp_dwarf_ranges *ranges, const struct jp_dwarf_unit *unit,
                           const struct jp_dwarf_code *code)
{
    uint64_t offset;

    *ranges = (struct jp_dwarf_ranges){.unit = unit, .base = unit->low_pc, .is_done = true};
    if (!code->ranges.form) {
        begin_pair(ranges, code);
        return;
    }
    if (!list_offset(unit, code->ranges, &offset))
        return;
    ranges->cursor = jp_dwarf_file_cursor(
        unit->file, unit->version >= 5 ? JP_DWARF_RNGLISTS : JP_DWARF_RANGES, offset);
    ranges->is_done = ranges->cursor.is_bad;
}

/* One entry of .debug_ranges (DWARF 4, 2.17.3); false at the end. An empty range means "no range
 * here". */
static bool next_old(struct jp_dwarf_ranges *ranges, uint64_t *start, uint64_t *end)
{
    const unsigned bytes = ranges->unit->address_bytes;
    const uint64_t largest = bytes >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * bytes) - 1;
    const uint64_t first = jp_dwarf_sized(&ranges->cursor, bytes);
    const uint64_t second = jp_dwarf_sized(&ranges->cursor, bytes);

    *start = *end = 0;
    if (ranges->cursor.is_bad || (first == 0 && second == 0))
        return false;
    if (first == largest) {
        /* Base 0 is in use here: it makes the offsets that follow absolute. */
        ranges->base = second;
        ranges->is_dropped = second >= largest - 1;
        return true;
    }
    if (!ranges->is_dropped) {
        *start = ranges->base + first;
        *end = ranges->base + second;
    }
    return true;
}

static void set_base(struct jp_dwarf_ranges *ranges, uint64_t base)
{
    const unsigned bytes = ranges->unit->address_bytes;
    const uint64_t largest = bytes >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * bytes) - 1;

    ranges->base = base;
    ranges->is_dropped = base == 0 || base >= largest - 1;
}

/* One entry of .debug_rnglists (DWARF 5, 2.17.3 and 7.25). */
static bool next_new(struct jp_dwarf_ranges *ranges, uint64_t *start, uint64_t *end)
{
    const struct jp_dwarf_unit *const unit = ranges->unit;
    struct jp_dwarf_cursor *const cursor = &ranges->cursor;

    *start = *end = 0;
    switch (jp_dwarf_u8(cursor)) {
    case DW_RLE_base_addressx:
        if (!jp_dwarf_indexed_address(unit, jp_dwarf_uleb(cursor), start))
            return false;
        set_base(ranges, *start);
        *start = 0;
        break;
    case DW_RLE_startx_endx:
        return jp_dwarf_indexed_address(unit, jp_dwarf_uleb(cursor), start) &&
               jp_dwarf_indexed_address(unit, jp_dwarf_uleb(cursor), end);
    case DW_RLE_startx_length:
        if (!jp_dwarf_indexed_address(unit, jp_dwarf_uleb(cursor), start))
            return false;
        *end = *start + jp_dwarf_uleb(cursor);
        break;
    case DW_RLE_offset_pair:
        *start = ranges->base + jp_dwarf_uleb(cursor);
        *end = ranges->base + jp_dwarf_uleb(cursor);
        if (ranges->is_dropped)
            *start = *end = 0;
        break;
    case DW_RLE_base_address:
        set_base(ranges, jp_dwarf_sized(cursor, unit->address_bytes));
        break;
    case DW_RLE_start_end:
        *start = jp_dwarf_sized(cursor, unit->address_bytes);
        *end = jp_dwarf_sized(cursor, unit->address_bytes);
        break;
    case DW_RLE_start_length:
        *start = jp_dwarf_sized(cursor, unit->address_bytes);
        *end = *start + jp_dwarf_uleb(cursor);
        break;
    default:
        return false;
    }
    return !cursor->is_bad;
}

bool jp_dwarf_ranges_next(struct jp_dwarf_ranges *ranges, uint64_t *start, uint64_t *end)
{
    if (ranges->is_done)
        return false;
    if (ranges->is_pair) {
        *start = ranges->start;
        *end = ranges->end;
        ranges->is_done = true;
        return *start < *end;
    }
    ranges->is_done =
        ranges->unit->version >= 5 ? !next_new(ranges, start, end) : !next_old(ranges, start, end);
    return !ranges->is_done;
}

/*
 * Nearly all entries are pairs of small offsets. Such a pair at the cursor is read without asking
 * how many bytes each number has, which cannot be foreseen. False: it is something else.
 */
static inline bool next_short(struct jp_dwarf_ranges *ranges, uint64_t *start, uint64_t *end)
{
    struct jp_dwarf_cursor *const cursor = &ranges->cursor;
    const unsigned char *at = cursor->at;
    uint32_t first;
    uint32_t second;

    if (jp_dwarf_left(cursor) < 1 + 2 * JP_DWARF_SHORT_BYTES || at[0] != DW_RLE_offset_pair ||
        ranges->is_dropped)
        return false;
    at = jp_dwarf_short_uleb(at + 1, &first);
    at = at ? jp_dwarf_short_uleb(at, &second) : NULL;
    if (!at)
        return false;
    cursor->at = at;
    *start = ranges->base + first;
    *end = ranges->base + second;
    return true;
}

bool jp_dwarf_ranges_next_of(struct jp_dwarf_ranges *ranges, uint64_t first, uint64_t last,
                             uint64_t *left, uint64_t *start, uint64_t *end)
{
    const bool is_new = ranges->unit->version >= 5 && !ranges->is_pair && !ranges->is_done;

    while (*left) {
        if (!(is_new && next_short(ranges, start, end)) &&
            !jp_dwarf_ranges_next(ranges, start, end))
            return false;
        *left -= !ranges->is_pair;
        if (*end > first && *start <= last)
            return true;
    }
    return false;
}
