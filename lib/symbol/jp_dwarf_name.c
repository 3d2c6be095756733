/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_form.h"
#include "jp_dwarf_name_private.h"

/* Texts that are looked at one after the other, before the first is compared. */
enum { TEXTS_AT_ONCE = 32 };

static bool same_place(const void *owner, uint32_t id, const void *key)
{
    const struct jp_dwarf_places *const places = owner;
    const struct jp_dwarf_place *const place = key;

    return places->list.data[id].offset == place->offset &&
           places->list.data[id].file_id == place->file_id;
}

static struct jp_dwarf_places *places_of(struct jp_dwarf_namer *namer,
                                         const struct jp_dwarf_unit *unit)
{
    return unit == namer->unit ? &namer->here : &namer->elsewhere;
}

static bool find_place(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit,
                       uint64_t offset, uint32_t *name)
{
    const struct jp_dwarf_places *const places = places_of(namer, unit);
    const struct jp_dwarf_place place = {unit->file->id, offset};
    const uint32_t id = jp_index_find(&places->index, jp_hash_mix(place.file_id, offset),
                                      same_place, places, &place);

    if (id != JP_INDEX_NONE)
        *name = places->names.data[id];
    return id != JP_INDEX_NONE;
}

static void remember(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit,
                     uint64_t offset, uint32_t name)
{
    struct jp_dwarf_places *const places = places_of(namer, unit);
    const struct jp_dwarf_place place = {unit->file->id, offset};

    jp_index_add(&places->index, jp_hash_mix(place.file_id, offset), (uint32_t)places->list.count);
    jp_vec_push(&places->list, place);
    jp_vec_push(&places->names, name);
}

/* What a chain of origins says. */
struct found {
    struct jp_dwarf_name name;
    struct jp_span text; /* DW_AT_name */
    struct jp_dwarf_value linkage;
    const struct jp_dwarf_unit *linkage_unit;
    bool has_linkage;
};

/* In .debug_str: compilers write no empty ones there, which a look at the text would tell. */
static bool is_surely_text(struct jp_dwarf_value value)
{
    return value.form == DW_FORM_strp;
}

/* The chain begins at DIE, which is its last one afterwards. With IS_TRUSTING texts that are surely
 * there are not looked at. */
static void collect(struct jp_dwarf_namer *namer, struct jp_dwarf_named *die, bool is_trusting,
                    struct found *found)
{
    struct jp_dwarf_named next;

    *found = (struct found){.text = JP_SPAN("")};
    for (unsigned hop = 0; hop < JP_DWARF_HOPS_LIMIT; hop++) {
        if (!found->has_linkage) {
            found->linkage = die->fields.linkage;
            found->linkage_unit = die->unit;
            found->has_linkage = (is_trusting && is_surely_text(found->linkage)) ||
                                 jp_dwarf_string(die->unit, found->linkage).len != 0;
        }
        if (!found->has_linkage && found->text.len == 0)
            found->text = jp_dwarf_string(die->unit, die->fields.name);
        found->name.is_external = found->name.is_external || die->fields.is_external;
        found->name.lacks_alternate |= jp_dwarf_is_lost(die->unit, die->fields.name) ||
                                       jp_dwarf_is_lost(die->unit, die->fields.origin);
        if ((found->has_linkage && found->name.is_external) ||
            !jp_dwarf_namer_follow(namer, die, &next))
            break;
        *die = next;
    }
}

/* Texts lie all over .debug_str, so that each is waited for: see load_texts. */
static void wait_for_text(struct jp_dwarf_namer *namer, const struct found *found,
                          const struct jp_dwarf_unit *unit, uint64_t offset)
{
    jp_vec_push(&namer->waiting, (struct jp_dwarf_waiting){.name = (uint32_t)namer->names.count,
                                                           .unit = found->linkage_unit,
                                                           .linkage = found->linkage,
                                                           .first_unit = unit,
                                                           .first_offset = offset});
}

static struct jp_dwarf_name name_now(struct jp_dwarf_namer *namer, const struct found *found,
                                     const struct jp_dwarf_named *last)
{
    struct jp_dwarf_name name = found->name;

    if (found->has_linkage)
        name.linkage =
            jp_dwarf_namer_keep(namer, jp_dwarf_string(found->linkage_unit, found->linkage));
    if (!name.linkage)
        name.function = jp_dwarf_namer_qualified(namer, last, found->text);
    return name;
}

static uint32_t make_name(struct jp_dwarf_namer *namer, struct jp_dwarf_named *die)
{
    const struct jp_dwarf_named first = *die;
    struct found found;

    collect(namer, die, true, &found);
    if (found.has_linkage && is_surely_text(found.linkage)) {
        wait_for_text(namer, &found, first.unit, first.offset);
        jp_vec_push(&namer->names, found.name);
    } else {
        const struct jp_dwarf_name name = name_now(namer, &found, die);
        jp_vec_push(&namer->names, name);
    }
    return (uint32_t)namer->names.count - 1;
}

