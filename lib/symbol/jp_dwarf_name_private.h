/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files jp_dwarf_name*.c share. Nobody else includes this. */
#ifndef JP_DWARF_NAME_PRIVATE_H
#define JP_DWARF_NAME_PRIVATE_H

#include "jp_dwarf_name.h"

enum {
    JP_DWARF_HOPS_LIMIT = 16,    /* origins followed from one DIE; compilers need three */
    JP_DWARF_NAME_LIMIT = 65535, /* bytes of a name */
};

/* A DIE as found: where, and what it says. */
struct jp_dwarf_named {
    const struct jp_dwarf_unit *unit;
    uint64_t offset;
    struct jp_dwarf_fields fields;
};

/* --- jp_dwarf_name_die.c: within the bounds on work; false, NULL or 0 when they are reached
 * ------- */

bool jp_dwarf_namer_open(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit,
                         struct jp_dwarf_dies *dies);
void jp_dwarf_namer_charge(struct jp_dwarf_namer *namer, uint64_t dies);
bool jp_dwarf_namer_read(struct jp_dwarf_namer *namer, const struct jp_dwarf_unit *unit,
                         uint64_t offset, struct jp_dwarf_named *die);
/* The DIE that DIE refers to as its origin. */
bool jp_dwarf_namer_follow(struct jp_dwarf_namer *namer, const struct jp_dwarf_named *die,
                           struct jp_dwarf_named *origin);
/* String ids; the second way is for a text that was cut, and hashed, before. */
uint32_t jp_dwarf_namer_keep(struct jp_dwarf_namer *namer, struct jp_span text);
uint32_t jp_dwarf_namer_keep_hashed(struct jp_dwarf_namer *namer, struct jp_span text,
                                    uint64_t hash);
struct jp_span jp_dwarf_namer_cut(struct jp_span text);

/* --- jp_dwarf_name_scope.c -------------------------------------------------------------------- */

/* String id of NAME, that of DIE, with the scopes that DIE lies in. */
uint32_t jp_dwarf_namer_qualified(struct jp_dwarf_namer *namer, const struct jp_dwarf_named *die,
                                  struct jp_span name);

#endif
