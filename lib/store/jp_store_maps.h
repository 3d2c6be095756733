/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the memory maps of dumps. Kept is what addresses need: the mappings of files that hold
 * code, and others that stacks pass through. Heaps and anonymous memory change from dump to dump;
 * without them the dumps of a process share one set.
 */
#ifndef JP_STORE_MAPS_H
#define JP_STORE_MAPS_H

#include "jp_dictionary.h"
#include "jp_digest.h"
#include "jp_join.h"
#include "jp_store_map.h"

struct jp_store_maps {
    struct jp_dictionary *dictionary;
    const struct jp_sql *sql;
    struct jp_store_map current; /* the set of the last dump */
    struct jp_digest digest;     /* of it */
    JP_VEC(uint32_t) last_dump;  /* per location: number of the dump it was last seen in */
    uint32_t dump_count;
};

void jp_store_maps_init(struct jp_store_maps *maps, struct jp_dictionary *dictionary,
                        const struct jp_sql *sql);
void jp_store_maps_release(struct jp_store_maps *maps);

/* Find or write the set of DUMP; *ID is 0 when there is nothing to keep. */
JP_MUST_CHECK bool jp_store_maps_write(struct jp_store_maps *maps, const struct jp_dump *dump,
                                       const struct jp_join_map *map, uint32_t *id,
                                       struct jp_error *error);

/* Write the addresses of the dump, the last one that was written, that do not follow from its set.
 */
JP_MUST_CHECK bool jp_store_maps_write_addresses(struct jp_store_maps *maps, int64_t dump,
                                                 const struct jp_join_map *map,
                                                 struct jp_error *error);

#endif
