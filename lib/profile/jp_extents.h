/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From where to where functions go in their source files: the smallest and largest lines of their
 * code, wherever it was inlined to. Found by asking for the lines of all code of the symbols in
 * question, once; what was found is kept.
 */
#ifndef JP_EXTENTS_H
#define JP_EXTENTS_H

#include "jp_code.h"
#include "jp_symbolize.h"

struct jp_extent {
    uint32_t name;  /* string id of the profile: the function, demangled, complete */
    uint32_t file;  /* string id of the profile */
    uint32_t first; /* line of the first instruction of its own code; without such, the smallest */
    uint32_t last;  /* the largest line */
    bool has_entry; /* first is the line of a first instruction */
};

struct jp_extents {
    JP_VEC(struct jp_extent) list;
    struct jp_index index;
    struct jp_index asked; /* of codes: the symbols whose lines are known */
    JP_VEC(struct jp_code) codes;
};

void jp_extents_release(struct jp_extents *extents);

/*
 * Learn the extents of all functions in the symbols that hold a location with one of the functions
 * IS_WANTED (one flag per function of PROFILE). EXTENTS is zeroed or knows some of PROFILE already.
 */
void jp_extents_learn(struct jp_extents *extents, const struct jp_profile *profile,
                      const bool *is_wanted, const struct jp_symbolize_options *options,
                      struct jp_diags *diags);

/* NULL: nothing is known. */
const struct jp_extent *jp_extents_find(const struct jp_extents *extents, uint32_t name,
                                        uint32_t file);

#endif
