/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The folders below which split debug files are looked for, with a list of the files that may be
 * one. It is made when one was found at no place that its name leads to, once for all modules that
 * a process asks about.
 */
#ifndef JP_SPLIT_FOLDERS_H
#define JP_SPLIT_FOLDERS_H

#include "jp_arena.h"
#include "jp_vec.h"

#include <pthread.h>

struct jp_split_folders {
    JP_VEC(const char *) roots;       /* named by the user: of debug files, then sysroots */
    JP_VEC(const char *) debug_roots; /* these and the system's, where debug files lie */

    pthread_mutex_t lock; /* for what follows */
    bool is_walked;
    struct jp_arena arena;
    JP_VEC(const char *) files; /* paths, ascending by file name, then as a whole */
};

void jp_split_folders_init(struct jp_split_folders *folders);
/* Add a root, once; the text must stay. */
void jp_split_folders_add(struct jp_split_folders *folders, const char *root);
void jp_split_folders_release(struct jp_split_folders *folders);

/* The paths below the roots whose file name is NAME; *COUNT of them, valid until the release. */
const char *const *jp_split_folders_find(struct jp_split_folders *folders, struct jp_span name,
                                         size_t *count);

#endif
