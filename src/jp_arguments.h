/* SPDX-License-Identifier: BSD-2-Clause */
/* Which of the arguments is the program and which are dumps: told by content, not by position. */
#ifndef JP_ARGUMENTS_H
#define JP_ARGUMENTS_H

#include "jp_arena.h"
#include "jp_options.h"

/* --base=FILE or --base=FILE@NAME, where FILE is a store: dumps of another store than --db. */
struct jp_base_store {
    const char *path;
    const char *name; /* "@last" when none is given: see jp_store_find */
};

struct jp_arguments {
    struct jp_arena arena;
    const char *program;      /* NULL: none was named */
    const char *program_file; /* where it can be opened: another path when it came out of a pipe */
    int piped;                /* descriptor of that file, which is in memory only; -1: none */
    JP_VEC(const char *) dumps;
    JP_VEC(const char *) bases;
    JP_VEC(struct jp_base_store) base_stores;
    JP_VEC(const char *) sysroots;
    JP_VEC(const char *) debug_dirs;
};

/*
 * Sort the arguments and take the lists of files apart. False: a usage error, or an argument that
 * is no file at all; the message names it.
 */
JP_MUST_CHECK bool jp_arguments_init(struct jp_arguments *arguments,
                                     const struct jp_options *options, struct jp_error *error);
void jp_arguments_release(struct jp_arguments *arguments);

/* Is anything compared with a base? */
static inline bool jp_arguments_has_base(const struct jp_arguments *arguments)
{
    return arguments->bases.count || arguments->base_stores.count;
}

#endif
