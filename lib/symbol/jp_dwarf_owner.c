/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_owner.h"

#include "jp_addresses.h"

void jp_dwarf_owners_init(struct jp_dwarf_owners *owners, const uint64_t *addresses, size_t count,
                          struct jp_arena *arena)
{
    owners->addresses = addresses;
    owners->count = count;
    owners->free_count = count;
    owners->unit = jp_arena_array(arena, count, sizeof *owners->unit);
    owners->next = jp_arena_array(arena, count + 1, sizeof *owners->next);
    for (size_t i = 0; i < count; i++) {
        owners->unit[i] = JP_DWARF_NO_OWNER;
        owners->next[i] = (uint32_t)i;
    }
    owners->next[count] = (uint32_t)count;
}

/* The first free address at or behind I; the path to it is halved for the next time, so that many
 * overlapping claims do not pass the same taken addresses again and again. */
static size_t next_free(struct jp_dwarf_owners *owners, size_t i)
{
    while (owners->next[i] != i) {
        owners->next[i] = owners->next[owners->next[i]];
        i = owners->next[i];
    }
    return i;
}

void jp_dwarf_owners_claim(struct jp_dwarf_owners *owners, uint32_t unit, uint64_t start,
                           uint64_t end)
{
    const size_t first = jp_addresses_first(owners->addresses, owners->count, start);

    for (size_t i = next_free(owners, first); i < owners->count && owners->addresses[i] < end;
         i = next_free(owners, i)) {
        owners->unit[i] = unit;
        owners->next[i] = (uint32_t)i + 1;
        owners->free_count--;
    }
}
