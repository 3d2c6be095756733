/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The product of symbolization: for each asked address of one module its chain of frames,
 * innermost inlined call first, the function that holds the code last.
 *
 * Flat arrays of numbers and one string table, so that it can be sent through a pipe or kept in a
 * cache as it is. Addresses are ELF virtual addresses, already moved into the call instruction
 * (recorded return address minus one).
 */
#ifndef JP_NAMES_H
#define JP_NAMES_H

#include "jp_intern.h"
#include "jp_miss.h"

struct jp_name_frame {
    uint32_t function; /* string id: the name to show, demangled; 0: not known */
    uint32_t linkage;  /* string id: mangled name; 0: none, or equal to function */
    uint32_t file;    /* string id: absolute where the compiler recorded its folder; 0: not known */
    uint32_t line;    /* 0: not known */
    uint32_t column;  /* 0: not known */
    bool is_inlined;  /* true for every frame but the last of a chain */
    bool is_external; /* the function is visible outside its compile unit */
};

/*
 * The longest chain: the deepest inlining of real programs is some dozens of calls, and without a
 * limit a file of 1 MB could claim millions of frames for each address. Calls inlined deeper count
 * as code of the innermost frame that is left.
 */
enum { JP_NAMES_MOST_FRAMES = 256 };

struct jp_name_entry {
    uint64_t address;
    uint32_t frames_first; /* index in jp_names.frames */
    uint32_t frames_count; /* 0: nothing known, see miss */
    enum jp_miss miss;     /* what is missing: NOT_COVERED with no frames, NO_DEBUG_INFO with a bare
                              symbol name, NONE when all is there */
};

struct jp_names {
    struct jp_intern strings;
    JP_VEC(struct jp_name_entry) entries; /* ascending by address, unique */
    JP_VEC(struct jp_name_frame) frames;
    uint32_t tried; /* string id: where a file was looked for that is missing, "PATH: outcome" in
                       lines; 0: nothing is missing */
};

void jp_names_init(struct jp_names *names);
void jp_names_release(struct jp_names *names);
/* The entry of ADDRESS, or NULL. */
const struct jp_name_entry *jp_names_find(const struct jp_names *names, uint64_t address);

/* Fill OUT (initialised, empty) with the entries of both; of one address that of B. */
void jp_names_merge(const struct jp_names *a, const struct jp_names *b, struct jp_names *out);
/* Leave of each chain the function that holds the code, with the line in its own text. */
void jp_names_drop_inlined(struct jp_names *names);

#endif
