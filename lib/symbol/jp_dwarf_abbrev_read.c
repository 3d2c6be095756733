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

enum jp_dwarf_step_kind jp_dwarf_step_of_form(uint16_t form)
{
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
    case DW_FORM_string:
        return JP_DWARF_STEP_TEXT;
    default:
        return JP_DWARF_STEP_ANY;
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
            return is_plain && form == DW_FORM_sec_offset && unit->offset_bytes == 4
                       ? JP_DWARF_STEP_RANGES4
                       : JP_DWARF_STEP_RANGES;
    }
    return jp_dwarf_step_of_form(form);
}

/* What names ask for: nearly all of them are in the table, and the rest has no traits but one. */
enum { TRAIT_FIELD = 1 /* jp_dwarf_fields_read takes it */, TRAIT_CODE = 2 /* see step_kind */ };

static inline unsigned traits_of(uint16_t name)
{
    static const uint8_t traits[JP_DWARF_SHORT_LIMIT] = {
        [DW_AT_name] = TRAIT_FIELD,          [DW_AT_linkage_name] = TRAIT_FIELD,
        [DW_AT_specification] = TRAIT_FIELD, [DW_AT_abstract_origin] = TRAIT_FIELD,
        [DW_AT_external] = TRAIT_FIELD,      [DW_AT_call_file] = TRAIT_FIELD,
        [DW_AT_call_line] = TRAIT_FIELD,     [DW_AT_call_column] = TRAIT_FIELD,
        [DW_AT_sibling] = TRAIT_CODE,        [DW_AT_low_pc] = TRAIT_CODE,
        [DW_AT_high_pc] = TRAIT_CODE,        [DW_AT_ranges] = TRAIT_CODE,
    };

    if (name < JP_DWARF_SHORT_LIMIT)
        return traits[name];
    return name == DW_AT_MIPS_linkage_name ? TRAIT_FIELD : 0;
}

static struct jp_dwarf_step *last_step(const struct jp_dwarf_abbrevs *abbrevs,
                                       const struct jp_dwarf_abbrev *abbrev)
{
    return abbrev->step_count ? &abbrevs->steps.data[abbrevs->steps.count - 1] : NULL;
}

/* A stretch of fixed size in front becomes part of the step. */
static void add_step(struct jp_dwarf_abbrevs *abbrevs, struct jp_dwarf_abbrev *abbrev,
                     struct jp_dwarf_step step)
{
    struct jp_dwarf_step *const last = last_step(abbrevs, abbrev);

    if (last && last->kind == JP_DWARF_STEP_BYTES && last->bytes <= UINT16_MAX) {
        step.before = (uint16_t)last->bytes;
        *last = step;
        return;
    }
    jp_vec_push(&abbrevs->steps, step);
    abbrev->step_count++;
}

/* Stretches of fixed size are one step. */
static void add_bytes(struct jp_dwarf_abbrevs *abbrevs, struct jp_dwarf_abbrev *abbrev,
                      uint32_t bytes)
{
    struct jp_dwarf_step *const last = last_step(abbrevs, abbrev);

    if (bytes == 0)
        return;
    if (last && last->kind == JP_DWARF_STEP_BYTES && last->bytes < UINT32_MAX / 2) {
        last->bytes += bytes;
        return;
    }
    jp_vec_push(&abbrevs->steps,
                (struct jp_dwarf_step){.kind = JP_DWARF_STEP_BYTES, .bytes = bytes});
    abbrev->step_count++;
}

