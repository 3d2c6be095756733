/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_unit.h"

#include "jp_dwarf_abbrev.h"
#include "jp_dwarf_const.h"
#include "jp_dwarf_form.h"

static bool is_known_size(uint8_t address_bytes)
{
    return address_bytes == 2 || address_bytes == 4 || address_bytes == 8;
}

/* The fields behind unit type, address size and abbreviation offset (DWARF 5, 7.5.1). */
static void read_type_fields(struct jp_dwarf_unit *unit, struct jp_dwarf_cursor *cursor)
{
    switch (unit->type) {
    case DW_UT_skeleton:
    case DW_UT_split_compile:
        unit->dwo_id = jp_dwarf_u64(cursor);
        break;
    case DW_UT_type:
    case DW_UT_split_type:
        jp_dwarf_skip(cursor, 8 + (uint64_t)unit->offset_bytes);
        break;
    default:
        break;
    }
}

bool jp_dwarf_unit_read(struct jp_dwarf_unit *unit, const struct jp_dwarf_file *file,
                        uint64_t offset)
{
    struct jp_dwarf_cursor cursor = jp_dwarf_file_cursor(file, JP_DWARF_INFO, offset);
    const unsigned char *const start = cursor.at;

    *unit = (struct jp_dwarf_unit){.file = file, .offset = offset, .type = DW_UT_compile};
    if (!jp_dwarf_unit_length(&cursor, &unit->offset_bytes))
        return false;
    unit->end = offset + (uint64_t)(cursor.end - start);
    /* Offsets inside of a unit are kept in 32 bits. */
    if (unit->end - offset > UINT32_MAX)
        return false;
    unit->version = jp_dwarf_u16(&cursor);
    if (unit->version < 2 || unit->version > 5)
        return false;
    if (unit->version >= 5) {
        unit->type = jp_dwarf_u8(&cursor);
        unit->address_bytes = jp_dwarf_u8(&cursor);
    }
    unit->abbrev_offset = jp_dwarf_sized(&cursor, unit->offset_bytes);
    if (unit->version < 5)
        unit->address_bytes = jp_dwarf_u8(&cursor);
    read_type_fields(unit, &cursor);
    unit->root = offset + (uint64_t)(cursor.at - start);
    return !cursor.is_bad && is_known_size(unit->address_bytes) && unit->type >= DW_UT_compile &&
           unit->type <= DW_UT_split_type;
}

struct jp_span jp_dwarf_unit_bytes(const struct jp_dwarf_unit *unit)
{
    return jp_span_slice(unit->file->sections[JP_DWARF_INFO], unit->offset, unit->end);
}

/* The first index of a split unit's own table lies behind the table's header (DWARF 5, 7.26-28);
 * a unit that is not split says where by an attribute. */
static void set_default_bases(struct jp_dwarf_unit *unit)
{
    const bool has_headers = unit->version >= 5 && unit->file->is_split;
    const bool is_wide = unit->offset_bytes == 8;

    unit->str_offsets_base = unit->str_offsets_start;
    unit->rnglists_base = unit->rnglists_start;
    if (has_headers) {
        unit->str_offsets_base += is_wide ? 16 : 8;
        unit->rnglists_base += is_wide ? 20 : 12;
    }
}

static void take_attribute(struct jp_dwarf_unit *unit, uint16_t name, struct jp_dwarf_value value)
{
    switch (name) {
    case DW_AT_low_pc:
        unit->code.low = value;
        break;
    case DW_AT_high_pc:
        unit->code.high = value;
        break;
    case DW_AT_ranges:
        unit->code.ranges = value;
        break;
    case DW_AT_name:
        unit->name = value;
        break;
    case DW_AT_comp_dir:
        unit->comp_dir = value;
        break;
    case DW_AT_stmt_list:
        unit->stmt_list = value;
        break;
    case DW_AT_dwo_name:
    case DW_AT_GNU_dwo_name:
        unit->dwo_name = value;
        break;
    case DW_AT_GNU_dwo_id:
        unit->dwo_id = value.number;
        break;
    case DW_AT_language:
        unit->language = (uint16_t)value.number;
        break;
    case DW_AT_str_offsets_base:
        unit->str_offsets_base = value.number;
        break;
    case DW_AT_addr_base:
    case DW_AT_GNU_addr_base:
        unit->addr_base = value.number;
        break;
    case DW_AT_rnglists_base:
        unit->rnglists_base = value.number;
        break;
    case DW_AT_GNU_ranges_base:
        unit->ranges_base = value.number;
        break;
    default:
        break;
    }
}

/* Place CURSOR at the attributes of the root's abbreviation, which are known where LIKE has it,
 * too.
 */
static bool find_abbrev(struct jp_dwarf_unit *unit, const struct jp_dwarf_unit *like,
                        struct jp_dwarf_cursor *cursor, uint16_t *tag)
{
    uint64_t offset = unit->abbrev_offset;
    const bool is_known = like && like->root_tag && like->file == unit->file &&
                          like->abbrev_offset == offset && like->root_code == unit->root_code;

    if (is_known)
        offset = like->root_attributes;
    *cursor = jp_dwarf_file_cursor(unit->file, JP_DWARF_ABBREV, offset);
    if (is_known) {
        *tag = like->root_tag;
        unit->has_children = like->has_children;
    } else if (!jp_dwarf_abbrev_seek(cursor, unit->root_code, tag, &unit->has_children)) {
        return false;
    }
    unit->root_attributes =
        (uint64_t)((const char *)cursor->at - unit->file->sections[JP_DWARF_ABBREV].ptr);
    return true;
}

bool jp_dwarf_unit_read_root(struct jp_dwarf_unit *unit)
{
    return jp_dwarf_unit_read_root_like(unit, NULL);
}

bool jp_dwarf_unit_read_root_like(struct jp_dwarf_unit *unit, const struct jp_dwarf_unit *like)
{
    struct jp_dwarf_cursor die = jp_dwarf_cursor_at(
        jp_dwarf_unit_bytes(unit), unit->root - unit->offset, unit->file->is_swapped);
    struct jp_dwarf_cursor abbrevs;
    uint16_t tag;

    unit->root_code = jp_dwarf_uleb(&die);
    set_default_bases(unit);
    if (!find_abbrev(unit, like, &abbrevs, &tag))
        return false;
    for (;;) {
        struct jp_dwarf_attribute attribute;
        int64_t implicit;
        struct jp_dwarf_value value;
        if (!jp_dwarf_attribute_read(&abbrevs, &attribute, &implicit))
            break;
        if (!jp_dwarf_form_read(unit, &die, attribute.form, implicit, &value))
            return false;
        take_attribute(unit, attribute.name, value);
    }
    if (abbrevs.is_bad || die.is_bad)
        return false;
    unit->root_tag = tag;
    if (!unit->code.low.form || !jp_dwarf_address(unit, unit->code.low, &unit->low_pc))
        unit->low_pc = 0;
    return true;
}
