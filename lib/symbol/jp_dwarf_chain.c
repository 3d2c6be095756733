/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_chain.h"

#include "jp_addresses.h"
#include "jp_dwarf_form.h"
#include "jp_dwarf_ranges.h"
#include "jp_names.h"

/* Work that is not a DIE counts against the same limit. */
static void charge(struct jp_dwarf_dies *dies, uint64_t work)
{
    dies->limit = dies->limit > work ? dies->limit - work : 0;
}

static int compare_positions(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left;
    const uint32_t b = *(const uint32_t *)right;

    return a < b ? -1 : a > b;
}

/* Make COUNT places ascending and unique, which they are not when ranges are neither; how many are
 * left. */
static size_t sort_unique(uint32_t *places, size_t count)
{
    size_t left = 0;

    qsort(places, count, sizeof *places, compare_positions);
    for (size_t i = 0; i < count; i++) {
        if (left == 0 || places[left - 1] != places[i])
            places[left++] = places[i];
    }
    return left;
}

/* Collect the addresses of the function; those that an earlier function holds stay with it. */
static void collect_hits(struct jp_dwarf_chains *chains, struct jp_dwarf_dies *dies,
                         const struct jp_dwarf_code *code)
{
    struct jp_dwarf_ranges ranges;
    uint64_t start;
    uint64_t end;
    bool is_sorted = true;

    chains->hits.count = 0;
    jp_dwarf_ranges_begin(&ranges, dies->unit, code);
    while (dies->limit && jp_dwarf_ranges_next(&ranges, &start, &end)) {
        if (!ranges.is_pair)
            charge(dies, 1);
        if (start < chains->code_start || start >= chains->code_end)
            continue;
        size_t i = jp_addresses_first(chains->addresses, chains->count, start);
        for (; i < chains->count && chains->addresses[i] < end; i++) {
            charge(dies, 1);
            if (chains->found[i])
                continue;
            if (chains->hits.count && chains->hits.data[chains->hits.count - 1] >= i)
                is_sorted = false;
            jp_vec_push(&chains->hits, (uint32_t)i);
        }
    }
    if (!is_sorted)
        chains->hits.count = sort_unique(chains->hits.data, chains->hits.count);
}

static uint32_t add_node(struct jp_dwarf_chains *chains, uint32_t parent, uint32_t position)
{
    if (chains->nodes.count == 0)
        jp_vec_push(&chains->nodes, (struct jp_dwarf_node){0});
    const uint32_t depth = chains->nodes.data[parent].depth + 1;
    jp_vec_push(&chains->nodes,
                (struct jp_dwarf_node){.parent = parent, .depth = depth, .position = position});
    return (uint32_t)chains->nodes.count - 1;
}

/* All calls of a function are inlined from the same DIE, so its place is the better key to the name
 * than that of the call. */
static uint32_t naming_position(const struct jp_dwarf_unit *unit, uint32_t position,
                                const struct jp_dwarf_fields *fields)
{
    const struct jp_dwarf_file *file;
    uint64_t offset;

    if (jp_dwarf_fields_name_it(fields) ||
        !jp_dwarf_reference(unit, fields->origin, &file, &offset) || file != unit->file ||
        offset < unit->root || offset >= unit->end)
        return position;
    return (uint32_t)(offset - unit->offset);
}

static uint32_t add_call(struct jp_dwarf_chains *chains, const struct jp_dwarf_dies *dies,
                         uint32_t parent, uint32_t position)
{
    const uint32_t id = add_node(chains, parent, position);
    struct jp_dwarf_node *const node = &chains->nodes.data[id];
    struct jp_dwarf_fields fields;

    if (jp_dwarf_fields_read(dies, position, &fields)) {
        node->position = naming_position(dies->unit, position, &fields);
        node->file = jp_dwarf_lines_path(chains->lines, fields.call_file, chains->strings);
        node->line = fields.call_line;
        node->column = fields.call_column;
    }
    return id;
}

static const struct jp_dwarf_open *last_open(const struct jp_dwarf_chains *chains)
{
    return &chains->open.data[chains->open.count - 1];
}

