/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_abbrev.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_form.h"

bool jp_dwarf_attribute_read(struct jp_dwarf_cursor *cursor, struct jp_dwarf_attribute *attribute,
                             int64_t *implicit)
{
    const uint64_t name = jp_dwarf_uleb(cursor);
    const uint64_t form = jp_dwarf_uleb(cursor);

    *implicit = form == DW_FORM_implicit_const ? jp_dwarf_sleb(cursor) : 0;
    if (cursor->is_bad || (name == 0 && form == 0))
        return false;
    /* Numbers that do not fit are not ours; as a form they make the DIE unreadable. */
    *attribute = (struct jp_dwarf_attribute){.name = name > UINT16_MAX ? 0 : (uint16_t)name,
                                             .form = form > UINT16_MAX ? 0 : (uint16_t)form};
    return true;
}

/* Pass over the attributes of an abbreviation. Nearly all names and forms are one byte. */
static void skip_attributes(struct jp_dwarf_cursor *cursor)
{
    struct jp_dwarf_attribute attribute;
    int64_t implicit;

    for (;;) {
        const unsigned char *at = cursor->at;
        while (cursor->end - at >= 2 && ((at[0] | at[1]) & 0x80) == 0 && (at[0] | at[1]) != 0 &&
               at[1] != DW_FORM_implicit_const)
            at += 2;
        cursor->at = at;
        if (!jp_dwarf_attribute_read(cursor, &attribute, &implicit))
            break;
    }
}

bool jp_dwarf_abbrev_seek(struct jp_dwarf_cursor *cursor, uint64_t code, uint16_t *tag,
                          bool *has_children)
{
    while (!cursor->is_bad) {
        const uint64_t here = jp_dwarf_uleb(cursor);
        if (here == 0)
            return false;
        *tag = (uint16_t)jp_dwarf_uleb(cursor);
        *has_children = jp_dwarf_u8(cursor) != 0;
        if (here == code)
            return !cursor->is_bad;
        skip_attributes(cursor);
    }
    return false;
}

static enum jp_dwarf_kind kind_of(uint64_t tag)
{
    switch (tag) {
    case DW_TAG_namespace:
    case DW_TAG_module:
        return JP_DWARF_KIND_SCOPE;
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_interface_type:
    case DW_TAG_enumeration_type:
        return JP_DWARF_KIND_TYPE;
    case DW_TAG_subprogram:
        return JP_DWARF_KIND_FUNCTION;
    case DW_TAG_inlined_subroutine:
        return JP_DWARF_KIND_INLINED;
    case DW_TAG_lexical_block:
    case DW_TAG_with_stmt:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
        return JP_DWARF_KIND_BLOCK;
    default:
        return JP_DWARF_KIND_OTHER;
    }
}

/* Only DIEs that may hold code are asked for their addresses. */
static enum jp_dwarf_step_kind step_kind(const struct jp_dwarf_abbrev *abbrev,
                                         const struct jp_dwarf_unit *unit, uint16_t name,
                                         uint16_t form)
{
    const bool is_plain = !unit->file->is_swapped;

    if (name == DW_AT_sibling && abbrev->has_children)
        return is_plain && form == DW_FORM_ref4 ? JP_DWARF_STEP_SIBLING4 : JP_DWARF_STEP_SIBLING;
    if (abbrev->kind >= JP_DWARF_KIND_FUNCTION) {
        if (name == DW_AT_low_pc)
            return is_plain && form == DW_FORM_addr && unit->address_bytes == 8 ? JP_DWARF_STEP_LOW8
                                                                                : JP_DWARF_STEP_LOW;
        if (name == DW_AT_high_pc)
            return is_plain && form == DW_FORM_data8 ? JP_DWARF_STEP_HIGH8 : JP_DWARF_STEP_HIGH;
        if (name == DW_AT_ranges)
            return JP_DWARF_STEP_RANGES;
    }
    switch (form) {
    case DW_FORM_udata:
    case DW_FORM_sdata:
    case DW_FORM_ref_udata:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx:
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index:
        return JP_DWARF_STEP_ULEB;
    case DW_FORM_block:
    case DW_FORM_exprloc:
        return JP_DWARF_STEP_BLOCK;
    default:
        return JP_DWARF_STEP_ANY;
    }
}

