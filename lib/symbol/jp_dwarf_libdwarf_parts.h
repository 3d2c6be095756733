/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of the libdwarf reader, private to jp_dwarf_libdwarf*.c:
 *
 * - units: which compile unit holds each address,
 * - walk: the chain of functions round each address of one unit,
 * - split: the unit with these functions, where it lies in another file,
 * - naming: the names of the functions of these chains.
 */
#ifndef JP_DWARF_LIBDWARF_PARTS_H
#define JP_DWARF_LIBDWARF_PARTS_H

#include "jp_buf.h"
#include "jp_dwarf.h"
#include "jp_dwarf_split.h"
#include "jp_libdwarf_lines.h"

#define JP_NODE_NONE UINT32_MAX

/* A unit that holds at least one asked address. */
struct jp_unit_hit {
    uint64_t root_offset;
    uint64_t base; /* DW_AT_low_pc of the root */
    uint16_t version;
    bool is_skeleton; /* its functions are in a .dwo or .dwp file */
    size_t first;     /* its part of jp_libdwarf_reader.claimed */
    size_t count;
};

/* A function, plain or inlined, round at least one address. */
struct jp_chain_node {
    bool is_block;   /* it is a block, which no chain has in the end */
    uint32_t parent; /* JP_NODE_NONE: the outermost one */
    uint32_t depth;  /* 1: the outermost one */
    struct jp_libdwarf_place place;
    uint64_t call_file; /* where the parent calls it, 0 for the outermost */
    uint64_t call_line;
    uint64_t call_column;
};

/* A function with its names; see jp_names.h. */
struct jp_named_function {
    struct jp_libdwarf_place place;
    uint32_t function;
    uint32_t linkage;
    bool is_external;
    bool lacks_alternate; /* the names lie in an alternate file that is not there */
};

/* A scope that gives functions their qualified name. */
struct jp_scope {
    uint64_t start; /* section offset of its DIE */
    uint64_t end;   /* offset behind its last child; UINT64_MAX: not known yet */
    uint32_t parent;
    uint32_t name;                     /* string id */
    struct jp_libdwarf_place declared; /* where a function has its name and its scopes */
    bool is_declared_elsewhere;
};

/* The scopes of one unit, in the order of the DIEs. */
struct jp_scope_table {
    struct jp_libdwarf_place root;
    JP_VEC(struct jp_scope) list;
};

struct jp_libdwarf_reader {
    const struct jp_dwarf_request *request;
    struct jp_names *names;
    struct jp_dwarf_work *work;
    struct jp_libdwarf main;
    struct jp_libdwarf alternate; /* dbg NULL: none */
    struct jp_libdwarf split;     /* of the unit at hand; dbg NULL: none */
    uint32_t splits_opened;
    struct jp_dwarf_file skeletons; /* the main file again, to find split files by */
    struct jp_dwarf_splits splits;
    bool has_skeletons;
    JP_VEC(struct jp_unit_hit) hits;
    JP_VEC(size_t) claimed; /* indices of addresses, ascending within a unit */
    JP_VEC(struct jp_named_function) functions;
    struct jp_index functions_index;
    JP_VEC(struct jp_scope_table) scopes;
};

/* Can code start at ADDRESS? OWNER is the object. */
bool jp_libdwarf_can_hold_code(const void *owner, uint64_t address);

/* Fill hits and claimed. */
void jp_libdwarf_find_units(struct jp_libdwarf_reader *reader);

/* What the walk over one unit gives: INNER[i] is the innermost node round ADDRESSES[i]. */
struct jp_libdwarf_chains {
    JP_VEC(struct jp_chain_node) nodes;
    uint32_t *inner;
    const uint64_t *addresses;
    size_t count;
};

/* ROOT is that of a unit in FILE, which is the main one or a split one. */
void jp_libdwarf_walk_unit(struct jp_libdwarf_reader *reader, const struct jp_libdwarf *file,
                           Dwarf_Die root, const struct jp_unit_hit *hit,
                           struct jp_libdwarf_chains *chains);

/*
 * Open the split file of the unit in HIT as READER's split, which jp_libdwarf_close closes. The
 * root of the unit with the DIEs, to be freed by the caller; NULL, told with the names, when there
 * is no such file.
 */
Dwarf_Die jp_libdwarf_find_split(struct jp_libdwarf_reader *reader, const struct jp_unit_hit *hit);

/* The file in which PLACE lies. */
const struct jp_libdwarf *jp_libdwarf_file_of(const struct jp_libdwarf_reader *reader,
                                              struct jp_libdwarf_place place);

/*
 * The function whose DIE lies at PLACE, by way of its abstract origin and its declaration. Valid
 * until the next call.
 */
const struct jp_named_function *jp_libdwarf_name(struct jp_libdwarf_reader *reader,
                                                 struct jp_libdwarf_place place);

/*
 * The scope of the DIE at PLACE as "ns::Type::", or empty, appended to OUT. NESTING counts the
 * functions on the way here that were declared elsewhere.
 */
void jp_libdwarf_add_scope(struct jp_libdwarf_reader *reader, Dwarf_Die die,
                           struct jp_libdwarf_place place, unsigned nesting, struct jp_buf *out);

/* The name of the function at PLACE with its scopes, both taken where it was declared. */
void jp_libdwarf_add_qualified(struct jp_libdwarf_reader *reader, struct jp_libdwarf_place place,
                               unsigned nesting, struct jp_buf *out);

#endif
