/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files jp_finder*.c share. Nobody else includes this. */
#ifndef JP_FINDER_PRIVATE_H
#define JP_FINDER_PRIVATE_H

#include "jp_arena.h"
#include "jp_buf.h"
#include "jp_finder.h"
#include "jp_vec.h"

/* A path that was opened once, with what came of it. */
struct jp_finder_file {
    const char *path;
    struct jp_object *object; /* NULL when miss says why */
    enum jp_miss miss;
    const char *reason; /* why there is no object */
};

/* An ELF file met while a folder was walked. */
struct jp_folder_entry {
    const char *path;
    struct jp_span id; /* build-id; empty when there is none */
};

/* A folder whose files are known by build-id and by name. */
struct jp_folder {
    const char *root;
    bool is_walked;
    JP_VEC(struct jp_folder_entry) entries; /* ascending by path */
};

/* Which module the program stands for. */
struct jp_program_role {
    size_t module;    /* index in the modules of the dump; SIZE_MAX: none */
    bool is_guess;    /* only its segments say so */
    bool is_rejected; /* it has the program's name, but is another build */
};

struct jp_finder {
    struct jp_arena arena;
    struct jp_diags *diags;
    const struct jp_finder_file *program; /* NULL: none, or it cannot be used */
    const char *dump;                     /* see jp_finder_name_dump */
    JP_VEC(const char *) sysroots;
    JP_VEC(const char *) debug_dirs; /* the user's; then those below sysroots; then the system's */
    size_t user_debug_dirs;          /* how many of debug_dirs the user named */
    const char *download_cache;      /* debuginfod's, or NULL */
    JP_VEC(struct jp_folder) folders;
    struct jp_split_folders split_folders;
    struct jp_intern paths;                /* of files, by position + 1 */
    JP_VEC(struct jp_finder_file *) files; /* element i is path id i + 1 */
    struct jp_intern keys;                 /* of answers, by position + 1 */
    JP_VEC(const struct jp_binary *) answers;
    struct jp_program_role role; /* among the modules asked about last */
    uint64_t role_hash;          /* of these modules */
    bool has_role;
};

/* One search, with the record of where it looked. */
struct jp_search {
    struct jp_finder *finder;
    const struct jp_module_request *request;
    const char *mapped_path;  /* request's path */
    const char *moved_from;   /* path that the program was mapped as; NULL: not known */
    struct jp_buf tried;      /* see jp_binary.tried */
    struct jp_intern visited; /* places that are in it already */
    bool saw_other_build;
    bool saw_damaged;
    bool saw_not_elf;
};

/* --- jp_finder_open.c: files are opened once ------------------------------------------------- */

const struct jp_finder_file *jp_finder_open(struct jp_finder *finder, const char *path);
void jp_finder_files_release(struct jp_finder *finder);

void jp_search_init(struct jp_search *search, struct jp_finder *finder,
                    const struct jp_module_request *request);
void jp_search_release(struct jp_search *search);
/* Write down what came of PATH. */
void jp_search_note(struct jp_search *search, const char *path, const char *format, ...)
    JP_PRINTF(3, 4);
/* Open PATH unless this search has been there; NULL, noted, when there is no object. */
struct jp_object *jp_search_open(struct jp_search *search, const char *path);

/* --- jp_finder_fit.c: can this file be what was mapped? -------------------------------------- */

enum jp_fit {
    JP_FIT_UNKNOWN, /* the dump does not tell enough */
    JP_FIT_NO,
    JP_FIT_YES,
};

/* The reason for NO is put into WHY (may be NULL). */
enum jp_fit jp_fit(const struct jp_object *object, const struct jp_module_request *request,
                   struct jp_buf *why);
/* All segments, not only those with code, lie where this file would have them. */
bool jp_fit_whole(const struct jp_object *object, const struct jp_module_request *request);
/* Enough recorded addresses follow a call in OBJECT to believe it, whatever it is called. */
bool jp_fit_is_proven(const struct jp_object *object, const struct jp_module_request *request);
/* Two files have the same segments: same addresses, sizes and permissions. */
bool jp_fit_same_layout(const struct jp_object *a, const struct jp_object *b);
/* Give a debug-only file the file offsets that the mappings show. */
void jp_fit_place(struct jp_object *object, const struct jp_module_request *request);

/* --- jp_finder_place.c: paths to try --------------------------------------------------------- */

/* The file that was mapped, or NULL; *PATH is where it was found. */
struct jp_object *jp_search_module(struct jp_search *search, const char **path);

/* --- jp_finder_program.c --------------------------------------------------------------------- */

struct jp_program_role jp_finder_program_role(struct jp_finder *finder,
                                              const struct jp_module_request *all,
                                              size_t all_count);

/* --- jp_finder_debug.c ----------------------------------------------------------------------- */

/* Fill the debug fields of BINARY, whose object is set. */
void jp_search_debug(struct jp_search *search, struct jp_binary *binary);

/* The search for one debug file. */
struct jp_debug_search {
    struct jp_search *search;
    struct jp_binary *binary;
    struct jp_span id; /* build-id that is wanted; empty: not known */
};

/* The folder of PATH; "." without one. */
struct jp_span jp_debug_folder(const char *path);
/* The same once links are followed, in the arena; empty when it cannot be told. */
struct jp_span jp_debug_real_folder(struct jp_debug_search *debug, const char *path);

/* --- jp_finder_alternate.c ------------------------------------------------------------------- */

/* The file with what is shared, which LINK names and whose build-id is DEBUG's; false: none. */
bool jp_search_alternate(struct jp_debug_search *debug, struct jp_span link);

/* --- jp_finder_folder.c: folders of binaries ------------------------------------------------- */

/* The first file of FOLDER whose name and path pass; *FROM is moved behind it. */
const char *jp_folder_by_id(struct jp_finder *finder, size_t folder, struct jp_span id,
                            size_t *from);
const char *jp_folder_by_stem(struct jp_finder *finder, size_t folder, struct jp_span file_name,
                              size_t *from);
/* Each ELF file of FOLDER in turn, and how many there are. */
const char *jp_folder_next(struct jp_finder *finder, size_t folder, size_t *from);
size_t jp_folder_count(struct jp_finder *finder, size_t folder);
/* "libx.so.1.2", "libx-1.2.so" and "libx.so.debug" are all "libx"; "srv-1.2" is "srv". */
struct jp_span jp_folder_stem(struct jp_span file_name);
void jp_folders_release(struct jp_finder *finder);

#endif
