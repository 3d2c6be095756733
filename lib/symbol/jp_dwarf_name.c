/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_name.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_form.h"

enum {
    HOPS_LIMIT = 16,    /* origins followed from one DIE; compilers need three */
    NESTING_LIMIT = 4,  /* functions inside of functions in one name */
    NAME_LIMIT = 65535, /* bytes of a name */
};

/* A DIE as found: where, and what it says. */
struct die {
    const struct jp_dwarf_unit *unit;
    uint64_t offset;
    struct jp_dwarf_fields fields;
};

static bool open_unit(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit,
                      struct jp_dwarf_dies *dies)
{
    const bool is_current = unit == namer->unit;
    const struct jp_dwarf_abbrevs *const abbrevs =
        is_current ? namer->abbrevs : jp_dwarf_tables_get(namer->tables, unit, namer->abbrevs);

    if (!abbrevs || namer->budget == 0)
        return false;
    jp_dwarf_dies_begin(dies, unit, is_current ? namer->bytes : jp_dwarf_unit_bytes(unit), abbrevs,
                        namer->budget);
    return true;
}

static void charge(struct jp_dwarf_namer *namer, uint64_t dies)
{
    namer->budget -= dies < namer->budget ? dies : namer->budget;
}

static bool read_die(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit,
                     uint64_t offset, struct die *die)
{
    struct jp_dwarf_dies dies;

    *die = (struct die){.unit = unit, .offset = offset};
    if (!open_unit(namer, unit, &dies))
        return false;
    charge(namer, 1);
    return jp_dwarf_fields_read(&dies, (uint32_t)(offset - unit->offset), &die->fields);
}

/* The DIE that DIE refers to as its origin. */
static bool follow(struct jp_dwarf_namer *namer, const struct die *die, struct die *origin)
{
    const struct jp_dwarf_file *file;
    uint64_t offset;

    if (!die->fields.origin.form ||
        !jp_dwarf_reference(die->unit, die->fields.origin, &file, &offset))
        return false;
    if (file->is_start && offset >= file->sections[JP_DWARF_INFO].len)
        namer->needs_more = true;
    const struct jp_dwarf_unit *const unit =
        file == die->unit->file && offset >= die->unit->root && offset < die->unit->end
            ? die->unit
            : jp_dwarf_file_unit(file, offset);
    return unit && read_die(namer, unit, offset, origin);
}

static uint32_t keep_text(struct jp_dwarf_namer *namer, struct jp_span text)
{
    text.len = text.len < NAME_LIMIT ? text.len : NAME_LIMIT;
    namer->is_text_cut |= text.len > namer->text_budget;
    if (text.len == 0 || text.len > namer->text_budget)
        return 0;
    const uint32_t before = (uint32_t)namer->strings->spans.count;
    const uint32_t id = jp_intern_add(namer->strings, text);
    if (id == before)
        namer->text_budget -= text.len;
    return id;
}

/* --- scopes ------------------------------------------------------------------------------------
 */

static bool same_map(const void *owner, uint32_t id, const void *key)
{
    const struct jp_dwarf_namer *const namer = owner;
    const struct jp_dwarf_unit *const unit = key;

    return namer->maps.data[id].unit.file_id == unit->file->id &&
           namer->maps.data[id].unit.offset == unit->offset;
}

static struct jp_dwarf_map *map_of(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit)
{
    const uint64_t hash = jp_hash_mix(unit->file->id, unit->offset);
    struct jp_dwarf_unit_map made = {.unit = {unit->file->id, unit->offset}};

    if (unit == namer->unit)
        return namer->map;
    const uint32_t id = jp_index_find(&namer->map_index, hash, same_map, namer, unit);
    if (id != JP_INDEX_NONE)
        return &namer->maps.data[id].map;
    jp_dwarf_map_begin(&made.map);
    jp_index_add(&namer->map_index, hash, (uint32_t)namer->maps.count);
    jp_vec_push(&namer->maps, made);
    return &namer->maps.data[namer->maps.count - 1].map;
}

