/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The walk over the DIEs of one unit. It goes down only into functions that hold an asked address.
 * The function of a lambda or of a local class lies inside the DIE of another function but outside
 * its addresses, so when some addresses stay without a function the unit is walked a second time
 * in full.
 */
#include "config.h"

#include "jp_addresses.h"
#include "jp_dwarf_libdwarf_parts.h"

enum {
    DEEPEST = 1024,             /* deeper DIEs are not looked at */
    NODE_STRANGER = 0xfffffffe, /* parent below which no address is looked for */
};

struct walk {
    struct jp_libdwarf_reader *reader;
    const struct jp_libdwarf *file;
    const struct jp_unit_hit *hit;
    struct jp_libdwarf_chains *chains;
    struct jp_libdwarf_walk dies;
    struct jp_libdwarf_ranges ranges; /* of the DIE at hand */
    bool is_full;
};

static void walk_children(struct walk *walk, Dwarf_Die die, uint32_t parent, unsigned depth);

static uint32_t depth_below(const struct jp_libdwarf_chains *chains, uint32_t parent)
{
    return parent == JP_NODE_NONE ? 1 : chains->nodes.data[parent].depth + 1;
}

static uint32_t add_node(struct walk *walk, Dwarf_Die die, uint32_t parent)
{
    const struct jp_libdwarf *const file = walk->file;
    Dwarf_Off offset = 0;
    Dwarf_Error details = NULL;

    while (parent != JP_NODE_NONE && walk->chains->nodes.data[parent].is_block)
        parent = walk->chains->nodes.data[parent].parent;
    struct jp_chain_node node = {.parent = parent, .depth = depth_below(walk->chains, parent)};

    /* A function with code may have a name of its own there: C2 for the constructor C4. */
    if (parent == JP_NODE_NONE ||
        !jp_libdwarf_reference(file, die, DW_AT_abstract_origin, &node.place)) {
        const int status = dwarf_dieoffset(die, &offset, &details);
        node.place.offset = jp_libdwarf_worked(file, status, details) ? offset : 0;
        node.place.split = file->number;
    }
    if (parent != JP_NODE_NONE) {
        jp_libdwarf_number(file, die, DW_AT_call_file, &node.call_file);
        jp_libdwarf_number(file, die, DW_AT_call_line, &node.call_line);
        jp_libdwarf_number(file, die, DW_AT_call_column, &node.call_column);
    }
    jp_vec_push(&walk->chains->nodes, node);
    return (uint32_t)walk->chains->nodes.count - 1;
}

static uint32_t add_block(struct jp_libdwarf_chains *chains, uint32_t parent)
{
    const struct jp_chain_node node = {
        .is_block = true, .parent = parent, .depth = chains->nodes.data[parent].depth};

    jp_vec_push(&chains->nodes, node);
    return (uint32_t)chains->nodes.count - 1;
}

static void find_ranges(struct walk *walk, Dwarf_Die die)
{
    jp_libdwarf_ranges_of(walk->file, die, walk->hit->version, walk->hit->base, &walk->ranges);
}

/*
 * The addresses of DIE, whose ranges were found, and whose innermost function so far is PARENT get
 * a new node; returns it, or NODE_STRANGER when there is no such address. Of two siblings over one
 * address the first keeps it.
 */
static uint32_t claim_ranges(struct walk *walk, Dwarf_Die die, uint32_t parent, bool is_block)
{
    struct jp_libdwarf_chains *const chains = walk->chains;
    uint32_t node = NODE_STRANGER;

    for (size_t r = 0; r < walk->ranges.list.count; r++) {
        const struct jp_libdwarf_range range = walk->ranges.list.data[r];
        for (size_t i = jp_addresses_first(chains->addresses, chains->count, range.low);
             i < chains->count && chains->addresses[i] < range.high; i++) {
            if (chains->inner[i] != parent)
                continue;
            if (node == NODE_STRANGER)
                node = is_block ? add_block(chains, parent) : add_node(walk, die, parent);
            chains->inner[i] = node;
        }
    }
    return node;
}

static uint32_t claim_addresses(struct walk *walk, Dwarf_Die die, uint32_t parent)
{
    find_ranges(walk, die);
    return claim_ranges(walk, die, parent, false);
}