/* There is no text after all. */
static void make_again(struct jp_dwarf_namer *namer, const struct jp_dwarf_waiting *waiting)
{
    struct found found;
    struct jp_dwarf_named die;

    if (!jp_dwarf_namer_read(namer, waiting->first_unit, waiting->first_offset, &die))
        return;
    collect(namer, &die, false, &found);
    namer->names.data[waiting->name] = name_now(namer, &found, &die);
}

/*
 * Load the first lines of all texts, which takes little longer than those of one. While they are
 * looked at nothing is loaded ahead, as the end of a text cannot be foreseen; and to ask for them
 * when they are met does not help, as the pages are not at hand then.
 */
static void load_texts(const struct jp_dwarf_waiting *waiting, size_t count)
{
    enum { LINE_BYTES = 64, LINES = 3 };

    for (size_t i = 0; i < count; i++) {
        const struct jp_span texts = waiting[i].unit->file->sections[JP_DWARF_STR];
        const uint64_t first = waiting[i].linkage.number;
        for (uint64_t at = first; at < first + LINES * LINE_BYTES && at < texts.len;
             at += LINE_BYTES)
            (void)*(const volatile char *)(texts.ptr + at);
    }
}

/* Give COUNT names their texts, looking at all before the first is compared with what is known. */
static void take_texts(struct jp_dwarf_namer *namer, const struct jp_dwarf_waiting *waiting,
                       size_t count)
{
    struct jp_span texts[TEXTS_AT_ONCE];
    uint64_t hashes[TEXTS_AT_ONCE];

    load_texts(waiting, count);
    for (size_t i = 0; i < count; i++) {
        texts[i] = jp_dwarf_namer_cut(jp_dwarf_string(waiting[i].unit, waiting[i].linkage));
        hashes[i] = jp_span_hash(texts[i]);
        jp_intern_expect(namer->strings, hashes[i]);
    }
    for (size_t i = 0; i < count; i++) {
        if (texts[i].len == 0)
            make_again(namer, &waiting[i]);
        else
            namer->names.data[waiting[i].name].linkage =
                jp_dwarf_namer_keep_hashed(namer, texts[i], hashes[i]);
    }
}

void jp_dwarf_namer_begin(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit,
                          struct jp_span bytes, const struct jp_dwarf_abbrevs *abbrevs,
                          struct jp_dwarf_map *map)
{
    namer->unit = unit;
    namer->bytes = bytes;
    namer->abbrevs = abbrevs;
    namer->map = map;
    namer->here.list.count = 0;
    namer->here.names.count = 0;
    jp_index_clear(&namer->here.index);
    if (namer->names.count == 0)
        jp_vec_push(&namer->names, (struct jp_dwarf_name){0});
}

uint32_t jp_dwarf_namer_get(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit,
                            uint64_t offset)
{
    struct jp_dwarf_named die;
    struct jp_dwarf_named origin;
    uint32_t name;

    if (find_place(namer, unit, offset, &name))
        return name;
    if (!jp_dwarf_namer_read(namer, unit, offset, &die))
        return 0;
    /* The code of an inline function says nothing of its own: its name is that of the function it
     * comes from. Nobody else refers to code, so what was found for it need not be kept. */
    if (!jp_dwarf_fields_name_it(&die.fields) && jp_dwarf_namer_follow(namer, &die, &origin)) {
        const struct jp_dwarf_unit *const origin_unit = origin.unit;
        const uint64_t origin_offset = origin.offset;
        if (!find_place(namer, origin_unit, origin_offset, &name)) {
            name = make_name(namer, &origin);
            remember(namer, origin_unit, origin_offset, name);
        }
        if (!die.fields.abbrev->has_code)
            remember(namer, unit, offset, name);
        return name;
    }
    name = make_name(namer, &die);
    remember(namer, unit, offset, name);
    return name;
}

void jp_dwarf_namer_end(struct jp_dwarf_namer *namer)
{
    for (size_t i = 0; i < namer->waiting.count; i += TEXTS_AT_ONCE) {
        const size_t left = namer->waiting.count - i;
        take_texts(namer, namer->waiting.data + i, left < TEXTS_AT_ONCE ? left : TEXTS_AT_ONCE);
    }
    namer->waiting.count = 0;
    namer->unit = NULL;
}

static void release_places(struct jp_dwarf_places *places)
{
    jp_vec_release(&places->list);
    jp_vec_release(&places->names);
    jp_index_release(&places->index);
}

void jp_dwarf_namer_release(struct jp_dwarf_namer *namer)
{
    for (size_t i = 0; i < namer->maps.count; i++)
        jp_dwarf_map_release(&namer->maps.data[i].map);
    jp_vec_release(&namer->names);
    jp_vec_release(&namer->waiting);
    jp_vec_release(&namer->maps);
    release_places(&namer->here);
    release_places(&namer->elsewhere);
    jp_index_release(&namer->map_index);
}
