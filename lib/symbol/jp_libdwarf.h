/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libdwarf behind one small interface: what its generations do differently (header folder, object
 * access structs, names of the freeing calls) is hidden here and in jp_libdwarf.c.
 *
 * The library never opens a file itself: it gets the sections from jp_object, which has unpacked
 * and checked them. So every form of compression works, and so does its own limit on growth.
 */
#ifndef JP_LIBDWARF_H
#define JP_LIBDWARF_H

#include "jp_dwarf_unit.h"
#include "jp_object.h"
#include "jp_vec.h"

#ifdef HAVE_LIBDWARF_H_IN_SUBDIR
#include <libdwarf/dwarf.h>
#include <libdwarf/libdwarf.h>
#else
#include <dwarf.h>
#include <libdwarf.h>
#endif

struct jp_libdwarf {
    Dwarf_Debug dbg;
    struct jp_libdwarf_sections *sections;
    bool is_big_endian;
    uint32_t number;                   /* tells split files apart; 0: not split */
    const struct jp_dwarf_unit *split; /* the unit of a split file, or NULL */
};

/* False with ERROR set when OBJECT has no DWARF or libdwarf refuses it. Close it in any case. */
JP_MUST_CHECK bool jp_libdwarf_open(struct jp_libdwarf *file, struct jp_object *object,
                                    struct jp_error *error);
/*
 * The same for the part of a .dwo or .dwp file that belongs to UNIT, which must stay.
 *
 * libdwarf wants the file with the skeletons as "tied" to a split one, and then still cannot read
 * all that such a file may hold (20210528: indexed range lists of DWARF 5). So it is shown the part
 * as a file of its own, reads the DIEs of it, and hands out indices of addresses, strings and
 * ranges as they are; what they mean is looked up by UNIT.
 */
JP_MUST_CHECK bool jp_libdwarf_open_split(struct jp_libdwarf *file,
                                          const struct jp_dwarf_unit *unit, uint32_t number);
void jp_libdwarf_close(struct jp_libdwarf *file);

/* Did the call of libdwarf that returned STATUS work? Frees DETAILS. */
bool jp_libdwarf_worked(const struct jp_libdwarf *file, int status, Dwarf_Error details);

/* A compile unit as its header and its root DIE describe it. */
struct jp_libdwarf_unit {
    Dwarf_Die root; /* the caller frees it with dwarf_dealloc_die */
    uint64_t root_offset;
    uint16_t version;
};

/* The next unit of .debug_info: 1, or 0 at the end, or -1 when the rest cannot be read. */
int jp_libdwarf_next_unit(const struct jp_libdwarf *file, struct jp_libdwarf_unit *unit);

/*
 * A walk over the DIEs of one unit. In a damaged file DW_AT_sibling may lead backwards or into the
 * children, so that the walk would go round in circles or take each branch twice; siblings only lie
 * behind one another here, and a unit never has more DIEs than bytes.
 */
struct jp_libdwarf_walk {
    const struct jp_libdwarf *file;
    uint64_t left;   /* DIEs that may still come */
    bool is_damaged; /* the walk was ended for one of these reasons */
};

/* ROOT is any DIE of the unit. */
void jp_libdwarf_walk_begin(struct jp_libdwarf_walk *walk, const struct jp_libdwarf *file,
                            Dwarf_Die root);
/* The first child of DIE, or NULL; to be freed by the caller or by the next function. */
Dwarf_Die jp_libdwarf_walk_child(struct jp_libdwarf_walk *walk, Dwarf_Die die);
/* The sibling behind DIE, or NULL; DIE is freed. */
Dwarf_Die jp_libdwarf_walk_sibling(struct jp_libdwarf_walk *walk, Dwarf_Die die);

/* Where a DIE lies: a section offset, in the file itself, in its dwz alternate file or in a split
 * file. */
struct jp_libdwarf_place {
    uint64_t offset;
    bool is_alternate;
    uint32_t split; /* the number of that file; 0: in none */
};

static inline bool jp_libdwarf_is_same_file(const struct jp_libdwarf_place *a,
                                            const struct jp_libdwarf_place *b)
{
    return a->is_alternate == b->is_alternate && a->split == b->split;
}

/* Attributes of a DIE; false or NULL when there is none, or it has a form that does not fit. */
const char *jp_libdwarf_text(const struct jp_libdwarf *file, Dwarf_Die die, Dwarf_Half attribute,
                             struct jp_object *alternate);
bool jp_libdwarf_number(const struct jp_libdwarf *file, Dwarf_Die die, Dwarf_Half attribute,
                        uint64_t *value);
bool jp_libdwarf_is_external(const struct jp_libdwarf *file, Dwarf_Die die);
bool jp_libdwarf_reference(const struct jp_libdwarf *file, Dwarf_Die die, Dwarf_Half attribute,
                           struct jp_libdwarf_place *place);

/* The value of an attribute of a DIE in a split file as it is stored. */
bool jp_libdwarf_split_value(const struct jp_libdwarf *file, Dwarf_Die die, Dwarf_Half attribute,
                             struct jp_dwarf_value *value);
/* The text that an attribute with an index means, or NULL. */
const char *jp_libdwarf_split_text(const struct jp_libdwarf *file, Dwarf_Attribute attribute,
                                   Dwarf_Half form);

struct jp_libdwarf_range {
    uint64_t low;
    uint64_t high; /* first address behind */
};

struct jp_libdwarf_ranges {
    JP_VEC(struct jp_libdwarf_range) list;
};

/*
 * Replace RANGES with the addresses of DIE: DW_AT_low_pc and DW_AT_high_pc, or DW_AT_ranges of
 * DWARF 3 to 5. BASE is the DW_AT_low_pc of the unit. Empty stretches are left out.
 */
void jp_libdwarf_ranges_of(const struct jp_libdwarf *file, Dwarf_Die die, uint16_t version,
                           uint64_t base, struct jp_libdwarf_ranges *ranges);
/* The same for a DIE of a split file. */
void jp_libdwarf_split_ranges(const struct jp_libdwarf *file, Dwarf_Die die,
                              struct jp_libdwarf_ranges *ranges);

#endif