static uint32_t claim_inlined(struct walk *walk, Dwarf_Die die, uint32_t parent)
{
    /* An inlined body outside any function has nothing to be inlined into. */
    if (parent == JP_NODE_NONE || parent == NODE_STRANGER)
        return NODE_STRANGER;
    if (walk->chains->nodes.data[parent].depth < JP_NAMES_MOST_FRAMES)
        return claim_addresses(walk, die, parent);
    walk->reader->work->inlines_cut++;
    return NODE_STRANGER;
}

/* The addresses that BLOCK, the node of DIE, still has are its parent's again. */
static void give_back(struct walk *walk, Dwarf_Die die, uint32_t block)
{
    struct jp_libdwarf_chains *const chains = walk->chains;

    find_ranges(walk, die);
    for (size_t r = 0; r < walk->ranges.list.count; r++) {
        const struct jp_libdwarf_range range = walk->ranges.list.data[r];
        for (size_t i = jp_addresses_first(chains->addresses, chains->count, range.low);
             i < chains->count && chains->addresses[i] < range.high; i++) {
            if (chains->inner[i] == block)
                chains->inner[i] = chains->nodes.data[block].parent;
        }
    }
}

/*
 * What is inlined into a block holds none but the block's addresses, though it may say so: what is
 * asked besides would tell whether it is looked at.
 */
static void visit_block(struct walk *walk, Dwarf_Die die, uint32_t parent, unsigned depth)
{
    uint32_t block = parent;

    find_ranges(walk, die);
    const bool has_ranges = walk->ranges.list.count > 0;
    if (has_ranges && parent != JP_NODE_NONE && parent != NODE_STRANGER)
        block = claim_ranges(walk, die, parent, true);
    if (block != NODE_STRANGER || walk->is_full)
        walk_children(walk, die, block, depth);
    if (block != parent && block != NODE_STRANGER)
        give_back(walk, die, block);
}

static void visit(struct walk *walk, Dwarf_Die die, uint32_t parent, unsigned depth)
{
    Dwarf_Half tag = 0;
    Dwarf_Error details = NULL;
    const int status = dwarf_tag(die, &tag, &details);

    if (!jp_libdwarf_worked(walk->file, status, details))
        return;
    switch (tag) {
    case DW_TAG_subprogram:
        parent = claim_addresses(walk, die, JP_NODE_NONE);
        break;
    case DW_TAG_inlined_subroutine:
        parent = claim_inlined(walk, die, parent);
        break;
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
        visit_block(walk, die, parent, depth);
        return;
    case DW_TAG_namespace:
    case DW_TAG_module:
        break;
    default:
        if (!walk->is_full)
            return;
        break;
    }
    if (parent != NODE_STRANGER || walk->is_full)
        walk_children(walk, die, parent, depth);
}

static void walk_children(struct walk *walk, Dwarf_Die die, uint32_t parent, unsigned depth)
{
    if (depth >= DEEPEST)
        return;
    for (Dwarf_Die child = jp_libdwarf_walk_child(&walk->dies, die); child;
         child = jp_libdwarf_walk_sibling(&walk->dies, child)) {
        walk->reader->work->dies_read++;
        visit(walk, child, parent, depth + 1);
    }
}

static bool has_address_without_function(const struct jp_libdwarf_chains *chains)
{
    for (size_t i = 0; i < chains->count; i++) {
        if (chains->inner[i] == JP_NODE_NONE)
            return true;
    }
    return false;
}

void jp_libdwarf_walk_unit(struct jp_libdwarf_reader *reader, const struct jp_libdwarf *file,
                           Dwarf_Die root, const struct jp_unit_hit *hit,
                           struct jp_libdwarf_chains *chains)
{
    struct walk walk = {.reader = reader, .file = file, .hit = hit, .chains = chains};

    jp_libdwarf_walk_begin(&walk.dies, file, root);
    walk_children(&walk, root, JP_NODE_NONE, 0);
    if (has_address_without_function(chains) && !walk.dies.is_damaged) {
        walk.is_full = true;
        jp_libdwarf_walk_begin(&walk.dies, file, root);
        walk_children(&walk, root, JP_NODE_NONE, 0);
    }
    reader->work->units_refused += walk.dies.is_damaged;
    jp_vec_release(&walk.ranges.list);
}
