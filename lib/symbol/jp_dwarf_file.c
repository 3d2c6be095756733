/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_unit.h"

#include <stdio.h>

static const char *const SECTION_NAMES[JP_DWARF_SECTION_COUNT] = {
    [JP_DWARF_INFO] = ".debug_info",         [JP_DWARF_ABBREV] = ".debug_abbrev",
    [JP_DWARF_ADDR] = ".debug_addr",         [JP_DWARF_RANGES] = ".debug_ranges",
    [JP_DWARF_RNGLISTS] = ".debug_rnglists", [JP_DWARF_STR_OFFSETS] = ".debug_str_offsets",
    [JP_DWARF_STR] = ".debug_str",           [JP_DWARF_LINE_STR] = ".debug_line_str",
    [JP_DWARF_LINE] = ".debug_line",
};

static void load(struct jp_dwarf_file *file, enum jp_dwarf_section id, struct jp_error *error)
{
    char name[32];

    snprintf(name, sizeof name, "%s%s", SECTION_NAMES[id], file->is_split ? ".dwo" : "");
    const struct jp_span section = jp_object_section(file->object, name, error);
    file->sections[id] = section.ptr ? section : JP_SPAN("");
}

static bool is_big_endian_machine(void)
{
    const uint16_t one = 1;

    return *(const unsigned char *)&one == 0;
}

static void read_units(struct jp_dwarf_file *file)
{
    uint64_t offset = 0;

    while (offset < file->sections[JP_DWARF_INFO].len) {
        struct jp_dwarf_unit unit;
        if (jp_dwarf_unit_read(&unit, file, offset))
            jp_vec_push(&file->units, unit);
        else
            file->units_refused++;
        if (unit.end <= offset)
            break;
        offset = unit.end;
    }
}

bool jp_dwarf_file_init(struct jp_dwarf_file *file, struct jp_object *object, bool is_split,
                        struct jp_error *error)
{
    *file = (struct jp_dwarf_file){
        .object = object,
        .is_swapped = jp_object_is_big_endian(object) != is_big_endian_machine(),
        .is_split = is_split,
    };
    for (int i = 0; i < JP_DWARF_SECTION_COUNT; i++)
        file->sections[i] = JP_SPAN("");
    load(file, JP_DWARF_INFO, error);
    if (file->sections[JP_DWARF_INFO].len == 0)
        return jp_error_set(error, JP_EXIT_INPUT, jp_object_path(object), 0,
                            "has no debug information (section .debug_info)");
    for (int i = JP_DWARF_ABBREV; i < JP_DWARF_STR; i++)
        load(file, i, NULL);
    read_units(file);
    return true;
}

void jp_dwarf_file_load_texts(struct jp_dwarf_file *file)
{
    for (int i = JP_DWARF_STR; i < JP_DWARF_SECTION_COUNT; i++)
        load(file, i, NULL);
}

void jp_dwarf_file_release(struct jp_dwarf_file *file)
{
    jp_vec_release(&file->units);
}

const struct jp_dwarf_unit *jp_dwarf_file_unit(const struct jp_dwarf_file *file, uint64_t offset)
{
    size_t low = 0;
    size_t high = file->units.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (file->units.data[middle].end <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == file->units.count || offset < file->units.data[low].root)
        return NULL;
    return &file->units.data[low];
}
