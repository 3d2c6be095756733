/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of functions without a linkage name: with the scopes that they lie in. */
#include "config.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_form.h"
#include "jp_dwarf_name_private.h"

/* Functions inside of functions in one name. */
enum { NESTING_LIMIT = 4 };

static bool same_map(const void *owner, uint32_t id, const void *key)
{
    const struct jp_dwarf_namer *const namer = owner;
    const struct jp_dwarf_unit *const unit = key;

    return namer->maps.data[id].unit.file_id == unit->file->id &&
           namer->maps.data[id].unit.offset == unit->offset;
}

/* The root of a unit without wanted addresses may not have been read, and units are only looked at
 * here: threads share them. */
static uint16_t read_language(const struct jp_dwarf_unit *unit)
{
    struct jp_dwarf_unit copy = *unit;

    if (!unit->root_tag)
        jp_dwarf_unit_read_root(&copy);
    return copy.language;
}

static struct jp_dwarf_unit_map *unit_map_of(struct jp_dwarf_namer *namer,
                                             const struct jp_dwarf_unit *unit)
{
    const uint64_t hash = jp_hash_mix(unit->file->id, unit->offset);
    struct jp_dwarf_unit_map made = {.unit = {unit->file->id, unit->offset}};

    const uint32_t id = jp_index_find(&namer->map_index, hash, same_map, namer, unit);
    if (id != JP_INDEX_NONE)
        return &namer->maps.data[id];
    made.language = read_language(unit);
    jp_dwarf_map_begin(&made.map);
    jp_index_add(&namer->map_index, hash, (uint32_t)namer->maps.count);
    jp_vec_push(&namer->maps, made);
    return &namer->maps.data[namer->maps.count - 1];
}

static struct jp_dwarf_map *map_of(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit)
{
    return unit == namer->unit ? namer->map : &unit_map_of(namer, unit)->map;
}

static uint16_t language_of(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit)
{
    return unit->root_tag ? unit->language : unit_map_of(namer, unit)->language;
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

static void add_qualified(struct jp_dwarf_namer *namer, const struct jp_dwarf_named *die,
                          unsigned nesting, struct jp_buf *out);

/* Append "NAME::" for the scope DIE. */
static void add_scope(struct jp_dwarf_namer *namer, const struct jp_dwarf_named *die,
                      unsigned nesting, struct jp_buf *out)
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

static void add_scopes(struct jp_dwarf_namer *namer, const struct jp_dwarf_named *die,
                       unsigned nesting, struct jp_buf *out)
{
    struct jp_dwarf_map *const map = map_of(namer, die->unit);
    jp_dwarf_positions ancestors = {0};
    struct jp_dwarf_dies dies;

    if (!jp_dwarf_namer_open(namer, die->unit, &dies))
        return;
    const bool is_found =
        jp_dwarf_map_ancestors(map, &dies, (uint32_t)(die->offset - die->unit->offset), &ancestors);
    jp_dwarf_namer_charge(namer, dies.count + ancestors.count);
    for (size_t i = 0; is_found && i < ancestors.count && out->len < JP_DWARF_NAME_LIMIT; i++) {
        struct jp_dwarf_named scope;
        if (jp_dwarf_namer_read(namer, die->unit, die->unit->offset + ancestors.data[i], &scope))
            add_scope(namer, &scope, nesting, out);
    }
    jp_vec_release(&ancestors);
}

/* Append the name of DIE with its scopes, both taken where it was first declared. */
static void add_qualified(struct jp_dwarf_namer *namer, const struct jp_dwarf_named *die,
                          unsigned nesting, struct jp_buf *out)
{
    struct jp_dwarf_named at = *die;
    struct jp_dwarf_named next;
    struct jp_span name = jp_dwarf_string(at.unit, at.fields.name);

    for (unsigned hop = 0; hop < JP_DWARF_HOPS_LIMIT && jp_dwarf_namer_follow(namer, &at, &next);
         hop++) {
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

uint32_t jp_dwarf_namer_qualified(struct jp_dwarf_namer *namer, const struct jp_dwarf_named *die,
                                  struct jp_span name)
{
    struct jp_buf out = JP_BUF_INIT;

    if (name.len == 0)
        return 0;
    if (has_no_scopes(language_of(namer, die->unit)))
        return jp_dwarf_namer_keep(namer, name);
    add_scopes(namer, die, 0, &out);
    jp_buf_add(&out, name);
    const uint32_t id = jp_dwarf_namer_keep(namer, jp_buf_span(&out));
    jp_buf_release(&out);
    return id;
}
