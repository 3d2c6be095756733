/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_map.h"

struct builder {
    struct jp_dwarf_map *map;
    struct jp_dwarf_dies *dies;
    jp_dwarf_on_function *call;
    void *context;
};

static void open_scope(struct builder *builder, const struct jp_dwarf_head *head)
{
    jp_vec_push(&builder->map->scopes,
                (struct jp_dwarf_scope){head->position, UINT32_MAX, builder->map->scope});
    builder->map->scope = (uint32_t)builder->map->scopes.count - 1;
}

static void close_scope(struct builder *builder)
{
    struct jp_dwarf_map *const map = builder->map;
    struct jp_dwarf_scope *const scope = &map->scopes.data[map->scope];

    scope->end = jp_dwarf_dies_position(builder->dies);
    map->scope = scope->parent;
}

static bool pass_over(struct builder *builder, const struct jp_dwarf_head *head, bool is_type)
{
    if (!jp_dwarf_dies_skip_children(builder->dies, head))
        return false;
    jp_vec_push(
        &builder->map->subtrees,
        (struct jp_dwarf_subtree){head->position, jp_dwarf_dies_position(builder->dies), is_type});
    return true;
}

static bool take_function(struct builder *builder, const struct jp_dwarf_head *head)
{
    const unsigned char *const behind = builder->dies->cursor.at;

    if (builder->call && head->abbrev->has_code &&
        !builder->call(builder->context, builder->dies, head))
        return false;
    if (!head->abbrev->has_children)
        return true;
    if (builder->dies->cursor.at == behind)
        return pass_over(builder, head, false);
    jp_vec_push(
        &builder->map->subtrees,
        (struct jp_dwarf_subtree){head->position, jp_dwarf_dies_position(builder->dies), false});
    return true;
}

/* gcc puts no code into a type but records where the type ends, so types are passed over there.
 * Others (older rustc) may put functions into types; without a recorded end, looking inside costs
 * nothing more. */
static bool take(struct builder *builder, const struct jp_dwarf_head *head)
{
    const bool has_children = head->abbrev->has_children;

    switch (head->abbrev->kind) {
    case JP_DWARF_KIND_SCOPE:
        if (has_children)
            open_scope(builder, head);
        return true;
    case JP_DWARF_KIND_TYPE:
        if (!has_children)
            return true;
        if (head->sibling)
            return pass_over(builder, head, true);
        open_scope(builder, head);
        return true;
    case JP_DWARF_KIND_FUNCTION:
        return take_function(builder, head);
    default:
        return jp_dwarf_dies_skip_children(builder->dies, head);
    }
}

void jp_dwarf_map_begin(struct jp_dwarf_map *map)
{
    map->scopes.count = 0;
    map->subtrees.count = 0;
    map->scope = JP_DWARF_NO_SCOPE;
    map->position = 0;
    map->is_whole = false;
}

/* Pass over one DIE. False: damaged. */
static bool step(struct builder *builder)
{
    struct jp_dwarf_head head;

    jp_dwarf_dies_pass_leaves(builder->dies);
    if (!jp_dwarf_dies_next(builder->dies, &head))
        return false;
    if (head.abbrev)
        return take(builder, &head);
    if (builder->map->scope == JP_DWARF_NO_SCOPE)
        builder->map->is_whole = true;
    else
        close_scope(builder);
    return true;
}

static bool begin_unit(struct builder *builder)
{
    struct jp_dwarf_head head;

    if (!jp_dwarf_dies_next(builder->dies, &head) || !head.abbrev)
        return false;
    builder->map->is_whole = !head.abbrev->has_children;
    return true;
}

/* Until all is seen, *LEFT is 0 or the pass is behind POSITION. */
static bool walk(struct builder *builder, const size_t *left, uint32_t position)
{
    struct jp_dwarf_map *const map = builder->map;
    struct jp_dwarf_dies *const dies = builder->dies;
    bool fine = map->position ? jp_dwarf_dies_seek(dies, map->position) : begin_unit(builder);

    while (fine && !map->is_whole && (!left || *left) && jp_dwarf_dies_position(dies) <= position) {
        if (jp_dwarf_dies_at_end(dies))
            map->is_whole = true;
        else
            fine = step(builder);
    }
    map->position = jp_dwarf_dies_position(dies);
    map->is_whole |= !fine;
    return fine;
}

