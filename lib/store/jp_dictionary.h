/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Everything of a store but its samples, as a profile. Dumps that are imported are joined with it,
 * so that what the store knows already is found again; it grows with the number of different
 * stacks and not with that of dumps. Ids of the profile are those of this run; the store's own are
 * kept beside them.
 */
#ifndef JP_DICTIONARY_H
#define JP_DICTIONARY_H

#include "jp_store_private.h"

/* The ids that the store has for one kind of thing, by id of the profile. */
struct jp_store_ids {
    JP_VEC(uint32_t) list;
    size_t known_count; /* what the store had at the start; the others are new */
    uint32_t next;
};

struct jp_dictionary {
    struct jp_profile profile;
    struct jp_store_ids modules;
    struct jp_store_ids locations;
    struct jp_store_ids functions;
    struct jp_store_ids stacks;
    JP_VEC(uint32_t) linkages;     /* per known function: the linkage name that the store has */
    JP_VEC(uint32_t) places;       /* per location: the function that stands for a missing name */
    JP_VEC(uint64_t) signatures;   /* per known stack: stack.sig */
    size_t known_frames;           /* names that were found since are behind these frames */
    JP_VEC(unsigned char) sampled; /* per stack: enum jp_stack_use */
    bool *is_changed;              /* per known location: to be written again; NULL: none */
    struct jp_intern paths;        /* of the table file */
    JP_VEC(uint32_t) path_ids;     /* by id in paths: the store's; JP_NO_PATH: not there yet */
    uint32_t next_path;
};

enum jp_stack_use {
    JP_STACK_INNER,   /* only callees of it have samples */
    JP_STACK_SAMPLED, /* it has samples since this run */
    JP_STACK_KNOWN,   /* it had samples before, and its functions are in the store */
};

#define JP_NO_PATH UINT32_MAX

/* To be released in any case. */
void jp_dictionary_init(struct jp_dictionary *dictionary);
void jp_dictionary_release(struct jp_dictionary *dictionary);

/* Fill an empty dictionary from the store. */
JP_MUST_CHECK bool jp_dictionary_read(struct jp_dictionary *dictionary, const struct jp_sql *sql,
                                      struct jp_error *error);

/* Give ids of the store to the modules, locations and stacks that have none yet. */
void jp_dictionary_assign(struct jp_dictionary *dictionary);

/* The id of PATH in the table file, where it is entered when it is new. */
JP_MUST_CHECK bool jp_dictionary_path(struct jp_dictionary *dictionary, const struct jp_sql *sql,
                                      struct jp_span path, uint32_t *id, struct jp_error *error);

/* Write what is new or was named since, once all names are there. */
JP_MUST_CHECK bool jp_dictionary_write(struct jp_dictionary *dictionary, const struct jp_sql *sql,
                                       struct jp_error *error);

/* "file", "pseudo", "anon", "unmapped": the column kind of module. */
extern const char *const jp_module_kinds[4];
enum jp_module_kind jp_module_kind_of(struct jp_span text);

#endif
