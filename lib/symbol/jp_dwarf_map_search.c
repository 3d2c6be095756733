/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that hide inside of what was passed over. */
#include "config.h"

#include "jp_dwarf_map.h"

struct search {
    struct jp_dwarf_dies *dies;
    bool is_shallow;    /* neither in functions nor in types */
    const size_t *left; /* see jp_dwarf_map_search */
    size_t enough;
    jp_dwarf_on_function *call;
    void *context;
};

static bool is_open(const struct search *search, const struct jp_dwarf_abbrev *abbrev)
{
    if (search->is_shallow)
        return abbrev->kind == JP_DWARF_KIND_SCOPE;
    return abbrev->kind != JP_DWARF_KIND_OTHER && abbrev->kind != JP_DWARF_KIND_INLINED;
}

/* Look at one DIE; *DEPTH grows when its children are to be looked at. */
static bool search_one(const struct search *search, const struct jp_dwarf_head *head, size_t *depth)
{
    struct jp_dwarf_dies *const dies = search->dies;
    const uint32_t children = jp_dwarf_dies_position(dies);

    if (head->abbrev->kind == JP_DWARF_KIND_FUNCTION && head->abbrev->has_code) {
        if (!search->call(search->context, dies, head))
            return false;
        if (search->is_shallow && jp_dwarf_dies_position(dies) != children)
            return true;
        if (!jp_dwarf_dies_seek(dies, children))
            return false;
    }
    if (!head->abbrev->has_children)
        return true;
    if (!is_open(search, head->abbrev))
        return jp_dwarf_dies_skip_children(dies, head);
    ++*depth;
    return true;
}

static bool search_subtree(const struct search *search, const struct jp_dwarf_subtree *subtree)
{
    const unsigned kinds = search->is_shallow ? JP_DWARF_PASS_FUNCTIONS : JP_DWARF_PASS_LEAVES;
    struct jp_dwarf_dies *const dies = search->dies;
    struct jp_dwarf_head head;
    size_t depth = 1;

    if (!jp_dwarf_dies_seek(dies, subtree->position) || !jp_dwarf_dies_next(dies, &head))
        return false;
    while (depth && *search->left > search->enough && jp_dwarf_dies_position(dies) < subtree->end) {
        jp_dwarf_dies_pass(dies, kinds, UINT32_MAX, NULL);
        if (!jp_dwarf_dies_next(dies, &head))
            return false;
        if (!head.abbrev)
            depth--;
        else if (!search_one(search, &head, &depth))
            return false;
    }
    return true;
}

bool jp_dwarf_map_search(const struct jp_dwarf_map *map, struct jp_dwarf_dies *dies,
                         enum jp_dwarf_look look, jp_dwarf_on_function *call, void *context,
                         const size_t *left, size_t enough)
{
    static const uint8_t kinds[JP_DWARF_LOOKS] = {
        [JP_DWARF_LOOK_FUNCTIONS] = JP_DWARF_KIND_FUNCTION,
        [JP_DWARF_LOOK_SCOPES] = JP_DWARF_KIND_SCOPE,
        [JP_DWARF_LOOK_WHOLE_SCOPES] = JP_DWARF_KIND_SCOPE,
        [JP_DWARF_LOOK_TYPES] = JP_DWARF_KIND_TYPE,
    };
    const struct search search = {dies, look == JP_DWARF_LOOK_SCOPES, left, enough, call, context};
    const jp_dwarf_subtrees *const subtrees = &map->levels.data[0].subtrees;

    for (size_t i = 0; i < subtrees->count; i++) {
        const struct jp_dwarf_subtree *const subtree = &subtrees->data[i];
        if (*left <= enough)
            break;
        if (subtree->kind == kinds[look] && !search_subtree(&search, subtree))
            return false;
    }
    return true;
}
