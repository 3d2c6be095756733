/* SPDX-License-Identifier: BSD-2-Clause */
/* What is known about each module once jp_resolve has run: its share, and how well it is named. */
#ifndef JP_MODULE_FACTS_H
#define JP_MODULE_FACTS_H

#include "jp_profile.h"

/* Where the names of a module came from; of several sources the best. */
enum jp_names_from {
    JP_NAMES_FROM_NONE,
    JP_NAMES_FROM_PROFILE, /* the profile brought them along: --raw, pprof, a store */
    JP_NAMES_FROM_PERF_MAP,
    JP_NAMES_FROM_DYNSYM,
    JP_NAMES_FROM_MINI_SYMTAB, /* .gnu_debugdata */
    JP_NAMES_FROM_SYMTAB,
    JP_NAMES_FROM_DWARF_LINES,   /* the functions, and with them inlined calls, are elsewhere */
    JP_NAMES_FROM_DWARF,         /* no inlined call was met */
    JP_NAMES_FROM_DWARF_INLINED, /* with inlined calls */
};

struct jp_module_facts {
    /*
     * Bytes of the stacks that pass through the module, each counted once, the base's added to the
     * dump's: how much depends on the module's names. Of JP_INUSE_BYTES, or of JP_ALLOC_BYTES when
     * nothing is live.
     */
    double bytes;
    double nameless_bytes; /* the same for the module's locations without a name only */
    uint32_t location_count;
    uint32_t named_count;
    uint32_t lined_count;   /* locations with file and line */
    uint32_t inlined_count; /* locations with inlined calls */
    enum jp_names_from from;
    enum jp_miss nameless; /* the worst reason why names are missing; NONE: all are there */
    enum jp_miss lineless; /* the same for the lines of named locations */
    enum jp_miss thin;     /* the same for inlined calls of locations with lines */
    uint32_t thin_count;   /* locations concerned by that */
};

struct jp_profile_facts {
    struct jp_module_facts *modules; /* one per module of the profile */
    uint32_t *by_bytes;              /* module ids, those with the most bytes first */
    uint32_t *by_nameless_bytes;     /* the same by nameless_bytes */
    size_t count;
    double total;          /* bytes of all stacks, the base's added */
    double nameless_bytes; /* of those with a location without name, the allocator's aside */
    enum jp_metric metric;
};

void jp_profile_facts_init(struct jp_profile_facts *facts, const struct jp_profile *profile);
void jp_profile_facts_release(struct jp_profile_facts *facts);

/* The worst reason why lines or inlined calls are missing. */
enum jp_miss jp_module_lacks(const struct jp_module_facts *facts);

/*
 * Some locations have lines, and what has none is code that was compiled without: nothing is
 * missing that could be got.
 */
bool jp_module_is_lined(const struct jp_module_facts *facts);

/* Why locations have no names, in words; facts->nameless is not NONE. */
const char *jp_module_nameless_text(const struct jp_module_facts *facts);

/* Why named locations have no lines, in words; facts->lineless is not NONE. */
const char *jp_module_lineless_text(const struct jp_module_facts *facts);

/* "DWARF with inlined calls", ".symtab", "none": completes "names from". */
const char *jp_names_from_text(enum jp_names_from from);

#endif
