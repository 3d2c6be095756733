/* SPDX-License-Identifier: BSD-2-Clause */
/* The last step of symbolization: from what DWARF and the symbol table know to frames. */
#ifndef JP_SYMBOLIZE_COMPOSE_H
#define JP_SYMBOLIZE_COMPOSE_H

#include "jp_arena.h"
#include "jp_buf.h"
#include "jp_dwarf_answer.h"

/* What the symbol table says of an address. */
struct jp_outer_name {
    uint32_t linkage; /* string id of the product */
    bool has_symbol;
    bool is_global;
};

struct jp_composition {
    const struct jp_symbolize_task *task;
    struct jp_names names; /* the product: one entry per address of the task, in order */
    JP_VEC(struct jp_outer_name) outer; /* per address */
    JP_VEC(uint32_t) readable; /* linkage name -> demangled, string ids; UINT32_MAX: not yet */
    struct jp_buf text;        /* the name that is being demangled */

    /* Names that were made readable before they were asked for, which is the order of the product's
     * strings: string i of MANGLED is element i - 1 of DEMANGLED. */
    struct jp_intern mangled;
    JP_VEC(struct jp_span) demangled;
    struct jp_arena arena; /* their texts */
};

/* Find and demangle what the symbol table says of the addresses of TASK: nothing of this depends on
 * debug information. */
void jp_composition_begin(struct jp_composition *composition, const struct jp_symbolize_task *task);
/* Make the names readable that debug information gave, which may be all of it or some: while others
 * are waited for. */
void jp_composition_expect(struct jp_composition *composition, const struct jp_names *dwarf);
/* Fill the names. */
void jp_composition_end(struct jp_composition *composition, const struct jp_dwarf_answer *dwarf);
/* Everything but the names, which the caller releases. */
void jp_composition_release(struct jp_composition *composition);

#endif
