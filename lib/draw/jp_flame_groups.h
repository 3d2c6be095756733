/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a function belongs to, for the colours of flame graphs: the crate, namespace or class that
 * its name begins with, else the file that its code lies in. What the rules (jp_plumbing.h) take
 * for a library of the language or the system is gray; otherwise the colour follows from the name
 * of the group alone, so it is the same in every picture.
 */
#ifndef JP_FLAME_GROUPS_H
#define JP_FLAME_GROUPS_H

#include "jp_plumbing.h"

#define JP_FLAME_HUES 12 /* classes h0 to h11 of jp_flame.css */

/* The group of library functions that lie in the program and whose names have no path. */
#define JP_FLAME_STD_NAME "[std]"

struct jp_flame_group {
    uint32_t name; /* string id in jp_flame_groups.strings */
    int hue;       /* JP_FLAME_HUES: gray */
    double value;  /* for who adds up */
};

struct jp_flame_groups {
    struct jp_intern strings;
    JP_VEC(struct jp_flame_group) list; /* each name twice: the program's, then the libraries' */
    uint32_t *of_key;                   /* per key: index in list */
    bool *is_inlined;                   /* per key */
    char *shade; /* per key: 'a', 'b' or 'c', for telling neighbours of a group apart */
};

void jp_flame_groups_init(struct jp_flame_groups *groups, const struct jp_profile *profile,
                          const struct jp_keys *keys);
void jp_flame_groups_release(struct jp_flame_groups *groups);

/* Are frames of these kinds of plumbing gray? All that --fold=std folds are, and the allocator's.
 */
bool jp_flame_group_is_common(uint8_t kinds);

/*
 * Append the group that a function's complete, demangled name tells: "alloc" for
 * "<alloc::vec::Vec<T> as Drop>::drop"; nothing when the name has no path. IS_COMMON: the function
 * is gray, by RULES or by its module.
 */
void jp_flame_group_of_name(struct jp_buf *out, const struct jp_rules *rules,
                            struct jp_span full_name, bool is_common);

#endif
