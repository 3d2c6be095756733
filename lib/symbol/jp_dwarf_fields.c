/* SPDX-License-Identifier: BSD-2-Clause */
/* The attributes of one DIE that make a frame. */
#include "config.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_die.h"
#include "jp_dwarf_form.h"

/*
 * What others see of an assembler's labels the symbol table says, also where no DIE was read
 * (jp_dwarf_plain.h): that of a label that is hidden in its library would say something else.
 */
static bool is_external(struct jp_dwarf_value value, const struct jp_dwarf_unit *unit)
{
    return value.number != 0 && unit->language != DW_LANG_Mips_Assembler;
}

static void take_field(struct jp_dwarf_fields *fields, const struct jp_dwarf_unit *unit,
                       uint16_t name, struct jp_dwarf_value value)
{
    switch (name) {
    case DW_AT_name:
        fields->name = value;
        break;
    case DW_AT_linkage_name:
    case DW_AT_MIPS_linkage_name:
        fields->linkage = value;
        break;
    case DW_AT_abstract_origin:
        fields->origin = value;
        break;
    case DW_AT_specification:
        if (!fields->origin.form)
            fields->origin = value;
        break;
    case DW_AT_external:
        fields->is_external = is_external(value, unit);
        break;
    case DW_AT_call_file:
        fields->call_file = value.number > UINT32_MAX ? 0 : (uint32_t)value.number;
        break;
    case DW_AT_call_line:
        fields->call_line = value.number > UINT32_MAX ? 0 : (uint32_t)value.number;
        break;
    case DW_AT_call_column:
        fields->call_column = value.number > UINT32_MAX ? 0 : (uint32_t)value.number;
        break;
    default:
        break;
    }
}

/* Most values have one of three sizes that are known. */
static bool read_value(const struct jp_dwarf_dies *dies, struct jp_dwarf_cursor *cursor,
                       const struct jp_dwarf_attribute *attribute, struct jp_dwarf_value *value)
{
    value->form = attribute->form;
    switch (attribute->bytes) {
    case 1:
        value->number = jp_dwarf_u8(cursor);
        break;
    case 2:
        value->number = jp_dwarf_u16(cursor);
        break;
    case 4:
        value->number = jp_dwarf_u32(cursor);
        break;
    default:
        return jp_dwarf_form_read(dies->unit, cursor, attribute->form,
                                  attribute->form == DW_FORM_implicit_const
                                      ? dies->abbrevs->implicits.data[attribute->implicit]
                                      : 0,
                                  value);
    }
    return !cursor->is_bad;
}

bool jp_dwarf_fields_read(const struct jp_dwarf_dies *dies, uint32_t position,
                          struct jp_dwarf_fields *fields)
{
    const struct jp_dwarf_abbrevs *const abbrevs = dies->abbrevs;
    struct jp_dwarf_cursor cursor = jp_dwarf_dies_cursor(dies, position);
    const uint64_t code = jp_dwarf_uleb(&cursor);

    *fields = (struct jp_dwarf_fields){0};
    fields->abbrev = cursor.is_bad ? NULL : jp_dwarf_abbrevs_find(abbrevs, code);
    if (!fields->abbrev)
        return false;
    const struct jp_dwarf_attribute *attribute =
        abbrevs->attributes.data + fields->abbrev->attribute_first;
    for (uint32_t left = fields->abbrev->attribute_count; left; left--, attribute++) {
        struct jp_dwarf_value value;
        if (!jp_dwarf_skip(&cursor, attribute->before) ||
            !read_value(dies, &cursor, attribute, &value))
            return false;
        take_field(fields, dies->unit, attribute->name, value);
    }
    return true;
}
