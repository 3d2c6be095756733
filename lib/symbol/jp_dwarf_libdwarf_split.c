/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Split DWARF for the libdwarf reader. Which file has the DIEs of a skeleton, and where in it, is
 * found out as for our own reader; what they say is read by libdwarf.
 */
#include "config.h"

#include "jp_dwarf_libdwarf_parts.h"

static bool open_skeletons(struct jp_libdwarf_reader *reader)
{
    const struct jp_dwarf_request *const request = reader->request;

    if (reader->has_skeletons)
        return true;
    if (!jp_dwarf_file_init(&reader->skeletons, request->object, false, NULL))
        return false;
    jp_dwarf_file_load_strings(&reader->skeletons);
    jp_dwarf_splits_init(&reader->splits, &reader->skeletons, request);
    reader->has_skeletons = true;
    return true;
}

static const struct jp_dwarf_unit *skeleton_of(struct jp_libdwarf_reader *reader,
                                               const struct jp_unit_hit *hit,
                                               struct jp_dwarf_unit *skeleton)
{
    const struct jp_dwarf_unit *const unit =
        open_skeletons(reader) ? jp_dwarf_file_unit(&reader->skeletons, hit->root_offset) : NULL;

    if (!unit)
        return NULL;
    *skeleton = *unit;
    return jp_dwarf_unit_read_root(skeleton) ? skeleton : NULL;
}

/* The units of a .dwo file come one after the other; in a package it is the first. */
static Dwarf_Die find_root(const struct jp_libdwarf *file, const struct jp_dwarf_unit *unit)
{
    struct jp_libdwarf_unit at;

    while (jp_libdwarf_next_unit(file, &at) > 0) {
        if (at.root_offset == unit->root - unit->info_start)
            return at.root;
        dwarf_dealloc_die(at.root);
    }
    return NULL;
}

/* One of the files that are missing stands for all. */
static void explain(struct jp_libdwarf_reader *reader, const struct jp_dwarf_unit *skeleton)
{
    struct jp_buf tried = JP_BUF_INIT;

    if (reader->names->tried || !skeleton)
        return;
    jp_dwarf_splits_explain(reader->request, skeleton, &tried);
    reader->names->tried = jp_intern_add(&reader->names->strings, jp_buf_span(&tried));
    jp_buf_release(&tried);
}

Dwarf_Die jp_libdwarf_find_split(struct jp_libdwarf_reader *reader, const struct jp_unit_hit *hit)
{
    struct jp_dwarf_unit copy;
    const struct jp_dwarf_unit *const skeleton = skeleton_of(reader, hit, &copy);
    const struct jp_dwarf_unit *const unit =
        skeleton ? jp_dwarf_splits_open(&reader->splits, skeleton) : NULL;

    if (!unit) {
        reader->work->split_missing++;
        explain(reader, skeleton);
        return NULL;
    }
    const bool is_open = jp_libdwarf_open_split(&reader->split, unit, ++reader->splits_opened);
    const Dwarf_Die root = is_open ? find_root(&reader->split, unit) : NULL;
    if (!root) {
        jp_libdwarf_close(&reader->split);
        reader->work->units_refused++;
    }
    return root;
}
