/* SPDX-License-Identifier: BSD-2-Clause */
/* DWARF 5, 6.1.2: one table per unit, of pairs of an address and a length. */
#include "config.h"

#include "jp_dwarf_reach.h"

#include "jp_dwarf_cursor.h"

#include <stdlib.h>

struct reach {
    const struct jp_dwarf_request *request;
    uint64_t *first_unit; /* per address: the lowest offset of a unit that holds it */
    size_t found_count;
    uint64_t budget; /* of hits, which damaged tables may repeat without end */
};

static void add_range(struct reach *reach, uint64_t unit, uint64_t start, uint64_t bytes)
{
    const uint64_t *const addresses = reach->request->addresses;
    size_t low = 0;
    size_t high = reach->request->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (addresses[middle] < start)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i < reach->request->count && addresses[i] - start < bytes; i++) {
        if (reach->budget == 0)
            return;
        reach->budget--;
        if (reach->first_unit[i] == UINT64_MAX)
            reach->found_count++;
        if (unit < reach->first_unit[i])
            reach->first_unit[i] = unit;
    }
}

/* One table; false when its form is unknown. */
static bool read_table(struct reach *reach, struct jp_dwarf_cursor *table,
                       const unsigned char *start, uint8_t offset_bytes)
{
    const uint16_t version = jp_dwarf_u16(table);
    const uint64_t unit = jp_dwarf_sized(table, offset_bytes);
    const uint8_t address_bytes = jp_dwarf_u8(table);
    const uint8_t selector_bytes = jp_dwarf_u8(table);

    if (table->is_bad || version != 2 || selector_bytes != 0 ||
        (address_bytes != 4 && address_bytes != 8))
        return false;
    const size_t pair_bytes = 2 * (size_t)address_bytes;
    const size_t behind = (size_t)(table->at - start) % pair_bytes;
    jp_dwarf_skip(table, behind ? pair_bytes - behind : 0);
    while (jp_dwarf_left(table) >= pair_bytes) {
        const uint64_t address = jp_dwarf_sized(table, address_bytes);
        const uint64_t bytes = jp_dwarf_sized(table, address_bytes);
        add_range(reach, unit, address, bytes);
    }
    return reach->budget != 0;
}

static bool read_tables(struct reach *reach, struct jp_dwarf_cursor cursor)
{
    while (jp_dwarf_left(&cursor)) {
        const unsigned char *const start = cursor.at;
        struct jp_dwarf_cursor table = cursor;
        uint8_t offset_bytes;
        if (!jp_dwarf_unit_length(&table, &offset_bytes))
            return false;
        cursor.at = table.end;
        if (!read_table(reach, &table, start, offset_bytes))
            return false;
    }
    return true;
}

bool jp_dwarf_reach(const struct jp_dwarf_request *request, uint64_t *last_unit)
{
    const struct jp_span section = jp_object_section(request->object, ".debug_aranges", NULL);
    struct reach reach = {
        .request = request,
        .first_unit = jp_mem_resize(NULL, request->count, sizeof *reach.first_unit),
        .budget = (1 << 20) + 64 * (uint64_t)section.len,
    };

    for (size_t i = 0; i < request->count; i++)
        reach.first_unit[i] = UINT64_MAX;
    const bool is_known =
        section.len &&
        read_tables(&reach,
                    jp_dwarf_cursor_at(section, 0, jp_object_is_swapped(request->object))) &&
        reach.found_count == request->count;
    *last_unit = 0;
    for (size_t i = 0; is_known && i < request->count; i++) {
        if (reach.first_unit[i] > *last_unit)
            *last_unit = reach.first_unit[i];
    }
    free(reach.first_unit);
    return is_known;
}
