/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_die.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_form.h"

void jp_dwarf_dies_begin(struct jp_dwarf_dies *dies, const struct jp_dwarf_unit *unit,
                         const struct jp_dwarf_abbrevs *abbrevs, uint64_t limit)
{
    const struct jp_span info = unit->file->sections[JP_DWARF_INFO];

    *dies = (struct jp_dwarf_dies){
        .unit = unit,
        .abbrevs = abbrevs,
        .cursor = jp_dwarf_unit_cursor(unit, unit->root),
        .start = (const unsigned char *)info.ptr + unit->offset,
        .limit = limit,
    };
}

bool jp_dwarf_dies_seek(struct jp_dwarf_dies *dies, uint32_t position)
{
    dies->cursor = jp_dwarf_unit_cursor(dies->unit, dies->unit->offset + position);
    return !dies->cursor.is_bad;
}

static uint32_t read_sibling(const struct jp_dwarf_dies *dies, struct jp_dwarf_cursor *cursor,
                             uint16_t form)
{
    struct jp_dwarf_value value;
    const struct jp_dwarf_file *file;
    uint64_t offset;

    if (form == DW_FORM_ref4)
        return jp_dwarf_u32(cursor);
    if (!jp_dwarf_form_read(dies->unit, cursor, form, 0, &value)) {
        jp_dwarf_fail(cursor);
        return 0;
    }
    if (!jp_dwarf_reference(dies->unit, value, &file, &offset) || file != dies->unit->file ||
        offset < dies->unit->offset || offset >= dies->unit->end)
        return 0;
    return (uint32_t)(offset - dies->unit->offset);
}

static void read_value(const struct jp_dwarf_dies *dies, struct jp_dwarf_cursor *cursor,
                       const struct jp_dwarf_step *step, struct jp_dwarf_value *value)
{
    const int64_t implicit =
        step->form == DW_FORM_implicit_const ? dies->abbrevs->implicits.data[step->bytes] : 0;

    if (!jp_dwarf_form_read(dies->unit, cursor, step->form, implicit, value))
        jp_dwarf_fail(cursor);
}

static inline void run_step(const struct jp_dwarf_dies *dies, struct jp_dwarf_cursor *cursor,
                            const struct jp_dwarf_step *step, struct jp_dwarf_head *head)
{
    struct jp_dwarf_value ignored;

    switch (step->kind) {
    case JP_DWARF_STEP_BYTES:
        jp_dwarf_skip(cursor, step->bytes);
        break;
    case JP_DWARF_STEP_ULEB:
        jp_dwarf_uleb(cursor);
        break;
    case JP_DWARF_STEP_BLOCK:
        jp_dwarf_skip(cursor, jp_dwarf_uleb(cursor));
        break;
    case JP_DWARF_STEP_SIBLING:
        head->sibling = read_sibling(dies, cursor, step->form);
        break;
    case JP_DWARF_STEP_LOW:
        read_value(dies, cursor, step, &head->code.low);
        break;
    case JP_DWARF_STEP_HIGH:
        read_value(dies, cursor, step, &head->code.high);
        break;
    case JP_DWARF_STEP_RANGES:
        read_value(dies, cursor, step, &head->code.ranges);
        break;
    default:
        read_value(dies, cursor, step, &ignored);
        break;
    }
}

bool jp_dwarf_dies_next(struct jp_dwarf_dies *dies, struct jp_dwarf_head *head)
{
    struct jp_dwarf_cursor cursor = dies->cursor;

    head->position = jp_dwarf_dies_position(dies);
    head->sibling = 0;
    head->abbrev = NULL;
    const uint64_t code = jp_dwarf_uleb(&cursor);
    if (code != 0) {
        const struct jp_dwarf_abbrev *const abbrev = jp_dwarf_abbrevs_find(dies->abbrevs, code);
        if (!abbrev || ++dies->count > dies->limit)
            return false;
        if (abbrev->has_code)
            head->code = (struct jp_dwarf_code){0};
        const struct jp_dwarf_step *step = dies->abbrevs->steps.data + abbrev->step_first;
        for (uint32_t left = abbrev->step_count; left; left--, step++)
            run_step(dies, &cursor, step, head);
        head->abbrev = abbrev;
    }
    dies->cursor = cursor;
    return !cursor.is_bad;
}

bool jp_dwarf_dies_skip_children(struct jp_dwarf_dies *dies, const struct jp_dwarf_head *head)
{
    struct jp_dwarf_head inner;
    size_t depth = 1;

    if (!head->abbrev->has_children)
        return true;
    /* Only forward: a loop of siblings must not be followed. */
    if (head->sibling > jp_dwarf_dies_position(dies))
        return jp_dwarf_dies_seek(dies, head->sibling);
    while (depth && !jp_dwarf_dies_at_end(dies)) {
        if (!jp_dwarf_dies_next(dies, &inner))
            return false;
        if (!inner.abbrev) {
            depth--;
        } else if (inner.abbrev->has_children) {
            if (inner.sibling > jp_dwarf_dies_position(dies)) {
                if (!jp_dwarf_dies_seek(dies, inner.sibling))
                    return false;
            } else {
                depth++;
            }
        }
    }
    return true;
}

static void take_field(struct jp_dwarf_fields *fields, uint16_t name, struct jp_dwarf_value value)
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
        fields->is_external = value.number != 0;
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

bool jp_dwarf_fields_read(const struct jp_dwarf_dies *dies, uint32_t position,
                          struct jp_dwarf_fields *fields)
{
    const struct jp_dwarf_abbrevs *const abbrevs = dies->abbrevs;
    struct jp_dwarf_cursor cursor = jp_dwarf_unit_cursor(dies->unit, dies->unit->offset + position);
    const uint64_t code = jp_dwarf_uleb(&cursor);

    *fields = (struct jp_dwarf_fields){0};
    fields->abbrev = cursor.is_bad ? NULL : jp_dwarf_abbrevs_find(abbrevs, code);
    if (!fields->abbrev)
        return false;
    for (uint32_t i = 0; i < fields->abbrev->attribute_count; i++) {
        const struct jp_dwarf_attribute attribute =
            abbrevs->attributes.data[fields->abbrev->attribute_first + i];
        const int64_t implicit = attribute.form == DW_FORM_implicit_const
                                     ? abbrevs->implicits.data[attribute.implicit]
                                     : 0;
        struct jp_dwarf_value value;
        if (!jp_dwarf_form_read(dies->unit, &cursor, attribute.form, implicit, &value))
            return false;
        take_field(fields, attribute.name, value);
    }
    return true;
}
