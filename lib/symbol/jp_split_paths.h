/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The paths at which the split debug files of one module may lie; doc/symbols.md lists the order
 * for users. Whether a file is the right one is told by its ids alone.
 */
#ifndef JP_SPLIT_PATHS_H
#define JP_SPLIT_PATHS_H

#include "jp_intern.h"
#include "jp_split_folders.h"

struct jp_split_paths {
    const char *holder;               /* the file with the skeletons */
    const char *program;              /* the file that ran, when that is another one; or NULL */
    const char *mapped;               /* the path that it ran as, or NULL */
    struct jp_span build_id;          /* may be empty */
    struct jp_split_folders *folders; /* or NULL */
    bool shows_all;                   /* try also what lies in a folder that is not there */

    struct jp_intern asked; /* folders that were looked for */
    JP_VEC(bool) is_there;  /* by their ids */
};

typedef JP_VEC(const char *) jp_split_path_list;

/* True: this is the file, and no other is wanted. */
typedef bool jp_split_try(void *context, const char *path);

void jp_split_paths_init(struct jp_split_paths *paths);
void jp_split_paths_release(struct jp_split_paths *paths);

/* TRY where the unit's own path leads: WANTED, and each tail of it below each folder. */
bool jp_split_paths_dwo(struct jp_split_paths *paths, struct jp_span wanted, jp_split_try *try,
                        void *context);
/* TRY files of this name anywhere below the user's folders; those first that share most of WANTED.
 */
bool jp_split_paths_dwo_anywhere(struct jp_split_paths *paths, struct jp_span wanted,
                                 jp_split_try *try, void *context);

/* Append where a package of the module may lie, in ARENA. */
void jp_split_paths_packages(const struct jp_split_paths *paths, struct jp_arena *arena,
                             jp_split_path_list *list);
/* The same for packages anywhere below the user's folders. */
void jp_split_paths_packages_anywhere(const struct jp_split_paths *paths, jp_split_path_list *list);

#endif