static struct jp_span stand_in(uint16_t tag)
{
    switch (tag) {
    case DW_TAG_namespace:
        return JP_SPAN("(anonymous namespace)");
    case DW_TAG_class_type:
        return JP_SPAN("(anonymous class)");
    case DW_TAG_structure_type:
        return JP_SPAN("(anonymous struct)");
    case DW_TAG_union_type:
        return JP_SPAN("(anonymous union)");
    case DW_TAG_enumeration_type:
        return JP_SPAN("(anonymous enum)");
    default:
        return JP_SPAN("");
    }
}

static void add_qualified(struct jp_dwarf_namer *namer, const struct die *die, unsigned nesting,
                          struct jp_buf *out);

/* Append "NAME::" for the scope DIE. */
static void add_scope(struct jp_dwarf_namer *namer, const struct die *die, unsigned nesting,
                      struct jp_buf *out)
{
    const enum jp_dwarf_kind kind = die->fields.abbrev->kind;
    const size_t before = out->len;

    if (kind != JP_DWARF_KIND_SCOPE && kind != JP_DWARF_KIND_TYPE && kind != JP_DWARF_KIND_FUNCTION)
        return;
    if (die->fields.origin.form) {
        /* It was declared elsewhere: there it has its name and its own scopes. */
        jp_buf_clear(out);
        add_qualified(namer, die, nesting + 1, out);
    } else {
        const struct jp_span name = jp_dwarf_string(die->unit, die->fields.name);
        jp_buf_add(out, name.len ? name : stand_in(die->fields.abbrev->tag));
    }
    if (out->len && (die->fields.origin.form || out->len > before))
        jp_buf_add_text(out, "::");
}

static void add_scopes(struct jp_dwarf_namer *namer, const struct die *die, unsigned nesting,
                       struct jp_buf *out)
{
    struct jp_dwarf_map *const map = map_of(namer, die->unit);
    jp_dwarf_positions ancestors = {0};
    struct jp_dwarf_dies dies;

    if (!open_unit(namer, die->unit, &dies))
        return;
    const bool is_found =
        jp_dwarf_map_ancestors(map, &dies, (uint32_t)(die->offset - die->unit->offset), &ancestors);
    charge(namer, dies.count + ancestors.count);
    for (size_t i = 0; is_found && i < ancestors.count && out->len < NAME_LIMIT; i++) {
        struct die scope;
        if (read_die(namer, die->unit, die->unit->offset + ancestors.data[i], &scope))
            add_scope(namer, &scope, nesting, out);
    }
    jp_vec_release(&ancestors);
}

/* Append the name of DIE with its scopes, both taken where it was first declared. */
static void add_qualified(struct jp_dwarf_namer *namer, const struct die *die, unsigned nesting,
                          struct jp_buf *out)
{
    struct die at = *die;
    struct die next;
    struct jp_span name = jp_dwarf_string(at.unit, at.fields.name);

    for (unsigned hop = 0; hop < HOPS_LIMIT && follow(namer, &at, &next); hop++) {
        at = next;
        if (name.len == 0)
            name = jp_dwarf_string(at.unit, at.fields.name);
    }
    if (nesting < NESTING_LIMIT)
        add_scopes(namer, &at, nesting, out);
    jp_buf_add(out, name);
}

static bool has_no_scopes(uint16_t language)
{
    return language == DW_LANG_C89 || language == DW_LANG_C || language == DW_LANG_C99 ||
           language == DW_LANG_C11 || language == DW_LANG_C17 || language == DW_LANG_Mips_Assembler;
}

static uint32_t qualified(struct jp_dwarf_namer *namer, const struct die *die, struct jp_span name)
{
    struct jp_buf out = JP_BUF_INIT;

    if (name.len == 0)
        return 0;
    if (has_no_scopes(die->unit->language))
        return keep_text(namer, name);
    add_scopes(namer, die, 0, &out);
    jp_buf_add(&out, name);
    const uint32_t id = keep_text(namer, jp_buf_span(&out));
    jp_buf_release(&out);
    return id;
}