/* What jp_dwarf_fields_read takes. */
static bool is_field(uint16_t name)
{
    switch (name) {
    case DW_AT_name:
    case DW_AT_linkage_name:
    case DW_AT_MIPS_linkage_name:
    case DW_AT_abstract_origin:
    case DW_AT_specification:
    case DW_AT_external:
    case DW_AT_call_file:
    case DW_AT_call_line:
    case DW_AT_call_column:
        return true;
    default:
        return false;
    }
}

static void add_step(struct jp_dwarf_abbrevs *abbrevs, struct jp_dwarf_abbrev *abbrev,
                     const struct jp_dwarf_unit *unit, struct jp_dwarf_attribute attribute)
{
    struct jp_dwarf_step step = {.kind = step_kind(abbrev, unit, attribute.name, attribute.form),
                                 .form = attribute.form,
                                 .bytes = attribute.implicit};
    const int bytes = attribute.bytes;

    if (step.kind == JP_DWARF_STEP_LOW || step.kind == JP_DWARF_STEP_LOW8 ||
        step.kind == JP_DWARF_STEP_RANGES)
        abbrev->has_code = true;
    if (step.kind == JP_DWARF_STEP_ANY && bytes >= 0) {
        if (bytes == 0)
            return;
        step.kind = JP_DWARF_STEP_BYTES;
        step.bytes = (uint32_t)bytes;
        if (abbrev->step_count) {
            struct jp_dwarf_step *const last = &abbrevs->steps.data[abbrevs->steps.count - 1];
            if (last->kind == JP_DWARF_STEP_BYTES && last->bytes < UINT32_MAX / 2) {
                last->bytes += step.bytes;
                return;
            }
        }
    }
    jp_vec_push(&abbrevs->steps, step);
    abbrev->step_count++;
}

static void read_attributes(struct jp_dwarf_abbrevs *abbrevs, struct jp_dwarf_abbrev *abbrev,
                            const struct jp_dwarf_unit *unit, struct jp_dwarf_cursor *cursor)
{
    struct jp_dwarf_attribute attribute;
    int64_t implicit;

    abbrev->attribute_first = (uint32_t)abbrevs->attributes.count;
    abbrev->step_first = (uint32_t)abbrevs->steps.count;
    while (jp_dwarf_attribute_read(cursor, &attribute, &implicit)) {
        if (attribute.form == DW_FORM_implicit_const) {
            attribute.implicit = (uint32_t)abbrevs->implicits.count;
            jp_vec_push(&abbrevs->implicits, implicit);
        }
        attribute.bytes = (int16_t)jp_dwarf_form_bytes(unit, attribute.form);
        attribute.is_field = is_field(attribute.name);
        jp_vec_push(&abbrevs->attributes, attribute);
        abbrev->attribute_count++;
        add_step(abbrevs, abbrev, unit, attribute);
    }
}

static int compare_codes(const void *left, const void *right)
{
    const struct jp_dwarf_abbrev *const a = left;
    const struct jp_dwarf_abbrev *const b = right;

    if (a->code != b->code)
        return a->code < b->code ? -1 : 1;
    /* The first of two with one code counts. */
    return a->attribute_first < b->attribute_first ? -1 : a->attribute_first > b->attribute_first;
}

static uint16_t leaf_of(const struct jp_dwarf_abbrevs *abbrevs,
                        const struct jp_dwarf_abbrev *abbrev)
{
    const struct jp_dwarf_step *const step = abbrevs->steps.data + abbrev->step_first;

    if (abbrev->has_children || abbrev->has_code || abbrev->step_count > 1)
        return 0;
    if (abbrev->step_count == 0)
        return 1;
    if (step->kind != JP_DWARF_STEP_BYTES || step->bytes >= UINT16_MAX)
        return 0;
    return (uint16_t)(1 + step->bytes);
}

