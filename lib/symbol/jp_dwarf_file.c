/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_const.h"
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

/*
 * Load a section of units or line programs as far as the one at OFFSET reaches; each begins with
 * its length (DWARF 5, 7.4). LIKELY_END is where it ends if known, else 0. True when the rest of
 * the section is still packed.
 */
static bool load_through(struct jp_dwarf_file *file, enum jp_dwarf_section id, uint64_t offset,
                         uint64_t likely_end)
{
    enum { LENGTH_BYTES = 12, LENGTH_IS_64BIT = 0xfffffff0 };
    const char *const name = SECTION_NAMES[id];
    uint64_t end;

    if (__builtin_add_overflow(offset, LENGTH_BYTES, &end))
        end = UINT64_MAX;
    if (end < likely_end)
        end = likely_end;
    file->sections[id] = jp_object_section_start(file->object, name, end);
    if (file->sections[id].len != end)
        return false;
    struct jp_dwarf_cursor cursor = jp_dwarf_file_cursor(file, id, offset);
    uint64_t bytes = jp_dwarf_u32(&cursor);
    if (bytes >= LENGTH_IS_64BIT)
        bytes = jp_dwarf_u64(&cursor);
    if (__builtin_add_overflow(end - jp_dwarf_left(&cursor), bytes, &end))
        end = UINT64_MAX;
    file->sections[id] = jp_object_section_start(file->object, name, end);
    return file->sections[id].len == end;
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

static void set_up(struct jp_dwarf_file *file, struct jp_object *object, bool is_split)
{
    *file = (struct jp_dwarf_file){
        .object = object,
        .is_swapped = jp_object_is_swapped(object),
        .is_split = is_split,
    };
    for (int i = 0; i < JP_DWARF_SECTION_COUNT; i++)
        file->sections[i] = JP_SPAN("");
}

/*
 * With the start of .debug_info goes the start of .debug_abbrev: compilers and linkers put the
 * tables in the order of the units. A table that is longer than what is loaded behind its beginning
 * is as good as a damaged one, see jp_dwarf_tables.has_damaged.
 */
static void load_abbrevs(struct jp_dwarf_file *file)
{
    enum { TABLE_BYTES = 16 << 10 };
    uint64_t last = 0;

    for (size_t i = 0; i < file->units.count; i++) {
        if (file->units.data[i].abbrev_offset > last)
            last = file->units.data[i].abbrev_offset;
    }
    if (file->is_start && last <= UINT64_MAX - TABLE_BYTES)
        file->sections[JP_DWARF_ABBREV] = jp_object_section_start(
            file->object, SECTION_NAMES[JP_DWARF_ABBREV], last + TABLE_BYTES);
    else
        load(file, JP_DWARF_ABBREV, NULL);
}

static bool read_loaded(struct jp_dwarf_file *file, struct jp_error *error)
{
    if (file->sections[JP_DWARF_INFO].len == 0)
        return jp_error_set(error, JP_EXIT_INPUT, jp_object_path(file->object), 0,
                            "has no debug information (section .debug_info)");
    if (file->units.count == 0) {
        file->units_refused = 0;
        read_units(file);
    }
    load_abbrevs(file);
    for (int i = JP_DWARF_ABBREV + 1; i < JP_DWARF_STR; i++)
        load(file, i, NULL);
    return true;
}

static bool holds_code(const struct jp_dwarf_file *file)
{
    for (size_t i = 0; i < file->units.count; i++) {
        if (file->units.data[i].type != DW_UT_type && file->units.data[i].type != DW_UT_split_type)
            return true;
    }
    return false;
}

/* With -fdebug-types-section gcc puts each type unit of a .dwo file into a section of its own, in
 * front of the one that is wanted. */
static void find_split_info(struct jp_dwarf_file *file)
{
    struct jp_span section;
    size_t at = 0;

    while ((section = jp_object_section_next(file->object, ".debug_info.dwo", &at)).len) {
        file->sections[JP_DWARF_INFO] = section;
        file->units.count = 0;
        file->units_refused = 0;
        read_units(file);
        if (holds_code(file))
            return;
    }
}

bool jp_dwarf_file_init(struct jp_dwarf_file *file, struct jp_object *object, bool is_split,
                        struct jp_error *error)
{
    set_up(file, object, is_split);
    if (is_split)
        find_split_info(file);
    else
        load(file, JP_DWARF_INFO, error);
    return read_loaded(file, error);
}

bool jp_dwarf_file_init_start(struct jp_dwarf_file *file, struct jp_object *object,
                              uint64_t last_unit, uint64_t next_unit, struct jp_error *error)
{
    set_up(file, object, false);
    file->is_start = load_through(file, JP_DWARF_INFO, last_unit, next_unit);
    if (!file->is_start)
        load(file, JP_DWARF_INFO, error);
    return read_loaded(file, error);
}

void jp_dwarf_file_load_strings(struct jp_dwarf_file *file)
{
    load(file, JP_DWARF_STR, NULL);
    load(file, JP_DWARF_LINE_STR, NULL);
}

void jp_dwarf_file_load_lines(struct jp_dwarf_file *file, const struct jp_dwarf_unit *unit)
{
    const struct jp_span loaded = file->sections[JP_DWARF_LINE];

    if (unit->stmt_list.form && unit->stmt_list.number >= loaded.len)
        load_through(file, JP_DWARF_LINE, unit->stmt_list.number, 0);
    if (file->sections[JP_DWARF_LINE].len < loaded.len)
        file->sections[JP_DWARF_LINE] = loaded;
}

void jp_dwarf_file_load_texts(struct jp_dwarf_file *file)
{
    jp_dwarf_file_load_strings(file);
    load(file, JP_DWARF_LINE, NULL);
}

void jp_dwarf_file_release(struct jp_dwarf_file *file)
{
    jp_vec_release(&file->units);
}

/* The first unit that ends behind OFFSET, or the number of units. */
static size_t unit_index(const struct jp_dwarf_file *file, uint64_t offset)
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
    return low;
}

const struct jp_dwarf_unit *jp_dwarf_file_unit(const struct jp_dwarf_file *file, uint64_t offset)
{
    const size_t i = unit_index(file, offset);

    return i < file->units.count && offset >= file->units.data[i].root ? &file->units.data[i]
                                                                       : NULL;
}

struct jp_dwarf_unit *jp_dwarf_file_unit_at(struct jp_dwarf_file *file, uint64_t offset)
{
    const size_t i = unit_index(file, offset);

    return i < file->units.count && offset == file->units.data[i].offset ? &file->units.data[i]
                                                                         : NULL;
}
