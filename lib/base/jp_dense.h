/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds elements that are numbered 0, 1, 2 ... by what they are, as struct jp_index does, in half
 * of its memory: 32 bits a slot, of which as many as the number of slots needs are the element's
 * number and the others bits of its hash, so that an element is hardly ever looked at in vain. What
 * a slot does not have of a hash is asked of the owner again when the table grows, which never
 * takes more memory than the new table.
 */
#ifndef JP_DENSE_H
#define JP_DENSE_H

#include "jp_index.h"

/* Zeroed: usable, and of no elements. */
struct jp_dense {
    uint32_t *slots;
    size_t slot_count; /* a power of two, or 0 */
    size_t used_count; /* the elements that are in it, the first ones */
};

/* The hash of element ID of OWNER. */
typedef uint64_t jp_dense_hash(const void *owner, uint32_t id);

/* The number of the element equal to KEY, whose hash is HASH, or JP_INDEX_NONE. */
uint32_t jp_dense_find(const struct jp_dense *dense, uint64_t hash, jp_index_same *same,
                       const void *owner, const void *key);
/* Enter what is not there yet of the first COUNT elements of OWNER, no two of which are equal. */
void jp_dense_cover(struct jp_dense *dense, jp_dense_hash *hash, const void *owner, size_t count);
void jp_dense_release(struct jp_dense *dense);

#endif