static void find_leaves(struct jp_dwarf_abbrevs *abbrevs)
{
    jp_vec_reserve(&abbrevs->leaves, abbrevs->dense_count);
    for (size_t i = 0; i < abbrevs->dense_count; i++)
        jp_vec_push(&abbrevs->leaves, leaf_of(abbrevs, &abbrevs->list.data[i]));
}

bool jp_dwarf_abbrevs_read(struct jp_dwarf_abbrevs *abbrevs, const struct jp_dwarf_unit *unit)
{
    struct jp_dwarf_cursor cursor =
        jp_dwarf_file_cursor(unit->file, JP_DWARF_ABBREV, unit->abbrev_offset);

    *abbrevs = (struct jp_dwarf_abbrevs){
        .file_id = unit->file->id,
        .offset = unit->abbrev_offset,
        .version = unit->version,
        .address_bytes = unit->address_bytes,
        .offset_bytes = unit->offset_bytes,
    };
    for (;;) {
        struct jp_dwarf_abbrev abbrev = {.code = jp_dwarf_uleb(&cursor)};
        if (abbrev.code == 0)
            break;
        const uint64_t tag = jp_dwarf_uleb(&cursor);
        abbrev.tag = tag > UINT16_MAX ? 0 : (uint16_t)tag;
        abbrev.kind = (uint8_t)kind_of(tag);
        abbrev.has_children = jp_dwarf_u8(&cursor) != 0;
        read_attributes(abbrevs, &abbrev, unit, &cursor);
        if (cursor.is_bad)
            break;
        jp_vec_push(&abbrevs->list, abbrev);
    }
    while (abbrevs->dense_count < abbrevs->list.count &&
           abbrevs->list.data[abbrevs->dense_count].code == abbrevs->dense_count + 1)
        abbrevs->dense_count++;
    find_leaves(abbrevs);
    if (abbrevs->dense_count < abbrevs->list.count)
        qsort(abbrevs->list.data + abbrevs->dense_count, abbrevs->list.count - abbrevs->dense_count,
              sizeof *abbrevs->list.data, compare_codes);
    return !cursor.is_bad;
}

void jp_dwarf_abbrevs_release(struct jp_dwarf_abbrevs *abbrevs)
{
    jp_vec_release(&abbrevs->list);
    jp_vec_release(&abbrevs->leaves);
    jp_vec_release(&abbrevs->attributes);
    jp_vec_release(&abbrevs->steps);
    jp_vec_release(&abbrevs->implicits);
}

bool jp_dwarf_abbrevs_fit(const struct jp_dwarf_abbrevs *abbrevs, const struct jp_dwarf_unit *unit)
{
    return abbrevs->file_id == unit->file->id && abbrevs->offset == unit->abbrev_offset &&
           abbrevs->version == unit->version && abbrevs->address_bytes == unit->address_bytes &&
           abbrevs->offset_bytes == unit->offset_bytes;
}

size_t jp_dwarf_abbrevs_bytes(const struct jp_dwarf_abbrevs *abbrevs)
{
    return abbrevs->list.capacity * sizeof *abbrevs->list.data +
           abbrevs->leaves.capacity * sizeof *abbrevs->leaves.data +
           abbrevs->attributes.capacity * sizeof *abbrevs->attributes.data +
           abbrevs->steps.capacity * sizeof *abbrevs->steps.data +
           abbrevs->implicits.capacity * sizeof *abbrevs->implicits.data;
}

const struct jp_dwarf_abbrev *jp_dwarf_abbrevs_search(const struct jp_dwarf_abbrevs *abbrevs,
                                                      uint64_t code)
{
    size_t low = abbrevs->dense_count;
    size_t high = abbrevs->list.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (abbrevs->list.data[middle].code < code)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == abbrevs->list.count || abbrevs->list.data[low].code != code)
        return NULL;
    return &abbrevs->list.data[low];
}
