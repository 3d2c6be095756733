/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The one door to DWARF: "these addresses of this file, please". Two readers stand behind it: one
 * over libdwarf (jp_dwarf_libdwarf.c) and our own (jp_dwarf_reader.c and its parts); see
 * doc/architecture.md for why there are two.
 */
#ifndef JP_DWARF_H
#define JP_DWARF_H

#include "jp_error.h"
#include "jp_names.h"
#include "jp_object.h"

/*
 * What a reader did; counted work, for -v and for tests. X(name):
 *
 *   files_read     files with debug information; added up by jp_dwarf_answer.h
 *   modules_cached modules that were answered from the cache alone; added up by jp_symbolize.h
 *   units_refused  unknown version or form, damaged; the addresses stay without lines
 *   inlines_cut    inlined calls below JP_NAMES_MOST_FRAMES that were left out
 *   split_missing  skeleton units whose .dwo or .dwp was not found; where the first of them was
 *                  looked for is in jp_names.tried
 *   alternate_missing  addresses with a function whose name lies in a shared file (dwz) that is not
 *                  there
 */
#define JP_DWARF_WORK_LIST(X) \
    X(files_read)             \
    X(modules_cached)         \
    X(units_total)            \
    X(roots_read)             \
    X(units_read)             \
    X(dies_read)              \
    X(line_rows)              \
    X(units_refused)          \
    X(inlines_cut)            \
    X(split_missing)          \
    X(alternate_missing)

struct jp_dwarf_work {
#define X(name) uint64_t name;
    JP_DWARF_WORK_LIST(X)
#undef X
};

static inline void jp_dwarf_work_add(struct jp_dwarf_work *total, const struct jp_dwarf_work *work)
{
#define X(name) total->name += work->name;
    JP_DWARF_WORK_LIST(X)
#undef X
}

struct jp_dwarf_request {
    struct jp_object *object;    /* the file that holds the .debug_ sections */
    struct jp_object *alternate; /* the .gnu_debugaltlink file, or NULL */
    struct jp_object *symbols;   /* the file whose symbols name the functions in the end: where one
                                    covers an address its name may be left out; or NULL */
    const char *program;         /* the file that ran, when OBJECT is its debug file: split debug
                                    files may lie beside either; or NULL */
    const char *mapped_path;     /* the path that it ran as, or NULL */
    struct jp_split_folders *split_folders; /* where else split debug files may lie, or NULL */
    const uint64_t *addresses;              /* ascending, unique */
    size_t count;
    bool want_inlines;       /* false: one frame, the outermost function with the innermost line */
    unsigned jobs;           /* threads that may be used; 0: one */
    unsigned jobs_unpacking; /* for sections that are packed, where it is more */
};

/*
 * Fill NAMES with one entry per address, in order. Names are as DWARF has them, not demangled:
 * .linkage holds DW_AT_linkage_name where there is one; else .function holds DW_AT_name, qualified
 * by its scopes ("ns::Type::f"). An address outside all units gets an entry without frames. WORK is
 * set, not added to. False with ERROR set when nothing could be read at all.
 */
typedef bool jp_dwarf_lookup(const struct jp_dwarf_request *request, struct jp_names *names,
                             struct jp_dwarf_work *work, struct jp_error *error);

jp_dwarf_lookup jp_dwarf_libdwarf_lookup;
jp_dwarf_lookup jp_dwarf_reader_lookup;

#endif
