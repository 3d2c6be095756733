/* SPDX-License-Identifier: BSD-2-Clause */
/* How a table is decoded. */
#include "config.h"

#include "jp_dwarf_abbrev.h"
#include "jp_dwarf_const.h"
#include "jp_dwarf_form.h"

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
                     struct jp_dwarf_step step)
{
    jp_vec_push(&abbrevs->steps, step);
    abbrev->step_count++;
}

/* Stretches of fixed size are one step. */
static void add_bytes(struct jp_dwarf_abbrevs *abbrevs, struct jp_dwarf_abbrev *abbrev,
                      uint32_t bytes)
{
    if (bytes == 0)
        return;
    if (abbrev->step_count) {
        struct jp_dwarf_step *const last = &abbrevs->steps.data[abbrevs->steps.count - 1];
        if (last->kind == JP_DWARF_STEP_BYTES && last->bytes < UINT32_MAX / 2) {
            last->bytes += bytes;
            return;
        }
    }
    add_step(abbrevs, abbrev, (struct jp_dwarf_step){.kind = JP_DWARF_STEP_BYTES, .bytes = bytes});
}

static void add_steps(struct jp_dwarf_abbrevs *abbrevs, struct jp_dwarf_abbrev *abbrev,
                      const struct jp_dwarf_unit *unit, struct jp_dwarf_attribute attribute)
{
    const struct jp_dwarf_step step = {.kind =
                                           step_kind(abbrev, unit, attribute.name, attribute.form),
                                       .form = attribute.form,
                                       .bytes = attribute.implicit};

    if (step.kind == JP_DWARF_STEP_LOW || step.kind == JP_DWARF_STEP_LOW8 ||
        step.kind == JP_DWARF_STEP_RANGES)
        abbrev->has_code = true;
    if (step.kind == JP_DWARF_STEP_ANY && attribute.bytes >= 0)
        add_bytes(abbrevs, abbrev, (uint32_t)attribute.bytes);
    else
        add_step(abbrevs, abbrev, step);
}

/* How many bytes the values of each form take in a unit, asked for once for a table. */
enum { COMMON_FORMS = 0x30 };

struct form_sizes {
    const struct jp_dwarf_unit *unit;
    int16_t common[COMMON_FORMS];
};

static struct form_sizes sizes_of(const struct jp_dwarf_unit *unit)
{
    struct form_sizes sizes = {.unit = unit};

    for (uint16_t form = 0; form < COMMON_FORMS; form++)
        sizes.common[form] = (int16_t)jp_dwarf_form_bytes(unit, form);
    return sizes;
}

static inline int16_t size_of(const struct form_sizes *sizes, uint16_t form)
{
    return form < COMMON_FORMS ? sizes->common[form]
                               : (int16_t)jp_dwarf_form_bytes(sizes->unit, form);
}

/* Nearly all names and forms are one byte. */
static inline bool read_short(struct jp_dwarf_cursor *cursor, struct jp_dwarf_attribute *attribute)
{
    const unsigned char *const at = cursor->at;

    if (cursor->end - at < 2 || ((at[0] | at[1]) & 0x80) || at[1] == 0 ||
        at[1] == DW_FORM_implicit_const)
        return false;
    *attribute = (struct jp_dwarf_attribute){.name = at[0], .form = at[1]};
    cursor->at = at + 2;
    return true;
}

/* Whether they are steps of their own depends on more than their size. */
static inline bool may_be_code(uint16_t name)
{
    return name == DW_AT_sibling || name == DW_AT_low_pc || name == DW_AT_high_pc ||
           name == DW_AT_ranges;
}

static void read_attributes(struct jp_dwarf_abbrevs *abbrevs, struct jp_dwarf_abbrev *abbrev,
                            const struct form_sizes *sizes, struct jp_dwarf_cursor *cursor)
{
    struct jp_dwarf_attribute attribute;
    int64_t implicit;

    abbrev->attribute_first = (uint32_t)abbrevs->attributes.count;
    abbrev->step_first = (uint32_t)abbrevs->steps.count;
    while (read_short(cursor, &attribute) ||
           jp_dwarf_attribute_read(cursor, &attribute, &implicit)) {
        if (attribute.form == DW_FORM_implicit_const) {
            attribute.implicit = (uint32_t)abbrevs->implicits.count;
            jp_vec_push(&abbrevs->implicits, implicit);
        }
        attribute.bytes = size_of(sizes, attribute.form);
        attribute.is_field = is_field(attribute.name);
        jp_vec_push(&abbrevs->attributes, attribute);
        if (attribute.bytes >= 0 && !may_be_code(attribute.name))
            add_bytes(abbrevs, abbrev, (uint32_t)attribute.bytes);
        else
            add_steps(abbrevs, abbrev, sizes->unit, attribute);
    }
    abbrev->attribute_count = (uint32_t)abbrevs->attributes.count - abbrev->attribute_first;
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
    const struct form_sizes sizes = sizes_of(unit);
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
        read_attributes(abbrevs, &abbrev, &sizes, &cursor);
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
