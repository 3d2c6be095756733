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

/* Ascending and unique, also when the ranges of the function are neither. */
static void sort_hits(struct jp_dwarf_chains *chains)
{
    size_t count = 0;

    qsort(chains->hits.data, chains->hits.count, sizeof *chains->hits.data, compare_positions);
    for (size_t i = 0; i < chains->hits.count; i++) {
        if (count == 0 || chains->hits.data[count - 1] != chains->hits.data[i])
            chains->hits.data[count++] = chains->hits.data[i];
    }
    chains->hits.count = count;
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
        sort_hits(chains);
    chains->hit_addresses.count = 0;
    for (size_t i = 0; i < chains->hits.count; i++)
        jp_vec_push(&chains->hit_addresses, chains->addresses[chains->hits.data[i]]);
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

/* Does the DIE hold one of the function's addresses? If NODE is given, it becomes theirs: made on
 * the first of them, a child of PARENT. */
static bool touches(struct jp_dwarf_chains *chains, struct jp_dwarf_dies *dies,
                    const struct jp_dwarf_head *head, uint32_t parent, uint32_t *node)
{
    struct jp_dwarf_ranges ranges;
    uint64_t start;
    uint64_t end;
    bool is_hit = false;

    jp_dwarf_ranges_begin(&ranges, dies->unit, &head->code);
    while (dies->limit && jp_dwarf_ranges_next(&ranges, &start, &end)) {
        if (!ranges.is_pair)
            charge(dies, 1);
        size_t i =
            jp_addresses_first(chains->hit_addresses.data, chains->hit_addresses.count, start);
        for (; i < chains->hits.count && chains->hit_addresses.data[i] < end; i++) {
            charge(dies, 1);
            is_hit = true;
            if (!node)
                return true;
            if (!*node)
                *node = add_call(chains, dies, parent, head->position);
            chains->found[chains->hits.data[i]] = *node;
        }
    }
    return is_hit;
}

static bool take_inner(struct jp_dwarf_chains *chains, struct jp_dwarf_dies *dies,
                       const struct jp_dwarf_head *head)
{
    const uint32_t parent = chains->open.data[chains->open.count - 1];
    const bool has_children = head->abbrev->has_children;
    uint32_t node = 0;

    if (head->abbrev->kind == JP_DWARF_KIND_INLINED) {
        if (chains->nodes.data[parent].depth == JP_NAMES_MOST_FRAMES)
            chains->inlines_cut++;
        else if (head->abbrev->has_code && touches(chains, dies, head, parent, &node)) {
            if (has_children)
                jp_vec_push(&chains->open, node);
            return true;
        }
    } else if (head->abbrev->kind == JP_DWARF_KIND_BLOCK) {
        if (!head->abbrev->has_code || touches(chains, dies, head, parent, NULL)) {
            if (has_children)
                jp_vec_push(&chains->open, parent);
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
    jp_vec_push(&chains->open, function);
    while (chains->open.count && !jp_dwarf_dies_at_end(dies)) {
        struct jp_dwarf_head inner;
        jp_dwarf_dies_pass_leaves(dies);
        if (!jp_dwarf_dies_next(dies, &inner))
            return false;
        if (!inner.abbrev)
            chains->open.count--;
        else if (!take_inner(chains, dies, &inner))
            return false;
    }
    return true;
}

void jp_dwarf_chains_release(struct jp_dwarf_chains *chains)
{
    jp_vec_release(&chains->nodes);
    jp_vec_release(&chains->hits);
    jp_vec_release(&chains->hit_addresses);
    jp_vec_release(&chains->open);
}
