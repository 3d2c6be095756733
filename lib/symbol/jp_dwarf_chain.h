/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which function holds an address, and through which inlined calls: the functions of one unit are
 * matched against the sorted addresses of that unit. Only functions that hold one are looked into.
 */
#ifndef JP_DWARF_CHAIN_H
#define JP_DWARF_CHAIN_H

#include "jp_dwarf_line.h"
#include "jp_dwarf_map.h"

/* A function or an inlined call, with the address that made us look at it inside. */
struct jp_dwarf_node {
    uint32_t parent;   /* node this one was inlined into; 0: this is a function */
    uint32_t depth;    /* 1: this is a function */
    uint32_t position; /* in the unit, of the DIE or of the one it has its name from */
    uint32_t name;     /* set by the owner when the unit is done */
    uint32_t file;     /* string id: where the call stands */
    uint32_t line;
    uint32_t column;
};

typedef JP_VEC(struct jp_dwarf_node) jp_dwarf_nodes;

/* A DIE that is being looked into: its node, or that of the one around it, and its addresses, in
 * jp_dwarf_chains.hits. */
struct jp_dwarf_open {
    uint32_t node;
    size_t first;
    size_t last; /* behind the last one */
};

struct jp_dwarf_chains {
    /* Set by the owner for each unit. */
    const uint64_t *addresses;
    size_t count;
    uint32_t *found;              /* per address: its innermost node; 0: none yet */
    size_t unnamed;               /* addresses without node */
    struct jp_dwarf_lines *lines; /* for DW_AT_call_file */
    struct jp_intern *strings;
    uint64_t code_start; /* functions that start elsewhere were dropped by the linker */
    uint64_t code_end;
    bool want_inlines;

    jp_dwarf_nodes nodes; /* element 0 stands for "none" */
    uint64_t inlines_cut; /* see jp_dwarf_work */

    /* Scratch: the addresses of the function being read, and behind them those of each DIE in it
     * that is looked into, the innermost last; and these DIEs. */
    JP_VEC(uint32_t) hits;
    JP_VEC(struct jp_dwarf_open) open;
};

/* A jp_dwarf_on_function whose context is a jp_dwarf_chains. */
bool jp_dwarf_chains_take(void *chains, struct jp_dwarf_dies *dies,
                          const struct jp_dwarf_head *head);

void jp_dwarf_chains_release(struct jp_dwarf_chains *chains);

#endif