bool jp_dwarf_map_build(struct jp_dwarf_map *map, struct jp_dwarf_dies *dies,
                        jp_dwarf_on_function *call, void *context, const size_t *left)
{
    struct builder builder = {map, dies, call, context};

    jp_dwarf_map_begin(map);
    return walk(&builder, left, UINT32_MAX);
}

static bool search_subtree(const struct jp_dwarf_subtree *subtree, struct jp_dwarf_dies *dies,
                           jp_dwarf_on_function *call, void *context)
{
    struct jp_dwarf_head head;
    size_t depth = 1;

    if (!jp_dwarf_dies_seek(dies, subtree->position) || !jp_dwarf_dies_next(dies, &head))
        return false;
    while (depth && jp_dwarf_dies_position(dies) < subtree->end) {
        jp_dwarf_dies_pass_leaves(dies);
        if (!jp_dwarf_dies_next(dies, &head))
            return false;
        if (!head.abbrev) {
            depth--;
            continue;
        }
        const enum jp_dwarf_kind kind = head.abbrev->kind;
        if (kind == JP_DWARF_KIND_FUNCTION && head.abbrev->has_code) {
            const uint32_t children = jp_dwarf_dies_position(dies);
            if (!call(context, dies, &head) || !jp_dwarf_dies_seek(dies, children))
                return false;
        }
        if (!head.abbrev->has_children)
            continue;
        if (kind == JP_DWARF_KIND_OTHER || kind == JP_DWARF_KIND_INLINED) {
            if (!jp_dwarf_dies_skip_children(dies, &head))
                return false;
        } else {
            depth++;
        }
    }
    return true;
}

bool jp_dwarf_map_search(const struct jp_dwarf_map *map, struct jp_dwarf_dies *dies, bool in_types,
                         jp_dwarf_on_function *call, void *context)
{
    for (size_t i = 0; i < map->subtrees.count; i++) {
        const struct jp_dwarf_subtree *const subtree = &map->subtrees.data[i];
        if (subtree->is_type == in_types && !search_subtree(subtree, dies, call, context))
            return false;
    }
    return true;
}

/* The last element of SUBTREES that starts at or in front of POSITION, if it reaches over it. */
static const struct jp_dwarf_subtree *subtree_around(const struct jp_dwarf_map *map,
                                                     uint32_t position)
{
    size_t low = 0;
    size_t high = map->subtrees.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (map->subtrees.data[middle].position < position)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || map->subtrees.data[low - 1].end <= position)
        return NULL;
    return &map->subtrees.data[low - 1];
}

static uint32_t scope_around(const struct jp_dwarf_map *map, uint32_t position)
{
    size_t low = 0;
    size_t high = map->scopes.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (map->scopes.data[middle].position < position)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t scope = low ? (uint32_t)low - 1 : JP_DWARF_NO_SCOPE;
    while (scope != JP_DWARF_NO_SCOPE && map->scopes.data[scope].end <= position)
        scope = map->scopes.data[scope].parent;
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

bool jp_dwarf_map_ancestors(struct jp_dwarf_map *map, struct jp_dwarf_dies *dies, uint32_t position,
                            jp_dwarf_positions *ancestors)
{
    const size_t first = ancestors->count;
    struct builder builder = {map, dies, NULL, NULL};

    if (!map->is_whole && map->position <= position)
        walk(&builder, NULL, position);
    const struct jp_dwarf_subtree *const subtree = subtree_around(map, position);

    for (uint32_t scope = scope_around(map, position); scope != JP_DWARF_NO_SCOPE;
         scope = map->scopes.data[scope].parent)
        jp_vec_push(ancestors, map->scopes.data[scope].position);
    if (ancestors->count > first)
        reverse(ancestors->data + first, ancestors->count - first);
    return !subtree || descend(subtree, dies, position, ancestors);
}

void jp_dwarf_map_release(struct jp_dwarf_map *map)
{
    jp_vec_release(&map->scopes);
    jp_vec_release(&map->subtrees);
}
