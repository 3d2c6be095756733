/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The memory map of a stored dump: where its modules lay, so that locations have their addresses
 * again. Module ids are those of the store.
 */
#ifndef JP_STORE_MAP_H
#define JP_STORE_MAP_H

#include "jp_store_private.h"

struct jp_store_mapping {
    uint64_t start;
    uint64_t end;
    uint64_t offset;
    uint64_t inode;
    uint32_t path;   /* string id */
    uint32_t module; /* JP_NO_MODULE: no location lies there */
    bool has_offset;
    bool is_executable;
    bool is_deleted;
    bool is_unloaded;
};

struct jp_store_map {
    uint32_t id; /* of the set; 0: no map */
    struct jp_intern strings;
    JP_VEC(struct jp_store_mapping) list; /* ascending by start, as in struct jp_maps */
};

void jp_store_map_init(struct jp_store_map *map);
void jp_store_map_release(struct jp_store_map *map);

/* Read the set ID, unless it is what MAP holds. */
JP_MUST_CHECK bool jp_store_map_read(struct jp_store_map *map, const struct jp_sql *sql,
                                     uint32_t id, struct jp_error *error);

/* The first mapping of MODULE, or NULL. */
const struct jp_store_mapping *jp_store_map_first(const struct jp_store_map *map, uint32_t module);

/* The mapping of MODULE that the return address at OFFSET of its file lies in, or NULL. */
const struct jp_store_mapping *jp_store_map_of(const struct jp_store_map *map, uint32_t module,
                                               uint64_t offset);

/* The address that follows from the map for OFFSET of MODULE, which is of KIND. */
uint64_t jp_store_map_address(const struct jp_store_map *map, uint32_t module,
                              enum jp_module_kind kind, uint64_t offset);

#endif
