/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_libdwarf.h"

void jp_libdwarf_walk_begin(struct jp_libdwarf_walk *walk, const struct jp_libdwarf *file,
                            Dwarf_Die root)
{
    Dwarf_Error details = NULL;
    Dwarf_Off start = 0, bytes = 0;

    const int status = dwarf_die_CU_offset_range(root, &start, &bytes, &details);
    *walk = (struct jp_libdwarf_walk){
        .file = file,
        .left = jp_libdwarf_worked(file, status, details) ? bytes : 0,
    };
}

/* Count DIE, or drop it when there cannot be so many. */
static Dwarf_Die admit(struct jp_libdwarf_walk *walk, Dwarf_Die die)
{
    if (walk->left > 0) {
        walk->left--;
        return die;
    }
    walk->is_damaged = true;
    dwarf_dealloc_die(die);
    return NULL;
}

Dwarf_Die jp_libdwarf_walk_child(struct jp_libdwarf_walk *walk, Dwarf_Die die)
{
    Dwarf_Error details = NULL;
    Dwarf_Die child = NULL;

    const int status = dwarf_child(die, &child, &details);
    return jp_libdwarf_worked(walk->file, status, details) ? admit(walk, child) : NULL;
}

static uint64_t offset_of(const struct jp_libdwarf *file, Dwarf_Die die)
{
    Dwarf_Error details = NULL;
    Dwarf_Off offset = 0;

    const int status = dwarf_dieoffset(die, &offset, &details);
    return jp_libdwarf_worked(file, status, details) ? offset : 0;
}

Dwarf_Die jp_libdwarf_walk_sibling(struct jp_libdwarf_walk *walk, Dwarf_Die die)
{
    const struct jp_libdwarf *const file = walk->file;
    const uint64_t offset = offset_of(file, die);
    Dwarf_Error details = NULL;
    Dwarf_Die next = NULL;

    const int status = dwarf_siblingof_b(file->dbg, die, 1, &next, &details);
    dwarf_dealloc_die(die);
    if (!jp_libdwarf_worked(file, status, details))
        return NULL;
    if (offset_of(file, next) > offset)
        return admit(walk, next);
    walk->is_damaged = true;
    dwarf_dealloc_die(next);
    return NULL;
}
