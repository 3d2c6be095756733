/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Passing over DIEs. Only what the search for functions needs is taken from each: where it ends and
 * where its code lies. The attributes of the few DIEs that matter are read by jp_dwarf_fields.
 */
#ifndef JP_DWARF_DIE_H
#define JP_DWARF_DIE_H

#include "jp_dwarf_abbrev.h"

/* Where we are in the DIEs of a unit. Positions are bytes from the unit's start. */
struct jp_dwarf_dies {
    const struct jp_dwarf_unit *unit;
    const struct jp_dwarf_abbrevs *abbrevs;
    struct jp_dwarf_cursor cursor;
    const unsigned char *start; /* of the unit */
    uint64_t count;             /* DIEs read */
    uint64_t limit; /* at which count reading stops: a bound on work with damaged input */
};

struct jp_dwarf_head {
    const struct jp_dwarf_abbrev *abbrev; /* NULL: the end of a list of children */
    uint32_t position;                    /* of the DIE */
    uint32_t sibling;                     /* position behind its children; 0: not recorded */
    struct jp_dwarf_code code;            /* set only when abbrev->has_code */
};

/* The attributes that make a frame. */
struct jp_dwarf_fields {
    const struct jp_dwarf_abbrev *abbrev;
    struct jp_dwarf_value name;
    struct jp_dwarf_value linkage;
    struct jp_dwarf_value origin; /* DW_AT_abstract_origin, else DW_AT_specification */
    uint32_t call_file;
    uint32_t call_line;
    uint32_t call_column;
    bool is_external;
};

/* Start at the root DIE of UNIT. BYTES is the unit from its header on, in the file or a copy of it;
 * LIMIT bounds the DIEs read. */
void jp_dwarf_dies_begin(struct jp_dwarf_dies *dies, const struct jp_dwarf_unit *unit,
                         struct jp_span bytes, const struct jp_dwarf_abbrevs *abbrevs,
                         uint64_t limit);

static inline uint32_t jp_dwarf_dies_position(const struct jp_dwarf_dies *dies)
{
    return (uint32_t)(dies->cursor.at - dies->start);
}

static inline bool jp_dwarf_dies_hold(const struct jp_dwarf_dies *dies, uint32_t position)
{
    return position >= dies->unit->root - dies->unit->offset &&
           position <= (size_t)(dies->cursor.end - dies->start);
}

/* Go to POSITION; false when it lies outside of the unit's DIEs. */
static inline bool jp_dwarf_dies_seek(struct jp_dwarf_dies *dies, uint32_t position)
{
    if (!jp_dwarf_dies_hold(dies, position)) {
        jp_dwarf_fail(&dies->cursor);
        return false;
    }
    dies->cursor.at = dies->start + position;
    return true;
}

/* A cursor at POSITION, bad when that lies outside of the unit's DIEs; DIES stays where it is. */
static inline struct jp_dwarf_cursor jp_dwarf_dies_cursor(const struct jp_dwarf_dies *dies,
                                                          uint32_t position)
{
    struct jp_dwarf_cursor cursor = dies->cursor;

    cursor.is_bad = false;
    if (jp_dwarf_dies_hold(dies, position))
        cursor.at = dies->start + position;
    else
        jp_dwarf_fail(&cursor);
    return cursor;
}

/* Read one DIE and pass over its attributes. False: damaged, unknown form, or limit reached. */
bool jp_dwarf_dies_next(struct jp_dwarf_dies *dies, struct jp_dwarf_head *head);

/* What was passed over: a function, type or scope with its children. */
struct jp_dwarf_subtree {
    uint32_t position;
    uint32_t end;
    uint32_t inside; /* number of the level inside of a scope, see jp_dwarf_map.h; 0: not made */
    uint8_t kind;    /* enum jp_dwarf_kind */
};

typedef JP_VEC(struct jp_dwarf_subtree) jp_dwarf_subtrees;

/* Sets of enum jp_dwarf_pass_kind. */
enum {
    JP_DWARF_PASS_LEAVES =
        1 << JP_DWARF_PASS_LEAF | 1 << (JP_DWARF_PASS_TREE + JP_DWARF_KIND_OTHER),
    JP_DWARF_PASS_FUNCTIONS = JP_DWARF_PASS_LEAVES |
                              1 << (JP_DWARF_PASS_TREE + JP_DWARF_KIND_TYPE) |
                              1 << (JP_DWARF_PASS_TREE + JP_DWARF_KIND_FUNCTION),
    JP_DWARF_PASS_ALL = JP_DWARF_PASS_FUNCTIONS | 1 << (JP_DWARF_PASS_TREE + JP_DWARF_KIND_SCOPE),
};

/*
 * Pass over the DIEs from here on that take one look at a table each, are of KINDS and end at
 * position LAST or before; the functions, types and scopes among those with children are added to
 * SUBTREES, unless that is NULL. The DIE behind them, which may be one more of the kind, is for
 * jp_dwarf_dies_next.
 */
void jp_dwarf_dies_pass(struct jp_dwarf_dies *dies, unsigned kinds, uint32_t last,
                        jp_dwarf_subtrees *subtrees);

/*
 * Pass over the DIEs that take one look at a table each, whatever they are, from here, DEPTH levels
 * below some DIE, up to the end of that one's children. Returns the depth that was reached: 0 when
 * that is done, else the DIE behind is for jp_dwarf_dies_next.
 */
size_t jp_dwarf_dies_rise(struct jp_dwarf_dies *dies, size_t depth);

/* Pass over the children of the DIE just read. */
bool jp_dwarf_dies_skip_children(struct jp_dwarf_dies *dies, const struct jp_dwarf_head *head);

static inline bool jp_dwarf_dies_at_end(const struct jp_dwarf_dies *dies)
{
    return dies->cursor.at == dies->cursor.end;
}

/* Read the attributes of the DIE at POSITION; the place in DIES is not changed. */
bool jp_dwarf_fields_read(const struct jp_dwarf_dies *dies, uint32_t position,
                          struct jp_dwarf_fields *fields);

/* Does the DIE say what it is called, in part at least? An inlined call refers to what was inlined
 * and says nothing else. */
static inline bool jp_dwarf_fields_name_it(const struct jp_dwarf_fields *fields)
{
    return fields->name.form || fields->linkage.form || fields->is_external;
}

#endif