/* The first address of OUTER at or behind START. */
static size_t first_hit(const struct jp_dwarf_chains *chains, const struct jp_dwarf_open *outer,
                        uint64_t start)
{
    size_t low = outer->first;
    size_t high = outer->last;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (chains->addresses[chains->hits.data[middle]] < start)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Make the places behind the first COUNT ascending and unique. */
static void sort_hits(struct jp_dwarf_chains *chains, size_t count)
{
    chains->hits.count = count + sort_unique(chains->hits.data + count, chains->hits.count - count);
}

/* Put the addresses of OUTER from START up to END behind all others; false when those behind FIRST
 * are not ascending any more. */
static bool add_hits(struct jp_dwarf_chains *chains, struct jp_dwarf_dies *dies,
                     const struct jp_dwarf_open *outer, size_t first, uint64_t start, uint64_t end)
{
    bool is_sorted = true;

    for (size_t i = first_hit(chains, outer, start); i < outer->last; i++) {
        const uint32_t hit = chains->hits.data[i];
        const size_t count = chains->hits.count;
        if (chains->addresses[hit] >= end)
            break;
        charge(dies, 1);
        if (count > first && chains->hits.data[count - 1] >= hit)
            is_sorted = false;
        jp_vec_push(&chains->hits, hit);
    }
    return is_sorted;
}

/*
 * Put the addresses that the DIE holds behind those of the DIE around it. Those that only the inner
 * one says to hold do not count: whether it is looked at depends on what else is asked. False:
 * there are none.
 */
static bool cover(struct jp_dwarf_chains *chains, struct jp_dwarf_dies *dies,
                  const struct jp_dwarf_head *head, struct jp_dwarf_open *inner)
{
    const struct jp_dwarf_open outer = *last_open(chains);
    const uint64_t lowest = chains->addresses[chains->hits.data[outer.first]];
    const uint64_t highest = chains->addresses[chains->hits.data[outer.last - 1]];
    const size_t first = chains->hits.count;
    struct jp_dwarf_ranges ranges;
    uint64_t start;
    uint64_t end;
    bool is_sorted = true;

    jp_dwarf_ranges_begin(&ranges, dies->unit, &head->code);
    while (jp_dwarf_ranges_next_of(&ranges, lowest, highest, &dies->limit, &start, &end)) {
        is_sorted &= add_hits(chains, dies, &outer, first, start, end);
        /* Now and then, so that ranges that repeat take no memory. */
        if (!is_sorted && chains->hits.count - first > 2 * (outer.last - outer.first)) {
            sort_hits(chains, first);
            is_sorted = true;
        }
    }
    if (!is_sorted)
        sort_hits(chains, first);
    inner->first = first;
    inner->last = chains->hits.count;
    return inner->last > inner->first;
}

/* Look inside of the DIE, or, when there is nothing, forget what it covers. */
static void enter(struct jp_dwarf_chains *chains, const struct jp_dwarf_head *head,
                  struct jp_dwarf_open inner)
{
    if (head->abbrev->has_children)
        jp_vec_push(&chains->open, inner);
    else
        chains->hits.count = last_open(chains)->last;
}

static void leave(struct jp_dwarf_chains *chains)
{
    if (--chains->open.count)
        chains->hits.count = last_open(chains)->last;
}

static bool take_inner(struct jp_dwarf_chains *chains, struct jp_dwarf_dies *dies,
                       const struct jp_dwarf_head *head)
{
    const bool has_code = head->abbrev->has_code;
    struct jp_dwarf_open inner = *last_open(chains);

    if (head->abbrev->kind == JP_DWARF_KIND_INLINED) {
        if (chains->nodes.data[inner.node].depth == JP_NAMES_MOST_FRAMES)
            chains->inlines_cut++;
        else if (has_code && cover(chains, dies, head, &inner)) {
            inner.node = add_call(chains, dies, inner.node, head->position);
            for (size_t i = inner.first; i < inner.last; i++)
                chains->found[chains->hits.data[i]] = inner.node;
            enter(chains, head, inner);
            return true;
        }
    } else if (head->abbrev->kind == JP_DWARF_KIND_BLOCK) {
        if (!has_code || cover(chains, dies, head, &inner)) {
            enter(chains, head, inner);
            return true;
        }
    }
    return jp_dwarf_dies_skip_children(dies, head);
}

bool jp_dwarf_chains_take(void *context, struct jp_dwarf_dies *dies,
                          const struct jp_dwarf_head *head)
{
    struct jp_dwarf_chains *const chains = context;

    collect_hits(chains, dies, &head->code);
    if (chains->hits.count == 0)
        return true;
    const uint32_t function = add_node(chains, 0, head->position);
    for (size_t i = 0; i < chains->hits.count; i++)
        chains->found[chains->hits.data[i]] = function;
    chains->unnamed -= chains->hits.count;
    if (!chains->want_inlines || !head->abbrev->has_children)
        return true;

    chains->open.count = 0;
    jp_vec_push(&chains->open, (struct jp_dwarf_open){function, 0, chains->hits.count});
    while (chains->open.count && !jp_dwarf_dies_at_end(dies)) {
        struct jp_dwarf_head inner;
        jp_dwarf_dies_pass(dies, JP_DWARF_PASS_ALL, UINT32_MAX, NULL);
        if (!jp_dwarf_dies_next(dies, &inner))
            return false;
        if (!inner.abbrev)
            leave(chains);
        else if (!take_inner(chains, dies, &inner))
            return false;
    }
    return true;
}

void jp_dwarf_chains_release(struct jp_dwarf_chains *chains)
{
    jp_vec_release(&chains->nodes);
    jp_vec_release(&chains->hits);
    jp_vec_release(&chains->open);
}