/* A value of no fixed size, or one that somebody looks at. */
static void add_value(struct jp_dwarf_abbrevs *abbrevs, struct jp_dwarf_abbrev *abbrev,
                      const struct jp_dwarf_unit *unit, struct jp_dwarf_attribute attribute)
{
    const struct jp_dwarf_step step = {.kind =
                                           step_kind(abbrev, unit, attribute.name, attribute.form),
                                       .form = attribute.form,
                                       .bytes = attribute.implicit};

    if (step.kind == JP_DWARF_STEP_LOW || step.kind == JP_DWARF_STEP_LOW8 ||
        step.kind == JP_DWARF_STEP_RANGES || step.kind == JP_DWARF_STEP_RANGES4)
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

/* An abbreviation that is being read. */
struct reading {
    struct jp_dwarf_abbrevs *abbrevs;
    struct jp_dwarf_abbrev *abbrev;
    const struct form_sizes *sizes;
    uint32_t left_out; /* bytes of values since the last attribute that is kept */
};

static void keep(struct reading *reading, struct jp_dwarf_attribute attribute)
{
    attribute.before = reading->left_out;
    reading->left_out = 0;
    jp_vec_push(&reading->abbrevs->attributes, attribute);
}

/*
 * Read attributes whose name and form are one byte each, which nearly all are, as long as their
 * values are passed over in a stretch. The next attribute is something else.
 */
static void read_stretch(struct reading *reading, struct jp_dwarf_cursor *cursor)
{
    const unsigned char *at = cursor->at;
    uint32_t bytes = 0;

    for (; cursor->end - at >= 2; at += 2) {
        if (at[0] >= JP_DWARF_SHORT_LIMIT || at[1] >= COMMON_FORMS)
            break;
        const unsigned traits = traits_of(at[0]);
        const int16_t size = reading->sizes->common[at[1]];
        if (traits & TRAIT_CODE || size < 0 || at[1] == DW_FORM_implicit_const)
            break;
        if (traits & TRAIT_FIELD)
            keep(reading, (struct jp_dwarf_attribute){.name = at[0], .form = at[1], .bytes = size});
        else
            reading->left_out += (uint32_t)size;
        bytes += (uint32_t)size;
    }
    cursor->at = at;
    add_bytes(reading->abbrevs, reading->abbrev, bytes);
}

static bool read_one(struct reading *reading, struct jp_dwarf_cursor *cursor)
{
    struct jp_dwarf_abbrevs *const abbrevs = reading->abbrevs;
    struct jp_dwarf_attribute attribute;
    int64_t implicit;

    if (!jp_dwarf_attribute_read(cursor, &attribute, &implicit))
        return false;
    if (attribute.form == DW_FORM_implicit_const) {
        attribute.implicit = (uint32_t)abbrevs->implicits.count;
        jp_vec_push(&abbrevs->implicits, implicit);
    }
    attribute.bytes = size_of(reading->sizes, attribute.form);
    if (traits_of(attribute.name) & TRAIT_FIELD || attribute.bytes < 0)
        keep(reading, attribute);
    else
        reading->left_out += (uint32_t)attribute.bytes;
    add_value(abbrevs, reading->abbrev, reading->sizes->unit, attribute);
    return true;
}

static void read_attributes(struct jp_dwarf_abbrevs *abbrevs, struct jp_dwarf_abbrev *abbrev,
                            const struct form_sizes *sizes, struct jp_dwarf_cursor *cursor)
{
    struct reading reading = {abbrevs, abbrev, sizes, 0};

    abbrev->attribute_first = (uint32_t)abbrevs->attributes.count;
    abbrev->step_first = (uint32_t)abbrevs->steps.count;
    do
        read_stretch(&reading, cursor);
    while (read_one(&reading, cursor));
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

static void begin(struct jp_dwarf_abbrevs *abbrevs, const struct jp_dwarf_unit *unit)
{
    abbrevs->file_id = unit->file->id;
    abbrevs->offset = unit->abbrev_offset;
    abbrevs->version = unit->version;
    abbrevs->address_bytes = unit->address_bytes;
    abbrevs->offset_bytes = unit->offset_bytes;
    abbrevs->is_dropped = false;
    abbrevs->dense_count = 0;
    abbrevs->list.count = 0;
    abbrevs->passes.count = 0;
    abbrevs->attributes.count = 0;
    abbrevs->steps.count = 0;
    abbrevs->implicits.count = 0;
}

bool jp_dwarf_abbrevs_read(struct jp_dwarf_abbrevs *abbrevs, const struct jp_dwarf_unit *unit)
{
    const struct form_sizes sizes = sizes_of(unit);
    struct jp_dwarf_cursor cursor =
        jp_dwarf_file_cursor(unit->file, JP_DWARF_ABBREV, unit->abbrev_offset);

    begin(abbrevs, unit);
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
    jp_dwarf_abbrevs_find_passes(abbrevs, unit);
    if (abbrevs->dense_count < abbrevs->list.count)
        qsort(abbrevs->list.data + abbrevs->dense_count, abbrevs->list.count - abbrevs->dense_count,
              sizeof *abbrevs->list.data, compare_codes);
    return !cursor.is_bad;
}
