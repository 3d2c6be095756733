/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_libdwarf_parts.h"

enum { LONGEST_CHAIN = 16 }; /* of abstract origins and declarations; guards against cycles */

const struct jp_libdwarf *jp_libdwarf_file_of(const struct jp_libdwarf_reader *reader,
                                              struct jp_libdwarf_place place)
{
    if (place.is_alternate)
        return &reader->alternate;
    return place.split ? &reader->split : &reader->main;
}

static Dwarf_Die open_die(const struct jp_libdwarf_reader *reader, struct jp_libdwarf_place place)
{
    const struct jp_libdwarf *const file = jp_libdwarf_file_of(reader, place);
    Dwarf_Die die = NULL;
    Dwarf_Error details = NULL;

    if (!file->dbg)
        return NULL;
    const int status = dwarf_offdie_b(file->dbg, place.offset, 1, &die, &details);
    return jp_libdwarf_worked(file, status, details) ? die : NULL;
}

/* Follow DW_AT_abstract_origin or DW_AT_specification. A reference out of the alternate file
 * stays in it. */
static bool follow(const struct jp_libdwarf *file, Dwarf_Die die, struct jp_libdwarf_place *place)
{
    struct jp_libdwarf_place target;

    if (!jp_libdwarf_reference(file, die, DW_AT_abstract_origin, &target) &&
        !jp_libdwarf_reference(file, die, DW_AT_specification, &target))
        return false;
    target.is_alternate |= place->is_alternate;
    *place = target;
    return true;
}

void jp_libdwarf_add_qualified(struct jp_libdwarf_reader *reader, struct jp_libdwarf_place place,
                               unsigned nesting, struct jp_buf *out)
{
    struct jp_object *const alternate = reader->request->alternate;
    uint32_t name = 0;

    for (int step = 0; step < LONGEST_CHAIN; step++) {
        const struct jp_libdwarf *const file = jp_libdwarf_file_of(reader, place);
        const struct jp_libdwarf_place here = place;
        const Dwarf_Die die = open_die(reader, place);
        if (!die)
            return;
        const char *const text = name ? NULL : jp_libdwarf_text(file, die, DW_AT_name, alternate);
        if (text)
            name = jp_intern_add_text(&reader->names->strings, text);
        const bool goes_on = follow(file, die, &place);
        if (!goes_on && name) {
            jp_libdwarf_add_scope(reader, die, here, nesting, out);
            jp_buf_add(out, jp_intern_span(&reader->names->strings, name));
        }
        dwarf_dealloc_die(die);
        if (!goes_on)
            return;
    }
}

static uint32_t qualified_name(struct jp_libdwarf_reader *reader, Dwarf_Die die,
                               struct jp_libdwarf_place place, const char *name)
{
    struct jp_buf text = JP_BUF_INIT;

    jp_libdwarf_add_scope(reader, die, place, 0, &text);
    jp_buf_add_text(&text, name);
    const uint32_t id = jp_intern_add(&reader->names->strings, jp_buf_span(&text));
    jp_buf_release(&text);
    return id;
}

static struct jp_named_function read_names(struct jp_libdwarf_reader *reader,
                                           struct jp_libdwarf_place place)
{
    struct jp_intern *const strings = &reader->names->strings;
    struct jp_object *const alternate = reader->request->alternate;
    struct jp_named_function result = {.place = place};
    struct jp_libdwarf_place named = place;
    bool has_name = false;

    for (int step = 0; step < LONGEST_CHAIN; step++) {
        const struct jp_libdwarf *const file = jp_libdwarf_file_of(reader, place);
        const Dwarf_Die die = open_die(reader, place);
        if (!die) {
            result.lacks_alternate = place.is_alternate;
            break;
        }
        const char *linkage = jp_libdwarf_text(file, die, DW_AT_linkage_name, alternate);
        if (!linkage)
            linkage = jp_libdwarf_text(file, die, DW_AT_MIPS_linkage_name, alternate);
        if (linkage && !result.linkage)
            result.linkage = jp_intern_add_text(strings, linkage);
        const char *const name =
            has_name ? NULL : jp_libdwarf_text(file, die, DW_AT_name, alternate);
        if (name) {
            has_name = true;
            named = place;
            result.function = jp_intern_add_text(strings, name);
        }
        result.is_external |= jp_libdwarf_is_external(file, die);
        const bool goes_on = follow(file, die, &place);
        dwarf_dealloc_die(die);
        if (!goes_on)
            break;
    }
    if (result.linkage) {
        result.function = 0;
    } else if (has_name) {
        const Dwarf_Die die = open_die(reader, named);
        if (die) {
            result.function =
                qualified_name(reader, die, named, jp_intern_text(strings, result.function));
            dwarf_dealloc_die(die);
        }
    }
    return result;
}

static bool same_place(const void *owner, uint32_t id, const void *key)
{
    const struct jp_libdwarf_reader *const reader = owner;
    const struct jp_libdwarf_place *const wanted = key;
    const struct jp_libdwarf_place *const known = &reader->functions.data[id].place;

    return known->offset == wanted->offset && jp_libdwarf_is_same_file(known, wanted);
}

const struct jp_named_function *jp_libdwarf_name(struct jp_libdwarf_reader *reader,
                                                 struct jp_libdwarf_place place)
{
    const uint64_t hash = jp_hash_mix(place.offset, place.is_alternate + 2 * (uint64_t)place.split);
    uint32_t id = jp_index_find(&reader->functions_index, hash, same_place, reader, &place);

    if (id == JP_INDEX_NONE) {
        const struct jp_named_function function = read_names(reader, place);
        id = (uint32_t)reader->functions.count;
        jp_vec_push(&reader->functions, function);
        jp_index_add(&reader->functions_index, hash, id);
    }
    return &reader->functions.data[id];
}
