/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parts of a store, fetched into a profile as they are needed and each one once: a report of one
 * dump does not read what only others have.
 */
#ifndef JP_STORE_FETCH_H
#define JP_STORE_FETCH_H

#include "jp_store_map.h"

/* From ids of the store to those of the profile. */
struct jp_store_back {
    JP_VEC(uint32_t) list; /* by id of the store; JP_STORE_ABSENT: not fetched */
};

#define JP_STORE_ABSENT UINT32_MAX

/* A row of the table stack. */
struct jp_store_node {
    uint32_t parent;
    uint32_t location; /* JP_STORE_ABSENT: there is no such row */
};

struct jp_store_fetch {
    const struct jp_sql *sql;
    int64_t version; /* of the store's schema */
    struct jp_profile *profile;
    struct jp_store_back modules;
    struct jp_store_back locations;
    struct jp_store_back stacks;
    JP_VEC(uint32_t) location_ids;      /* by location of the profile: the store's */
    JP_VEC(struct jp_store_node) nodes; /* by id: all rows of stack, once they were read */
    JP_VEC(uint32_t) path;              /* while a stack is fetched: ids of the store */
    struct jp_store_map map;            /* of the dump that is being loaded */
    const uint32_t *owners;             /* while names are fetched: see jp_builds_match */
    int64_t dump;
    sqlite3_stmt *stack;
    sqlite3_stmt *location;
    sqlite3_stmt *module;
    sqlite3_stmt *address;
    sqlite3_stmt *frames;
};

void jp_store_fetch_init(struct jp_store_fetch *fetch, const struct jp_store *store,
                         struct jp_profile *profile);
void jp_store_fetch_release(struct jp_store_fetch *fetch);

/* The locations that are fetched from here on have the addresses of dump ID. */
JP_MUST_CHECK bool jp_store_fetch_dump(struct jp_store_fetch *fetch, int64_t id, uint32_t map_set,
                                       struct jp_error *error);

/*
 * To be called before STACK_COUNT stacks are fetched: when that is a good part of those that there
 * are, all are read at once, which is much faster than one by one.
 */
JP_MUST_CHECK bool jp_store_fetch_prepare(struct jp_store_fetch *fetch, size_t stack_count,
                                          struct jp_error *error);

/* The profile's stack for ID, with its locations and their modules, still without names. */
JP_MUST_CHECK bool jp_store_fetch_stack(struct jp_store_fetch *fetch, uint32_t id, uint32_t *stack,
                                        struct jp_error *error);

/* The profile's module for MODULE, if a stack that was fetched passes through it; JP_NO_MODULE. */
uint32_t jp_store_fetch_module_of(const struct jp_store_fetch *fetch, uint32_t module);

/* Frames for all locations that have none yet, in the order in which jp_resolve makes them. */
JP_MUST_CHECK bool jp_store_fetch_names(struct jp_store_fetch *fetch, bool no_inlines,
                                        struct jp_error *error);

#endif
