/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The finder answers "which file on this machine is the module that ran there?", and where its
 * debug information lies. Everything is remembered, misses too: a file is looked for once.
 *
 * Order of places for a module and for its debug file: doc/symbols.md.
 */
#ifndef JP_FINDER_H
#define JP_FINDER_H

#include "jp_diag.h"
#include "jp_miss.h"
#include "jp_object.h"
#include "jp_split_folders.h"

struct jp_finder;

struct jp_finder_options {
    const char *program;         /* the file named on the command line; NULL: none */
    const char *const *sysroots; /* folders that hold whole paths, then suffixes of paths, then
                                    bare file names (jeprof's --lib_prefix works the same) */
    size_t sysroot_count;
    const char *const *debug_dirs; /* folders with debug files; /usr/lib/debug comes last */
    size_t debug_dir_count;
    bool no_system_debug; /* do not look in /usr/lib/debug and debuginfod's cache (for tests) */
};

/* A module as the dump describes it. */
struct jp_module_ranges { /* one mapping of the file */
    uint64_t start;
    uint64_t end;
    uint64_t offset;
    bool is_executable;
    bool has_offset;
};

struct jp_module_request {
    struct jp_span path;
    bool is_deleted;
    const struct jp_module_ranges *ranges; /* ascending by start */
    size_t range_count;
    /* Recorded return addresses of the dump, in all modules; NULL: files are not judged by them. */
    const uint64_t *recorded;
    size_t recorded_count;
};

/* How many of the recorded addresses in a module could be judged, and how many follow a call. */
struct jp_module_calls {
    size_t judged;
    size_t calls;
};

/*
 * Judges OBJECT as the file of REQUEST by what the code says in front of the recorded addresses, or
 * of as many of them as tell; equal ones count about once. Nothing is judged without file offsets.
 */
struct jp_module_calls jp_finder_calls(const struct jp_object *object,
                                       const struct jp_module_request *request);

/* A module as found. Owned by the finder. */
struct jp_binary {
    const char *path;                /* file used; NULL when miss says why there is none */
    struct jp_object *object;        /* NULL with path */
    const char *debug_path;          /* separate debug file used, or NULL */
    struct jp_object *debug_object;  /* the object to read DWARF from: debug_path's or object */
    struct jp_object *symbol_object; /* a debug file with the .symtab that object lacks, or NULL */
    struct jp_object *alternate;     /* .gnu_debugaltlink file, or NULL */
    enum jp_miss miss;               /* NONE, FILE_NOT_FOUND, NOT_ELF, DAMAGED, OTHER_BUILD */
    enum jp_miss debug_miss;         /* NONE, NO_DEBUG_INFO, NO_ALT_FILE */
    bool is_program;                 /* the file the user named stands for this mapping */
    bool is_guess;                   /* it has another name, only its segments fit */
    const char *tried;               /* "PATH: outcome", one per line, in order */
    const char *mapped_path;         /* as the module was asked for */
    struct jp_split_folders *split_folders; /* where else its split debug files may lie */
};

/* OPTIONS are copied. DIAGS must live as long as the finder; it may be NULL. */
struct jp_finder *jp_finder_new(const struct jp_finder_options *options, struct jp_diags *diags);
void jp_finder_free(struct jp_finder *finder);

/*
 * The modules that are asked for from now on are those of the dump PATH, one of several: warnings
 * about the program name it. PATH must live as long as the finder; NULL: there is one dump only.
 */
void jp_finder_name_dump(struct jp_finder *finder, const char *path);

/*
 * The binary for a module. Never NULL. ALL is every module of the dump, needed to decide which
 * mapping the program of the command line stands for (same build-id, same file name, or the only
 * mapping whose segments fit); the answer does not depend on the order of calls.
 */
const struct jp_binary *jp_finder_find(struct jp_finder *finder,
                                       const struct jp_module_request *request,
                                       const struct jp_module_request *all, size_t all_count);

#endif
