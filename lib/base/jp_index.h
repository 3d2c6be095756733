/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hash index over elements that live in somebody's vector: it maps a hash to 32-bit element ids
 * and asks the owner whether an element is the one looked for. One index serves strings, stacks,
 * locations and functions alike; keys are never copied.
 */
#ifndef JP_INDEX_H
#define JP_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JP_INDEX_NONE UINT32_MAX

struct jp_index {
    struct jp_index_slot *slots;
    size_t slot_count; /* a power of two, or 0 */
    size_t used_count;
};

/* Is element ID of OWNER equal to KEY? */
typedef bool jp_index_same(const void *owner, uint32_t id, const void *key);

/* The id of the element equal to KEY, or JP_INDEX_NONE. */
uint32_t jp_index_find(const struct jp_index *index, uint64_t hash, jp_index_same *same,
                       const void *owner, const void *key);
/* Enter ID under HASH; the caller has made sure that no equal element is there. */
void jp_index_add(struct jp_index *index, uint64_t hash, uint32_t id);
/* What must be known of the hash of each id to enter it into another index: into HASHES[id]. */
void jp_index_hashes(const struct jp_index *index, uint64_t *hashes);
/* HASH is going to be looked for. */
void jp_index_expect(const struct jp_index *index, uint64_t hash);
/* Empty, with the memory kept unless it was far too much. */
void jp_index_clear(struct jp_index *index);
void jp_index_release(struct jp_index *index);

#endif
