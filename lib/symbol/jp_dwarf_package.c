/* SPDX-License-Identifier: BSD-2-Clause */
/* The unit index of .dwp packages (DWARF 5, 7.3.5; version 2: the GNU form in front of it). */
#include "config.h"

#include "jp_dwarf_split.h"

enum { HEADER_BYTES = 16, SLOT_BYTES = 12, NUMBER_BYTES = 4 };

bool jp_dwarf_package_index_read(struct jp_dwarf_package_index *index, struct jp_span section,
                                 bool is_swapped)
{
    struct jp_dwarf_cursor cursor = jp_dwarf_cursor_at(section, 0, is_swapped);
    const uint32_t first = jp_dwarf_u32(&cursor);

    *index = (struct jp_dwarf_package_index){.section = section, .is_swapped = is_swapped};
    /* Version 2 fills four bytes, version 5 two, with two bytes of padding behind. */
    cursor = jp_dwarf_cursor_at(section, 0, is_swapped);
    const uint16_t version = first == 2 ? 2 : jp_dwarf_u16(&cursor);
    cursor = jp_dwarf_cursor_at(section, section.len < 4 ? section.len : 4, is_swapped);
    index->column_count = jp_dwarf_u32(&cursor);
    index->unit_count = jp_dwarf_u32(&cursor);
    index->slot_count = jp_dwarf_u32(&cursor);
    if (cursor.is_bad || (version != 2 && version != 5) || index->column_count > 16 ||
        (index->slot_count & (index->slot_count - 1)) != 0)
        return false;
    const uint64_t need =
        HEADER_BYTES + (uint64_t)index->slot_count * SLOT_BYTES +
        ((uint64_t)index->unit_count * 2 + 1) * index->column_count * NUMBER_BYTES;
    if (need > section.len)
        return false;
    index->version = version;
    return true;
}

static uint64_t number_at(const struct jp_dwarf_package_index *index, uint64_t offset,
                          unsigned bytes)
{
    struct jp_dwarf_cursor cursor = jp_dwarf_cursor_at(index->section, offset, index->is_swapped);

    return jp_dwarf_sized(&cursor, bytes);
}

bool jp_dwarf_package_index_find(const struct jp_dwarf_package_index *index, uint64_t dwo_id,
                                 uint32_t *row)
{
    const uint64_t mask = (uint64_t)index->slot_count - 1;
    const uint64_t step = ((dwo_id >> 32) & mask) | 1;
    uint64_t slot = dwo_id & mask;

    if (index->version == 0)
        return false;
    for (uint32_t tries = 0; tries < index->slot_count; tries++) {
        const uint64_t rows = HEADER_BYTES + (uint64_t)index->slot_count * 8;
        const uint64_t number = number_at(index, rows + slot * 4, 4);
        if (number == 0)
            return false;
        if (number_at(index, HEADER_BYTES + slot * 8, 8) == dwo_id) {
            *row = (uint32_t)number - 1;
            return *row < index->unit_count;
        }
        slot = (slot + step) & mask;
    }
    return false;
}

uint64_t jp_dwarf_package_index_start(const struct jp_dwarf_package_index *index, uint32_t row,
                                      uint32_t section)
{
    const uint64_t columns = HEADER_BYTES + (uint64_t)index->slot_count * SLOT_BYTES;

    for (uint32_t i = 0; i < index->column_count; i++) {
        if (number_at(index, columns + (uint64_t)i * NUMBER_BYTES, NUMBER_BYTES) == section) {
            const uint64_t cell = (uint64_t)(row + 1) * index->column_count + i;
            return number_at(index, columns + cell * NUMBER_BYTES, NUMBER_BYTES);
        }
    }
    return 0;
}
