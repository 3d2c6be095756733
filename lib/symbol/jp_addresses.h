/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorted addresses, which all readers of debug information work on. */
#ifndef JP_ADDRESSES_H
#define JP_ADDRESSES_H

#include <stddef.h>
#include <stdint.h>

/* Index of the first of COUNT ascending ADDRESSES that is not below ADDRESS; COUNT: there is none.
 */
static inline size_t jp_addresses_first(const uint64_t *addresses, size_t count, uint64_t address)
{
    size_t low = 0;

    while (low < count) {
        const size_t middle = low + (count - low) / 2;
        if (addresses[middle] < address)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

#endif
