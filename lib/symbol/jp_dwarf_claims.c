/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_claims.h"

#include "jp_dwarf_const.h"
#include "jp_dwarf_ranges.h"

/* Code lies in the executable segments, and never at address 0: there the linker puts the addresses
 * of what it dropped. */
static void find_code(struct jp_dwarf_claims *claims)
{
    size_t count;
    const struct jp_segment *const segments = jp_object_segments(claims->file->object, &count);

    claims->code_start = UINT64_MAX;
    for (size_t i = 0; i < count; i++) {
        const uint64_t end = segments[i].vaddr + segments[i].memory_bytes;
        if (!segments[i].is_executable || end < segments[i].vaddr)
            continue;
        if (segments[i].vaddr < claims->code_start)
            claims->code_start = segments[i].vaddr;
        if (end > claims->code_end)
            claims->code_end = end;
    }
    if (claims->code_start == UINT64_MAX)
        claims->code_end = UINT64_MAX - 1;
    if (claims->code_start == 0 || claims->code_start == UINT64_MAX)
        claims->code_start = 1;
}

static void claim_unit(struct jp_dwarf_claims *claims, uint32_t id)
{
    struct jp_dwarf_ranges ranges;
    uint64_t start;
    uint64_t end;

    jp_dwarf_ranges_begin(&ranges, &claims->file->units.data[id],
                          &claims->file->units.data[id].code);
    while (claims->range_budget && jp_dwarf_ranges_next(&ranges, &start, &end)) {
        claims->range_budget--;
        if (start >= claims->code_start && start < claims->code_end)
            jp_dwarf_owners_claim(&claims->owners, id, start, end);
    }
}

static bool holds_code(const struct jp_dwarf_unit *unit)
{
    return unit->root_tag == DW_TAG_compile_unit || unit->root_tag == DW_TAG_skeleton_unit ||
           unit->root_tag == DW_TAG_partial_unit;
}

void jp_dwarf_claims_read_roots(struct jp_dwarf_claims *claims, struct jp_dwarf_file *file)
{
    claims->roots_read += file->units.count;
    for (size_t i = 0; i < file->units.count; i++) {
        struct jp_dwarf_unit *const unit = &file->units.data[i];
        if (unit->root_tag == 0 && !jp_dwarf_unit_read_root_like(unit, i ? unit - 1 : NULL))
            file->units_refused++;
    }
}

static void begin_claims(struct jp_dwarf_claims *claims)
{
    const struct jp_span *const sections = claims->file->sections;

    claims->range_budget =
        64 * ((uint64_t)sections[JP_DWARF_RANGES].len + sections[JP_DWARF_RNGLISTS].len) +
        (1 << 24);
    jp_dwarf_owners_init(&claims->owners, claims->request->addresses, claims->request->count,
                         claims->arena);
}

/*
 * Strict DWARF 2 has no DW_AT_ranges: a unit with code in several sections (main, cold parts,
 * templates) names at most one of them, and the others stand in .debug_aranges only.
 */
static void claim_rangeless(struct jp_dwarf_claims *claims)
{
    const struct jp_dwarf_reach *const reach = claims->reach;

    for (size_t i = 0; i < claims->request->count && claims->owners.free_count; i++) {
        const uint64_t address = claims->request->addresses[i];
        if (claims->owners.unit[i] != JP_DWARF_NO_OWNER || reach->units[i] == JP_DWARF_NO_UNIT ||
            address < claims->code_start || address >= claims->code_end)
            continue;
        const struct jp_dwarf_unit *const unit =
            jp_dwarf_file_unit_at(claims->file, reach->units[i]);
        if (unit && unit->version <= 2 && holds_code(unit) && unit->code.ranges.form == 0)
            jp_dwarf_owners_claim(&claims->owners, (uint32_t)(unit - claims->file->units.data),
                                  address, address + 1);
    }
}

static void find_owners(struct jp_dwarf_claims *claims)
{
    jp_dwarf_claims_read_roots(claims, claims->file);
    begin_claims(claims);
    for (size_t i = 0; i < claims->file->units.count; i++) {
        if (holds_code(&claims->file->units.data[i]))
            claim_unit(claims, (uint32_t)i);
    }
    if (claims->reach)
        claim_rangeless(claims);
}

/* Read the roots of the units to which the reach gives addresses; false when one of them is none
 * that has any. */
static bool read_reached_roots(struct jp_dwarf_claims *claims)
{
    uint64_t last = JP_DWARF_NO_UNIT;

    for (size_t i = 0; i < claims->request->count; i++) {
        const uint64_t offset = claims->reach->units[i];
        if (offset == JP_DWARF_NO_UNIT || offset == last)
            continue;
        last = offset;
        struct jp_dwarf_unit *const unit = jp_dwarf_file_unit_at(claims->file, offset);
        if (unit && unit->root_tag)
            continue;
        claims->roots_read++;
        if (!unit || !jp_dwarf_unit_read_root(unit) || !holds_code(unit))
            return false;
    }
    return true;
}

/* In the order of all units: where two claim an address, the first has it. */
static void claim_reached(struct jp_dwarf_claims *claims)
{
    for (size_t i = 0; i < claims->file->units.count; i++) {
        if (claims->file->units.data[i].root_tag)
            claim_unit(claims, (uint32_t)i);
    }
}

/* Has each address the unit that the reach gives to it, and no other? */
static bool agrees(const struct jp_dwarf_claims *claims)
{
    for (size_t i = 0; i < claims->request->count; i++) {
        const uint32_t id = claims->owners.unit[i];
        const uint64_t offset =
            id == JP_DWARF_NO_OWNER ? JP_DWARF_NO_UNIT : claims->file->units.data[id].offset;
        if (offset != claims->reach->units[i])
            return false;
    }
    return true;
}

/*
 * The same from the units that the reach names alone: of the two thousand units of a C library a
 * few have the wanted addresses. Strings by index need the roots of other units, too.
 */
static bool find_reached_owners(struct jp_dwarf_claims *claims)
{
    if (claims->file->sections[JP_DWARF_STR_OFFSETS].len != 0 ||
        !jp_dwarf_reach_is_whole(claims->reach, claims->file))
        return false;
    if (!read_reached_roots(claims))
        return false;
    begin_claims(claims);
    claim_reached(claims);
    return agrees(claims);
}

void jp_dwarf_claims_find(struct jp_dwarf_claims *claims)
{
    find_code(claims);
    if (!claims->reach || !find_reached_owners(claims))
        find_owners(claims);
}
