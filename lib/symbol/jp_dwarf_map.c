/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_map.h"

struct builder {
    struct jp_dwarf_level *level;
    struct jp_dwarf_dies *dies;
    jp_dwarf_on_function *call;
    void *context;
};

static void open_scope(struct builder *builder, const struct jp_dwarf_head *head)
{
    jp_vec_push(&builder->level->scopes,
                (struct jp_dwarf_scope){head->position, UINT32_MAX, builder->level->scope});
    builder->level->scope = (uint32_t)builder->level->scopes.count - 1;
}

static void close_scope(struct builder *builder)
{
    struct jp_dwarf_level *const level = builder->level;
    struct jp_dwarf_scope *const scope = &level->scopes.data[level->scope];

    scope->end = jp_dwarf_dies_position(builder->dies);
    level->scope = scope->parent;
}

static void add_subtree(struct builder *builder, const struct jp_dwarf_head *head)
{
    jp_vec_push(&builder->level->subtrees,
                (struct jp_dwarf_subtree){.position = head->position,
                                          .end = jp_dwarf_dies_position(builder->dies),
                                          .kind = head->abbrev->kind});
}

static bool pass_over(struct builder *builder, const struct jp_dwarf_head *head)
{
    if (!jp_dwarf_dies_skip_children(builder->dies, head))
        return false;
    add_subtree(builder, head);
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
        return pass_over(builder, head);
    add_subtree(builder, head);
    return true;
}

/*
 * gcc puts no code into types and, in C++, none into namespaces: functions of both are defined
 * behind. It records where they end, so that they are passed over. Others (rustc) put functions
 * there; without a recorded end, looking inside costs nothing more.
 */
static bool take(struct builder *builder, const struct jp_dwarf_head *head)
{
    const bool has_children = head->abbrev->has_children;

    switch (head->abbrev->kind) {
    case JP_DWARF_KIND_SCOPE:
    case JP_DWARF_KIND_TYPE:
        if (!has_children)
            return true;
        if (head->sibling)
            return pass_over(builder, head);
        open_scope(builder, head);
        return true;
    case JP_DWARF_KIND_FUNCTION:
        return take_function(builder, head);
    default:
        return jp_dwarf_dies_skip_children(builder->dies, head);
    }
}

static void release_level(struct jp_dwarf_level *level)
{
    jp_vec_release(&level->scopes);
    jp_vec_release(&level->subtrees);
}

static void begin_level(struct jp_dwarf_level *level)
{
    level->scopes.count = 0;
    level->subtrees.count = 0;
    level->scope = JP_DWARF_NO_SCOPE;
    level->position = 0;
    level->end = UINT32_MAX;
    level->is_whole = false;
}

struct jp_dwarf_level *jp_dwarf_map_add_level(struct jp_dwarf_map *map)
{
    struct jp_dwarf_level level = {.is_whole = false};

    begin_level(&level);
    jp_vec_push(&map->levels, level);
    return &map->levels.data[map->levels.count - 1];
}

void jp_dwarf_map_begin(struct jp_dwarf_map *map)
{
    while (map->levels.count > 1)
        release_level(&map->levels.data[--map->levels.count]);
    if (map->levels.count == 0)
        jp_dwarf_map_add_level(map);
    else
        begin_level(&map->levels.data[0]);
}

/* Pass over a DIE, and over those in front of it up to LAST that take no look. False: damaged. */
static bool step(struct builder *builder, uint32_t last)
{
    struct jp_dwarf_head head;

    jp_dwarf_dies_pass(builder->dies, JP_DWARF_PASS_ALL, last, &builder->level->subtrees);
    if (!jp_dwarf_dies_next(builder->dies, &head))
        return false;
    if (head.abbrev)
        return take(builder, &head);
    if (builder->level->scope == JP_DWARF_NO_SCOPE)
        builder->level->is_whole = true;
    else
        close_scope(builder);
    return true;
}

static bool begin_unit(struct builder *builder)
{
    struct jp_dwarf_head head;

    if (!jp_dwarf_dies_next(builder->dies, &head) || !head.abbrev)
        return false;
    builder->level->is_whole = !head.abbrev->has_children;
    return true;
}

static void set_position(struct jp_dwarf_level *level, const struct jp_dwarf_dies *dies)
{
    level->position = jp_dwarf_dies_position(dies);
    level->is_whole |= jp_dwarf_dies_at_end(dies) || level->position >= level->end;
}

/* Until all is seen, *LEFT is 0 or the pass is behind POSITION. */
static bool walk(struct builder *builder, const size_t *left, uint32_t position)
{
    struct jp_dwarf_level *const level = builder->level;
    struct jp_dwarf_dies *const dies = builder->dies;
    bool fine = level->position ? jp_dwarf_dies_seek(dies, level->position) : begin_unit(builder);

    set_position(level, dies);
    while (fine && !level->is_whole && (!left || *left) && level->position <= position) {
        fine = step(builder, position < level->end ? position : level->end);
        set_position(level, dies);
    }
    level->is_whole |= !fine;
    return fine;
}

bool jp_dwarf_map_build(struct jp_dwarf_map *map, struct jp_dwarf_dies *dies,
                        jp_dwarf_on_function *call, void *context, const size_t *left)
{
    jp_dwarf_map_begin(map);
    struct builder builder = {&map->levels.data[0], dies, call, context};
    return walk(&builder, left, UINT32_MAX);
}

void jp_dwarf_level_reach(struct jp_dwarf_level *level, struct jp_dwarf_dies *dies,
                          uint32_t position)
{
    struct builder builder = {level, dies, NULL, NULL};

    if (!level->is_whole && level->position <= position)
        walk(&builder, NULL, position);
}

void jp_dwarf_map_release(struct jp_dwarf_map *map)
{
    for (size_t i = 0; i < map->levels.count; i++)
        release_level(&map->levels.data[i]);
    jp_vec_release(&map->levels);
}