/* --- functions ---------------------------------------------------------------------------------
 */

static bool same_place(const void *owner, uint32_t id, const void *key)
{
    const struct jp_dwarf_namer *const namer = owner;
    const struct jp_dwarf_place *const place = key;

    return namer->places.data[id].offset == place->offset &&
           namer->places.data[id].file_id == place->file_id;
}

static uint32_t find_place(const struct jp_dwarf_namer *namer, struct jp_dwarf_place place)
{
    return jp_index_find(&namer->index, jp_hash_mix(place.file_id, place.offset), same_place, namer,
                         &place);
}

static void remember(struct jp_dwarf_namer *namer, struct jp_dwarf_place place, uint32_t name)
{
    jp_index_add(&namer->index, jp_hash_mix(place.file_id, place.offset),
                 (uint32_t)namer->places.count);
    jp_vec_push(&namer->places, place);
    jp_vec_push(&namer->name_of_place, name);
}

/* Collect the name from the chain of origins that starts at DIE. */
static uint32_t make_name(struct jp_dwarf_namer *namer, struct die *die)
{
    struct jp_dwarf_name made = {0};
    struct jp_span name = JP_SPAN("");
    struct jp_span linkage = JP_SPAN("");

    for (unsigned hop = 0; hop < HOPS_LIMIT; hop++) {
        struct die next;
        if (linkage.len == 0)
            linkage = jp_dwarf_string(die->unit, die->fields.linkage);
        if (linkage.len == 0 && name.len == 0)
            name = jp_dwarf_string(die->unit, die->fields.name);
        made.is_external = made.is_external || die->fields.is_external;
        made.lacks_alternate |= jp_dwarf_is_lost(die->unit, die->fields.name) ||
                                jp_dwarf_is_lost(die->unit, die->fields.origin);
        if ((linkage.len && made.is_external) || !follow(namer, die, &next))
            break;
        *die = next;
    }
    made.linkage = keep_text(namer, linkage);
    if (!made.linkage)
        made.function = qualified(namer, die, name);
    jp_vec_push(&namer->names, made);
    return (uint32_t)namer->names.count - 1;
}

uint32_t jp_dwarf_namer_get(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit,
                            uint64_t offset)
{
    const struct jp_dwarf_place first = {unit->file->id, offset};
    struct die die;
    struct die origin;

    if (namer->names.count == 0)
        jp_vec_push(&namer->names, (struct jp_dwarf_name){0});
    uint32_t known = find_place(namer, first);
    if (known != JP_INDEX_NONE)
        return namer->name_of_place.data[known];
    if (!read_die(namer, unit, offset, &die))
        return 0;
    /* The code of an inline function says nothing of its own: its name is that of the function it
     * comes from. Nobody else refers to code, so what was found for it need not be kept. */
    if (!jp_dwarf_fields_name_it(&die.fields) && follow(namer, &die, &origin)) {
        const struct jp_dwarf_place second = {origin.unit->file->id, origin.offset};
        known = find_place(namer, second);
        const uint32_t shared =
            known != JP_INDEX_NONE ? namer->name_of_place.data[known] : make_name(namer, &origin);
        if (known == JP_INDEX_NONE)
            remember(namer, second, shared);
        if (!die.fields.abbrev->has_code)
            remember(namer, first, shared);
        return shared;
    }
    const uint32_t own = make_name(namer, &die);
    remember(namer, first, own);
    return own;
}

void jp_dwarf_namer_release(struct jp_dwarf_namer *namer)
{
    for (size_t i = 0; i < namer->maps.count; i++)
        jp_dwarf_map_release(&namer->maps.data[i].map);
    jp_vec_release(&namer->names);
    jp_vec_release(&namer->places);
    jp_vec_release(&namer->name_of_place);
    jp_vec_release(&namer->maps);
    jp_index_release(&namer->index);
    jp_index_release(&namer->map_index);
}
