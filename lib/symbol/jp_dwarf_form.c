/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_form.h"

#include "jp_dwarf_const.h"

int jp_dwarf_form_bytes(const struct jp_dwarf_unit *unit, uint16_t form)
{
    switch (form) {
    case DW_FORM_flag_present:
    case DW_FORM_implicit_const:
        return 0;
    case DW_FORM_data1:
    case DW_FORM_ref1:
    case DW_FORM_flag:
    case DW_FORM_strx1:
    case DW_FORM_addrx1:
        return 1;
    case DW_FORM_data2:
    case DW_FORM_ref2:
    case DW_FORM_strx2:
    case DW_FORM_addrx2:
        return 2;
    case DW_FORM_strx3:
    case DW_FORM_addrx3:
        return 3;
    case DW_FORM_data4:
    case DW_FORM_ref4:
    case DW_FORM_ref_sup4:
    case DW_FORM_strx4:
    case DW_FORM_addrx4:
        return 4;
    case DW_FORM_data8:
    case DW_FORM_ref8:
    case DW_FORM_ref_sig8:
    case DW_FORM_ref_sup8:
        return 8;
    case DW_FORM_data16:
        return 16;
    case DW_FORM_addr:
        return unit->address_bytes;
    case DW_FORM_ref_addr:
        return unit->version == 2 ? unit->address_bytes : unit->offset_bytes;
    case DW_FORM_strp:
    case DW_FORM_line_strp:
    case DW_FORM_strp_sup:
    case DW_FORM_sec_offset:
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_GNU_strp_alt:
        return unit->offset_bytes;
    case DW_FORM_block:
    case DW_FORM_block1:
    case DW_FORM_block2:
    case DW_FORM_block4:
    case DW_FORM_exprloc:
    case DW_FORM_string:
    case DW_FORM_sdata:
    case DW_FORM_udata:
    case DW_FORM_ref_udata:
    case DW_FORM_indirect:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx:
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index:
        return JP_DWARF_SIZE_VARIES;
    default:
        return JP_DWARF_SIZE_UNKNOWN;
    }
}

static uint64_t read_fixed(struct jp_dwarf_cursor *cursor, unsigned bytes)
{
    switch (bytes) {
    case 3:
        return jp_dwarf_u24(cursor);
    case 16:
        jp_dwarf_skip(cursor, 16);
        return 0;
    default:
        return jp_dwarf_sized(cursor, bytes);
    }
}

static uint64_t read_text_offset(const struct jp_dwarf_unit *unit, struct jp_dwarf_cursor *cursor)
{
    const uint64_t offset = unit->end - jp_dwarf_left(cursor);

    jp_dwarf_text(cursor);
    return offset;
}

static uint64_t read_variable(const struct jp_dwarf_unit *unit, struct jp_dwarf_cursor *cursor,
                              uint16_t form)
{
    switch (form) {
    case DW_FORM_block:
    case DW_FORM_exprloc:
        jp_dwarf_skip(cursor, jp_dwarf_uleb(cursor));
        return 0;
    case DW_FORM_block1:
        jp_dwarf_skip(cursor, jp_dwarf_u8(cursor));
        return 0;
    case DW_FORM_block2:
        jp_dwarf_skip(cursor, jp_dwarf_u16(cursor));
        return 0;
    case DW_FORM_block4:
        jp_dwarf_skip(cursor, jp_dwarf_u32(cursor));
        return 0;
    case DW_FORM_string:
        return read_text_offset(unit, cursor);
    case DW_FORM_sdata:
        return (uint64_t)jp_dwarf_sleb(cursor);
    default:
        return jp_dwarf_uleb(cursor);
    }
}

bool jp_dwarf_form_read(const struct jp_dwarf_unit *unit, struct jp_dwarf_cursor *cursor,
                        uint16_t form, int64_t implicit, struct jp_dwarf_value *value)
{
    if (form == DW_FORM_indirect) {
        form = (uint16_t)jp_dwarf_uleb(cursor);
        if (form == DW_FORM_indirect || form == DW_FORM_implicit_const)
            return false;
    }
    const int bytes = jp_dwarf_form_bytes(unit, form);

    value->form = form;
    if (bytes > 0)
        value->number = read_fixed(cursor, (unsigned)bytes);
    else if (bytes == JP_DWARF_SIZE_VARIES)
        value->number = read_variable(unit, cursor, form);
    else
        value->number = form == DW_FORM_flag_present ? 1 : (uint64_t)implicit;
    return bytes != JP_DWARF_SIZE_UNKNOWN && !cursor->is_bad;
}

