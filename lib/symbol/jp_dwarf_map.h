/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One pass over the outer DIEs of a unit: it calls back for each function with code and keeps a map
 * of what it entered and what it passed over. The map serves two later questions: which functions
 * hide inside of what was passed over (lambdas, functions of local classes), and in which scopes a
 * DIE lies, as DIEs do not know their parents. The pass ends where nothing more is wanted, and goes
 * on from there when a DIE behind is asked for.
 */
#ifndef JP_DWARF_MAP_H
#define JP_DWARF_MAP_H

#include "jp_dwarf_die.h"

#define JP_DWARF_NO_SCOPE UINT32_MAX

struct jp_dwarf_scope { /* entered: namespaces and types whose end is not recorded */
    uint32_t position;
    uint32_t end;
    uint32_t parent; /* index of the scope around it; JP_DWARF_NO_SCOPE: the root */
};

/* The DIEs of the unit, or those inside of a scope that was passed over at first. */
struct jp_dwarf_level {
    JP_VEC(struct jp_dwarf_scope) scopes; /* ascending by position */
    jp_dwarf_subtrees subtrees;           /* ascending by position, disjoint */
    uint32_t scope;                       /* the innermost open one */
    uint32_t position;                    /* where the pass goes on; 0: at the root */
    uint32_t end;                         /* where it ends; UINT32_MAX: with the unit */
    bool is_whole;                        /* there is nothing more, or it is damaged */
};

struct jp_dwarf_map {
    JP_VEC(struct jp_dwarf_level) levels; /* that of the unit is the first */
};

/*
 * Called for a function with code, the cursor being behind its attributes. It must be left there
 * or behind the function's children. False stops the pass.
 */
typedef bool jp_dwarf_on_function(void *context, struct jp_dwarf_dies *dies,
                                  const struct jp_dwarf_head *head);

/* An empty map, of the memory of what MAP was. */
void jp_dwarf_map_begin(struct jp_dwarf_map *map);

/*
 * Pass over the unit until all is seen, or until *LEFT, which CALL counts down, is 0. False when
 * the unit is damaged.
 */
bool jp_dwarf_map_build(struct jp_dwarf_map *map, struct jp_dwarf_dies *dies,
                        jp_dwarf_on_function *call, void *context, const size_t *left);

/* Where functions hide, the likeliest place first. */
enum jp_dwarf_look {
    JP_DWARF_LOOK_FUNCTIONS,    /* in functions */
    JP_DWARF_LOOK_SCOPES,       /* in scopes, but not in what these hold */
    JP_DWARF_LOOK_WHOLE_SCOPES, /* anywhere in scopes */
    JP_DWARF_LOOK_TYPES,
    JP_DWARF_LOOKS
};

/* Call back for the functions with code inside of what was passed over, of a map that is whole,
 * until no more than ENOUGH are left of *LEFT, which CALL counts down. */
bool jp_dwarf_map_search(const struct jp_dwarf_map *map, struct jp_dwarf_dies *dies,
                         enum jp_dwarf_look look, jp_dwarf_on_function *call, void *context,
                         const size_t *left, size_t enough);

/*
 * Append the positions of the DIEs around the DIE at POSITION, outermost first and without the
 * root, to ANCESTORS. False when there is no DIE at POSITION. The map grows as far as that needs.
 */
typedef JP_VEC(uint32_t) jp_dwarf_positions;
bool jp_dwarf_map_ancestors(struct jp_dwarf_map *map, struct jp_dwarf_dies *dies, uint32_t position,
                            jp_dwarf_positions *ancestors);

void jp_dwarf_map_release(struct jp_dwarf_map *map);

/* For jp_dwarf_map_*.c: a new level, which moves the others; and go on in one as far as POSITION.
 */
struct jp_dwarf_level *jp_dwarf_map_add_level(struct jp_dwarf_map *map);
void jp_dwarf_level_reach(struct jp_dwarf_level *level, struct jp_dwarf_dies *dies,
                          uint32_t position);

#endif
