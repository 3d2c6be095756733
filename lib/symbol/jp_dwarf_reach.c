/* SPDX-License-Identifier: BSD-2-Clause */
/* DWARF 5, 6.1.2: one table per unit, of pairs of an address and a length. */
#include "config.h"

#include "jp_dwarf_reach.h"

#include "jp_addresses.h"
#include "jp_dwarf_const.h"

#include <stdlib.h>

struct reading {
    const struct jp_dwarf_request *request;
    struct jp_dwarf_reach *reach;
    size_t found_count;
    uint64_t budget; /* of hits, which damaged tables may repeat without end */
};

static void add_range(struct reading *reading, uint64_t unit, uint64_t start, uint64_t bytes)
{
    const uint64_t *const addresses = reading->request->addresses;
    const size_t count = reading->request->count;
    const size_t first = jp_addresses_first(addresses, count, start);

    for (size_t i = first; i < count && addresses[i] - start < bytes; i++) {
        if (reading->budget == 0)
            return;
        reading->budget--;
        if (reading->reach->units[i] == JP_DWARF_NO_UNIT)
            reading->found_count++;
        if (unit < reading->reach->units[i])
            reading->reach->units[i] = unit;
    }
}

/* One table; false when its form is unknown. */
static bool read_table(struct reading *reading, struct jp_dwarf_cursor *table,
                       const unsigned char *start, uint8_t offset_bytes)
{
    const uint16_t version = jp_dwarf_u16(table);
    const uint64_t unit = jp_dwarf_sized(table, offset_bytes);
    const uint8_t address_bytes = jp_dwarf_u8(table);
    const uint8_t selector_bytes = jp_dwarf_u8(table);

    if (table->is_bad || version != 2 || selector_bytes != 0 ||
        (address_bytes != 4 && address_bytes != 8))
        return false;
    jp_vec_push(&reading->reach->tables, unit);
    const size_t pair_bytes = 2 * (size_t)address_bytes;
    const size_t behind = (size_t)(table->at - start) % pair_bytes;
    jp_dwarf_skip(table, behind ? pair_bytes - behind : 0);
    while (jp_dwarf_left(table) >= pair_bytes) {
        const uint64_t address = jp_dwarf_sized(table, address_bytes);
        const uint64_t bytes = jp_dwarf_sized(table, address_bytes);
        add_range(reading, unit, address, bytes);
    }
    return reading->budget != 0;
}

static bool read_tables(struct reading *reading, struct jp_dwarf_cursor cursor)
{
    while (jp_dwarf_left(&cursor)) {
        const unsigned char *const start = cursor.at;
        struct jp_dwarf_cursor table = cursor;
        uint8_t offset_bytes;
        if (!jp_dwarf_unit_length(&table, &offset_bytes))
            return false;
        cursor.at = table.end;
        if (!read_table(reading, &table, start, offset_bytes))
            return false;
    }
    return true;
}

static int compare_offsets(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left;
    const uint64_t b = *(const uint64_t *)right;

    return a < b ? -1 : a > b;
}

/* Are they in order, each at least LEAST more than the one before? */
static bool is_ascending(const struct jp_dwarf_reach *reach, uint64_t least)
{
    for (size_t i = 1; i < reach->tables.count; i++) {
        if (reach->tables.data[i] < reach->tables.data[i - 1] ||
            reach->tables.data[i] - reach->tables.data[i - 1] < least)
            return false;
    }
    return true;
}

bool jp_dwarf_reach_init(struct jp_dwarf_reach *reach, const struct jp_dwarf_request *request)
{
    const struct jp_span section = jp_object_section(request->object, ".debug_aranges", NULL);
    struct reading reading = {
        .request = request,
        .reach = reach,
        .budget = (1 << 20) + 64 * (uint64_t)section.len,
    };

    *reach = (struct jp_dwarf_reach){0};
    if (section.len == 0)
        return false;
    reach->units = jp_mem_resize(NULL, request->count, sizeof *reach->units);
    for (size_t i = 0; i < request->count; i++)
        reach->units[i] = JP_DWARF_NO_UNIT;
    if (!read_tables(&reading,
                     jp_dwarf_cursor_at(section, 0, jp_object_is_swapped(request->object))))
        return false;
    reach->has_all = reading.found_count == request->count;
    for (size_t i = 0; i < request->count; i++) {
        if (reach->units[i] != JP_DWARF_NO_UNIT && reach->units[i] > reach->last_unit)
            reach->last_unit = reach->units[i];
    }
    if (!is_ascending(reach, 0))
        qsort(reach->tables.data, reach->tables.count, sizeof *reach->tables.data, compare_offsets);
    reach->is_distinct = is_ascending(reach, 1);
    for (size_t i = reach->tables.count; i > 0 && reach->tables.data[i - 1] > reach->last_unit; i--)
        reach->next_unit = reach->tables.data[i - 1];
    return true;
}

void jp_dwarf_reach_release(struct jp_dwarf_reach *reach)
{
    free(reach->units);
    jp_vec_release(&reach->tables);
}

static bool can_hold_code(const struct jp_dwarf_unit *unit)
{
    return unit->type == DW_UT_compile || unit->type == DW_UT_skeleton;
}

bool jp_dwarf_reach_is_whole(const struct jp_dwarf_reach *reach, const struct jp_dwarf_file *file)
{
    size_t next = 0;

    for (size_t i = 0; i < file->units.count; i++) {
        const struct jp_dwarf_unit *const unit = &file->units.data[i];
        if (!can_hold_code(unit))
            continue;
        while (next < reach->tables.count && reach->tables.data[next] < unit->offset)
            next++;
        if (next == reach->tables.count || reach->tables.data[next] != unit->offset)
            return false;
    }
    return file->units_refused == 0;
}
