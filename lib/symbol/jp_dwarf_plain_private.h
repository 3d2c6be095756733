/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files jp_dwarf_plain*.c share. Nobody else includes this. */
#ifndef JP_DWARF_PLAIN_PRIVATE_H
#define JP_DWARF_PLAIN_PRIVATE_H

#include "jp_addresses.h"
#include "jp_dwarf_plain.h"

/* What is among the abbreviations of a unit. */
enum jp_dwarf_plain_trait {
    JP_DWARF_HAS_MORE = 1 << 0,     /* inlined calls, or names in another file */
    JP_DWARF_HAS_EXTERNAL = 1 << 1, /* functions that others see, or of which that is not known */
    JP_DWARF_HAS_LABEL = 1 << 2,    /* functions of which the DIE says it in a byte: an assembler's,
                                       where the symbol table decides (jp_dwarf_fields.c) */
};

/* Find where the tables of the units begin; false: there are not as many as units. */
bool jp_dwarf_plain_find_tables(struct jp_dwarf_plain *plain);
/* The traits of the unit with INDEX in the reach's tables; HAS_MORE when its table is damaged, or
 * not that of a unit with code. */
unsigned jp_dwarf_plain_traits(const struct jp_dwarf_plain *plain, size_t index);

/* The index of the unit at OFFSET, which is there. */
static inline size_t jp_dwarf_plain_unit(const struct jp_dwarf_plain *plain, uint64_t offset)
{
    return jp_addresses_first(plain->reach->tables.data, plain->reach->tables.count, offset);
}

#endif
