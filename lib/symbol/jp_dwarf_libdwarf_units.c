/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Addresses to compile units. Ranges of units overlap: the linker points dropped copies of a
 * function at the copy it kept. The unit with the lowest offset gets the address, so units claim
 * addresses in the order of the file and a claimed address is out of reach for the later ones.
 */
#include "config.h"

#include "jp_dwarf_libdwarf_parts.h"

#include "jp_addresses.h"
#include "jp_dwarf_reach.h"

#include <stdlib.h>

bool jp_libdwarf_can_hold_code(const void *owner, uint64_t address)
{
    const struct jp_object *const object = owner;
    size_t count = 0;
    const struct jp_segment *const segments = jp_object_segments(object, &count);

    /* Dropped functions keep 0, -1 or -2 as their start (DWARF issue 200609.1). */
    if (address == 0 || address >= UINT64_MAX - 1)
        return false;
    if (!jp_object_is_64bit(object) && address >= UINT32_MAX - 1)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (segments[i].is_executable && address >= segments[i].vaddr &&
            address - segments[i].vaddr < segments[i].memory_bytes)
            return true;
    }
    return count == 0;
}

/* The unclaimed addresses as a chain that skips the claimed ones. */
struct claims {
    size_t *next; /* next[i] == i: not claimed; one more than there are addresses */
    size_t left;
};

static size_t next_free(struct claims *claims, size_t at)
{
    size_t root = at;

    while (claims->next[root] != root)
        root = claims->next[root];
    while (claims->next[at] != root) {
        const size_t following = claims->next[at];
        claims->next[at] = root;
        at = following;
    }
    return root;
}

static int compare_index(const void *a, const void *b)
{
    const size_t left = *(const size_t *)a, right = *(const size_t *)b;

    return (left > right) - (left < right);
}

static void claim(struct jp_libdwarf_reader *reader, struct claims *claims,
                  struct jp_libdwarf_range range)
{
    const struct jp_dwarf_request *const request = reader->request;

    if (!jp_libdwarf_can_hold_code(request->object, range.low))
        return;
    size_t i = next_free(claims, jp_addresses_first(request->addresses, request->count, range.low));
    while (i < request->count && request->addresses[i] < range.high) {
        jp_vec_push(&reader->claimed, i);
        claims->next[i] = i + 1;
        claims->left--;
        i = next_free(claims, i);
    }
}

static bool is_skeleton(const struct jp_libdwarf *file, Dwarf_Die root)
{
    return jp_libdwarf_text(file, root, DW_AT_dwo_name, NULL) ||
           jp_libdwarf_text(file, root, DW_AT_GNU_dwo_name, NULL);
}

/* Strict DWARF 2 has no DW_AT_ranges; what it cannot say stands in .debug_aranges. */
static void claim_reached(struct jp_libdwarf_reader *reader, struct claims *claims,
                          const struct jp_libdwarf_unit *unit, const struct jp_dwarf_reach *reach)
{
    enum { HEADER_BYTES = 11, HEADER_64_BYTES = 23 };

    for (size_t i = next_free(claims, 0); i < reader->request->count;
         i = next_free(claims, i + 1)) {
        const uint64_t address = reader->request->addresses[i];
        if (reach->units[i] == unit->root_offset - HEADER_BYTES ||
            reach->units[i] == unit->root_offset - HEADER_64_BYTES)
            claim(reader, claims, (struct jp_libdwarf_range){address, address + 1});
    }
}

static bool has_ranges(const struct jp_libdwarf *file, Dwarf_Die root)
{
    Dwarf_Bool answer = false;
    Dwarf_Error details = NULL;

    return jp_libdwarf_worked(file, dwarf_hasattr(root, DW_AT_ranges, &answer, &details),
                              details) &&
           answer;
}

static void claim_for_unit(struct jp_libdwarf_reader *reader, struct claims *claims,
                           const struct jp_libdwarf_unit *unit, const struct jp_dwarf_reach *reach,
                           struct jp_libdwarf_ranges *ranges)
{
    Dwarf_Addr base = 0;
    Dwarf_Error details = NULL;
    const size_t first = reader->claimed.count;

    const int status = dwarf_lowpc(unit->root, &base, &details);
    if (!jp_libdwarf_worked(&reader->main, status, details))
        base = 0;
    jp_libdwarf_ranges_of(&reader->main, unit->root, unit->version, base, ranges);
    for (size_t i = 0; i < ranges->list.count; i++)
        claim(reader, claims, ranges->list.data[i]);
    if (reach && unit->version <= 2 && !has_ranges(&reader->main, unit->root))
        claim_reached(reader, claims, unit, reach);
    const size_t count = reader->claimed.count - first;
    if (count == 0)
        return;
    qsort(reader->claimed.data + first, count, sizeof *reader->claimed.data, compare_index);
    jp_vec_push(&reader->hits,
                (struct jp_unit_hit){.root_offset = unit->root_offset,
                                     .base = base,
                                     .version = unit->version,
                                     .is_skeleton = is_skeleton(&reader->main, unit->root),
                                     .first = first,
                                     .count = count});
}

void jp_libdwarf_find_units(struct jp_libdwarf_reader *reader)
{
    const size_t count = reader->request->count;
    struct claims claims = {jp_mem_resize(NULL, count + 1, sizeof *claims.next), count};
    struct jp_libdwarf_ranges ranges = {0};
    struct jp_libdwarf_unit unit;
    struct jp_dwarf_reach reach;
    const bool is_known = jp_dwarf_reach_init(&reach, reader->request);
    int status;

    for (size_t i = 0; i <= count; i++)
        claims.next[i] = i;
    while ((status = jp_libdwarf_next_unit(&reader->main, &unit)) > 0) {
        reader->work->units_total++;
        if (claims.left > 0)
            claim_for_unit(reader, &claims, &unit, is_known ? &reach : NULL, &ranges);
        dwarf_dealloc_die(unit.root);
    }
    /* libdwarf cannot step over a unit that it does not understand. */
    if (status < 0)
        reader->work->units_refused++;
    jp_dwarf_reach_release(&reach);
    jp_vec_release(&ranges.list);
    free(claims.next);
}