bool jp_dwarf_indexed_address(const struct jp_dwarf_unit *unit, uint64_t index, uint64_t *address)
{
    const struct jp_span section = unit->file->sections[JP_DWARF_ADDR];

    if (index >= section.len)
        return false;
    struct jp_dwarf_cursor cursor =
        jp_dwarf_file_cursor(unit->file, JP_DWARF_ADDR, unit->addr_base);
    jp_dwarf_skip(&cursor, index * unit->address_bytes);
    *address = jp_dwarf_sized(&cursor, unit->address_bytes);
    return !cursor.is_bad;
}

bool jp_dwarf_address(const struct jp_dwarf_unit *unit, struct jp_dwarf_value value,
                      uint64_t *address)
{
    if (value.form == DW_FORM_addr) {
        *address = value.number;
        return true;
    }
    return jp_dwarf_is_address_form(value.form) &&
           jp_dwarf_indexed_address(unit, value.number, address);
}

static struct jp_span text_at(const struct jp_dwarf_file *file, enum jp_dwarf_section section,
                              uint64_t offset)
{
    struct jp_dwarf_cursor cursor = jp_dwarf_file_cursor(file, section, offset);

    return jp_dwarf_text(&cursor);
}

static struct jp_span indexed_text(const struct jp_dwarf_unit *unit, uint64_t index)
{
    struct jp_dwarf_cursor cursor =
        jp_dwarf_file_cursor(unit->file, JP_DWARF_STR_OFFSETS, unit->str_offsets_base);

    if (index > jp_dwarf_left(&cursor))
        return JP_SPAN("");
    jp_dwarf_skip(&cursor, index * unit->offset_bytes);
    const uint64_t offset = jp_dwarf_sized(&cursor, unit->offset_bytes);
    return cursor.is_bad ? JP_SPAN("") : text_at(unit->file, JP_DWARF_STR, offset);
}

struct jp_span jp_dwarf_string(const struct jp_dwarf_unit *unit, struct jp_dwarf_value value)
{
    switch (value.form) {
    case DW_FORM_string:
        return text_at(unit->file, JP_DWARF_INFO, value.number);
    case DW_FORM_strp:
        return text_at(unit->file, JP_DWARF_STR, value.number);
    case DW_FORM_line_strp:
        return text_at(unit->file, JP_DWARF_LINE_STR, value.number);
    case DW_FORM_strp_sup:
    case DW_FORM_GNU_strp_alt:
        return unit->file->alternate ? text_at(unit->file->alternate, JP_DWARF_STR, value.number)
                                     : JP_SPAN("");
    case DW_FORM_strx:
    case DW_FORM_strx1:
    case DW_FORM_strx2:
    case DW_FORM_strx3:
    case DW_FORM_strx4:
    case DW_FORM_GNU_str_index:
        return indexed_text(unit, value.number);
    default:
        return JP_SPAN("");
    }
}

bool jp_dwarf_is_lost(const struct jp_dwarf_unit *unit, struct jp_dwarf_value value)
{
    switch (value.form) {
    case DW_FORM_strp_sup:
    case DW_FORM_GNU_strp_alt:
    case DW_FORM_ref_sup4:
    case DW_FORM_ref_sup8:
    case DW_FORM_GNU_ref_alt:
        return !unit->file->alternate;
    default:
        return false;
    }
}

bool jp_dwarf_reference(const struct jp_dwarf_unit *unit, struct jp_dwarf_value value,
                        const struct jp_dwarf_file **file, uint64_t *offset)
{
    switch (value.form) {
    case DW_FORM_ref1:
    case DW_FORM_ref2:
    case DW_FORM_ref4:
    case DW_FORM_ref8:
    case DW_FORM_ref_udata:
        *file = unit->file;
        *offset = unit->offset + value.number;
        return value.number < unit->end - unit->offset;
    case DW_FORM_ref_addr:
        *file = unit->file;
        *offset = value.number;
        return true;
    case DW_FORM_ref_sup4:
    case DW_FORM_ref_sup8:
    case DW_FORM_GNU_ref_alt:
        *file = unit->file->alternate;
        *offset = value.number;
        return *file != NULL;
    default:
        return false;
    }
}
