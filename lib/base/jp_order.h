/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorting by a number, in time that grows with the count alone. */
#ifndef JP_ORDER_H
#define JP_ORDER_H

#include <stddef.h>
#include <stdint.h>

/*
 * Fill ORDER with the indices of COUNT (below 2^32) KEYS, so that the keys ascend; of equal keys
 * the one that comes first stays first. Needs 32 bytes a key meanwhile.
 */
void jp_order_u64(const uint64_t *keys, size_t count, uint32_t *order);

#endif
