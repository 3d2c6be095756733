/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_extents.h"

#include <stdlib.h>

/* Of larger symbols only every n-th byte is asked for, so that the work stays bounded. */
enum { MOST_ADDRESSES = 64 * 1024 };

/* So much code is asked for at once: each byte has a chain of frames, which takes memory. */
static const uint64_t BATCH_BYTES = 4 * 1024 * 1024;

struct learning {
    struct jp_extents *extents;
    const struct jp_profile *profile;
    const struct jp_symbolize_options *options;
    struct jp_diags *diags;
    JP_VEC(struct jp_code) fresh; /* not asked for before */
    const struct jp_code *codes;  /* some of them, of one module */
    size_t code_count;
    JP_VEC(uint64_t) addresses;
    struct jp_names names;
    JP_VEC(uint32_t) moved; /* string id of names -> of profile; JP_INDEX_NONE: not in it */
};

static bool same_extent(const void *owner, uint32_t id, const void *key)
{
    const struct jp_extent *const a = &((const struct jp_extents *)owner)->list.data[id];
    const struct jp_extent *const b = key;

    return a->name == b->name && a->file == b->file;
}

static bool same_code(const void *owner, uint32_t id, const void *key)
{
    const struct jp_code *const a = &((const struct jp_extents *)owner)->codes.data[id];
    const struct jp_code *const b = key;

    return a->module == b->module && a->start == b->start;
}

void jp_extents_release(struct jp_extents *extents)
{
    jp_vec_release(&extents->list);
    jp_vec_release(&extents->codes);
    jp_index_release(&extents->index);
    jp_index_release(&extents->asked);
}

const struct jp_extent *jp_extents_find(const struct jp_extents *extents, uint32_t name,
                                        uint32_t file)
{
    const struct jp_extent key = {.name = name, .file = file};
    const uint32_t id =
        jp_index_find(&extents->index, jp_hash_mix(name, file), same_extent, extents, &key);

    return id == JP_INDEX_NONE ? NULL : &extents->list.data[id];
}

/* LINE belongs to the function NAME. IS_ENTRY: it is where its code begins. */
static void note(struct jp_extents *extents, uint32_t name, uint32_t file, uint32_t line,
                 bool is_entry)
{
    const struct jp_extent fresh = {name, file, line, line, is_entry};
    const uint64_t hash = jp_hash_mix(name, file);
    const uint32_t id = jp_index_find(&extents->index, hash, same_extent, extents, &fresh);

    if (id == JP_INDEX_NONE) {
        jp_index_add(&extents->index, hash, (uint32_t)extents->list.count);
        jp_vec_push(&extents->list, fresh);
        return;
    }
    struct jp_extent *const extent = &extents->list.data[id];
    if (is_entry > extent->has_entry || (is_entry == extent->has_entry && line < extent->first))
        extent->first = line;
    extent->has_entry |= is_entry;
    if (line > extent->last)
        extent->last = line;
}

static bool has_wanted(const struct learning *learning, const struct jp_location *location,
                       const bool *is_wanted)
{
    for (uint32_t i = 0; i < location->frames_count; i++)
        if (is_wanted[learning->profile->frames.data[location->frames_first + i].function])
            return true;
    return false;
}

static void add_code(struct learning *learning, uint32_t location)
{
    struct jp_extents *const extents = learning->extents;
    struct jp_code code;

    if (!jp_code_find(learning->profile, location, &code))
        return;
    const uint64_t hash = jp_hash_mix(code.module, code.start);
    if (jp_index_find(&extents->asked, hash, same_code, extents, &code) != JP_INDEX_NONE)
        return;
    jp_index_add(&extents->asked, hash, (uint32_t)extents->codes.count);
    jp_vec_push(&extents->codes, code);
    jp_vec_push(&learning->fresh, code);
}

/* Ascending and without repetition, also where symbols overlap. */
static void add_addresses(struct learning *learning)
{
    uint64_t next = 0;

    for (size_t i = 0; i < learning->code_count; i++) {
        const struct jp_code *const code = &learning->codes[i];
        const uint64_t step = (code->end - code->start) / MOST_ADDRESSES + 1;
        uint64_t at = code->start > next ? code->start : next;
        for (; at < code->end; at += step) {
            jp_vec_push(&learning->addresses, at);
            next = at + 1;
        }
    }
}

static bool is_start(const struct learning *learning, uint64_t address)
{
    size_t low = 0;
    size_t high = learning->code_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (learning->codes[middle].start < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < learning->code_count && learning->codes[low].start == address;
}

static uint32_t move_text(struct learning *learning, uint32_t id)
{
    /* Only texts that are not empty are asked for, so 0 is free to mean "not yet". */
    while (learning->moved.count <= id)
        jp_vec_push(&learning->moved, 0);
    if (learning->moved.data[id] == 0)
        learning->moved.data[id] = jp_intern_find(&learning->profile->strings,
                                                  jp_intern_span(&learning->names.strings, id));
    return learning->moved.data[id];
}

static void take_entry(struct learning *learning, const struct jp_name_entry *entry)
{
    for (uint32_t i = 0; i < entry->frames_count; i++) {
        const struct jp_name_frame *const frame =
            &learning->names.frames.data[entry->frames_first + i];
        if (!frame->function || !frame->file || !frame->line)
            continue;
        const uint32_t name = move_text(learning, frame->function);
        const uint32_t file = move_text(learning, frame->file);
        const bool is_outermost = i + 1 == entry->frames_count;
        if (name != JP_INDEX_NONE && file != JP_INDEX_NONE)
            note(learning->extents, name, file, frame->line,
                 is_outermost && is_start(learning, entry->address));
    }
}

static void learn_codes(struct learning *learning)
{
    const struct jp_module *const module =
        &learning->profile->modules.data[learning->codes[0].module];
    struct jp_dwarf_work work = {0};

    learning->addresses.count = 0;
    learning->moved.count = 0;
    add_addresses(learning);
    jp_names_init(&learning->names);
    jp_symbolize(module->binary, learning->addresses.data, learning->addresses.count,
                 learning->options, &learning->names, &work, learning->diags);
    for (size_t i = 0; i < learning->names.entries.count; i++)
        take_entry(learning, &learning->names.entries.data[i]);
    jp_names_release(&learning->names);
}

static void learn(struct learning *learning)
{
    const size_t count = learning->fresh.count;

    if (count)
        qsort(learning->fresh.data, count, sizeof *learning->fresh.data, jp_code_compare);
    for (size_t first = 0; first < count; first += learning->code_count) {
        const struct jp_code *const codes = learning->fresh.data + first;
        uint64_t bytes = codes[0].end - codes[0].start;
        size_t n = 1;
        for (; first + n < count && codes[n].module == codes[0].module && bytes < BATCH_BYTES; n++)
            bytes += codes[n].end - codes[n].start;
        learning->codes = codes;
        learning->code_count = n;
        learn_codes(learning);
    }
}

void jp_extents_learn(struct jp_extents *extents, const struct jp_profile *profile,
                      const bool *is_wanted, const struct jp_symbolize_options *options,
                      struct jp_diags *diags)
{
    struct learning learning = {extents, profile, options, diags, .fresh = {0}};

    for (uint32_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        if (has_wanted(&learning, location, is_wanted))
            add_code(&learning, i);
    }
    learn(&learning);
    jp_vec_release(&learning.fresh);
    jp_vec_release(&learning.addresses);
    jp_vec_release(&learning.moved);
}
