/* SPDX-License-Identifier: BSD-2-Clause */
/* The scopes that a DIE lies in. */
#include "config.h"

#include "jp_dwarf_map.h"

/* The element of subtrees around POSITION; their number: there is none. */
static size_t subtree_around(const struct jp_dwarf_level *level, uint32_t position)
{
    size_t low = 0;
    size_t high = level->subtrees.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (level->subtrees.data[middle].position < position)
            low = middle + 1;
        else
            high = middle;
    }
    return low && level->subtrees.data[low - 1].end > position ? low - 1 : level->subtrees.count;
}

/* The number of scopes in front of POSITION. */
static size_t scopes_before(const struct jp_dwarf_level *level, uint32_t position)
{
    size_t low = 0;
    size_t high = level->scopes.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (level->scopes.data[middle].position < position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t scope_around(const struct jp_dwarf_level *level, uint32_t position)
{
    const size_t before = scopes_before(level, position);
    uint32_t scope = before ? (uint32_t)before - 1 : JP_DWARF_NO_SCOPE;

    while (scope != JP_DWARF_NO_SCOPE && level->scopes.data[scope].end <= position)
        scope = level->scopes.data[scope].parent;
    return scope;
}

static void reverse(uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        const uint32_t value = values[i];
        values[i] = values[count - 1 - i];
        values[count - 1 - i] = value;
    }
}

/* Walk from the top of SUBTREE down to POSITION; what is open on arrival lies around it. */
static bool descend(const struct jp_dwarf_subtree *subtree, struct jp_dwarf_dies *dies,
                    uint32_t position, jp_dwarf_positions *ancestors)
{
    const size_t bottom = ancestors->count;
    struct jp_dwarf_head head;

    if (!jp_dwarf_dies_seek(dies, subtree->position))
        return false;
    while (jp_dwarf_dies_position(dies) < subtree->end) {
        jp_dwarf_dies_pass(dies, JP_DWARF_PASS_ALL, position, NULL);
        if (!jp_dwarf_dies_next(dies, &head))
            return false;
        if (head.position >= position)
            return head.position == position;
        if (!head.abbrev) {
            if (ancestors->count > bottom)
                ancestors->count--;
        } else if (head.abbrev->has_children) {
            if (head.sibling > jp_dwarf_dies_position(dies) && head.sibling <= position) {
                if (!jp_dwarf_dies_seek(dies, head.sibling))
                    return false;
            } else {
                jp_vec_push(ancestors, head.position);
            }
        }
    }
    return false;
}

/* Append the scopes of LEVEL around POSITION. */
static void add_scopes(const struct jp_dwarf_level *level, uint32_t position,
                       jp_dwarf_positions *ancestors)
{
    const size_t first = ancestors->count;

    for (uint32_t scope = scope_around(level, position); scope != JP_DWARF_NO_SCOPE;
         scope = level->scopes.data[scope].parent)
        jp_vec_push(ancestors, level->scopes.data[scope].position);
    if (ancestors->count > first)
        reverse(ancestors->data + first, ancestors->count - first);
}

/* The level inside of element I of the subtrees of level NUMBER, a scope; made when it is asked
 * for. 0: it cannot be read. */
static uint32_t level_inside(struct jp_dwarf_map *map, struct jp_dwarf_dies *dies, uint32_t number,
                             size_t i)
{
    const struct jp_dwarf_subtree subtree = map->levels.data[number].subtrees.data[i];
    struct jp_dwarf_head head;

    if (subtree.inside)
        return subtree.inside;
    if (!jp_dwarf_dies_seek(dies, subtree.position) || !jp_dwarf_dies_next(dies, &head))
        return 0;
    struct jp_dwarf_level *const level = jp_dwarf_map_add_level(map);
    level->position = jp_dwarf_dies_position(dies);
    level->end = subtree.end;
    return map->levels.data[number].subtrees.data[i].inside = (uint32_t)map->levels.count - 1;
}

bool jp_dwarf_map_ancestors(struct jp_dwarf_map *map, struct jp_dwarf_dies *dies, uint32_t position,
                            jp_dwarf_positions *ancestors)
{
    uint32_t number = 0;

    for (;;) {
        struct jp_dwarf_level *const level = &map->levels.data[number];
        jp_dwarf_level_reach(level, dies, position);
        add_scopes(level, position, ancestors);
        const size_t i = subtree_around(level, position);
        if (i == level->subtrees.count)
            return true;
        if (level->subtrees.data[i].kind != JP_DWARF_KIND_SCOPE)
            return descend(&level->subtrees.data[i], dies, position, ancestors);
        jp_vec_push(ancestors, level->subtrees.data[i].position);
        number = level_inside(map, dies, number, i);
        if (number == 0)
            return false;
    }
}
