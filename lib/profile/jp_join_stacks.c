/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The addresses of a dump become locations and its stacks those of the profile, each once, when it
 * is first needed.
 */
#include "config.h"

#include "jp_join_private.h"

static bool same_address(const void *owner, uint32_t id, const void *key)
{
    return ((const struct jp_joining *)owner)->map.addresses.data[id].address ==
           *(const uint64_t *)key;
}

/* The names that a symbolized profile carries for its addresses, as frames. */
static void take_own_names(struct jp_joining *join, uint32_t location,
                           const struct jp_dump_symbol *symbol)
{
    struct jp_profile *const profile = join->profile;
    struct jp_location *const at = &profile->locations.data[location];

    if (at->frames_count)
        return;
    at->frames_first = (uint32_t)profile->frames.count;
    at->frames_count = symbol->names_count;
    at->is_named_by_dump = true;
    at->miss = JP_MISS_NO_DEBUG_INFO;
    for (uint32_t i = symbol->names_count; i-- > 0;) {
        const uint32_t name = join->dump->symbol_names.data[symbol->names_first + i];
        const struct jp_function function = {
            .name = jp_intern_add(&profile->strings, jp_intern_span(&join->dump->strings, name)),
            .module = JP_NO_MODULE,
        };
        jp_vec_push(&profile->frames, (struct jp_frame){
                                          .function = jp_profile_function(profile, function),
                                          .is_inlined = i > 0,
                                      });
    }
}

static const struct jp_dump_symbol *find_symbol(const struct jp_dump *dump, uint64_t address)
{
    size_t low = 0;
    size_t high = dump->symbols.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (dump->symbols.data[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == dump->symbols.count || dump->symbols.data[low].address != address)
        return NULL;
    return &dump->symbols.data[low];
}

/*
 * A symbolized profile lists callers by their address minus one and the youngest frame as it was
 * recorded; an address may have been both.
 */
static void name_from_dump(struct jp_joining *join, uint32_t location, uint64_t address)
{
    if (!jp_dump_is_symbolized(join->dump))
        return;
    const struct jp_dump_symbol *symbol = find_symbol(join->dump, address - 1);
    if (!symbol)
        symbol = find_symbol(join->dump, address);
    if (symbol && symbol->names_count)
        take_own_names(join, location, symbol);
}

static uint32_t location_of(struct jp_joining *join, uint64_t address)
{
    const uint64_t hash = jp_hash_mix(address, 0);
    const uint32_t known = jp_index_find(&join->address_index, hash, same_address, join, &address);

    if (known != JP_INDEX_NONE)
        return join->map.addresses.data[known].location;
    const uint32_t location = jp_modules_location(&join->modules, address);
    name_from_dump(join, location, address);
    jp_index_add(&join->address_index, hash, (uint32_t)join->map.addresses.count);
    jp_vec_push(&join->map.addresses, (struct jp_join_address){address, location});
    return location;
}

/* The stack of join->locations. */
static uint32_t find_stack(struct jp_joining *join)
{
    struct jp_profile *const profile = join->profile;
    const uint32_t *const locations = join->locations.data;
    const uint32_t depth = (uint32_t)join->locations.count;
    uint32_t stack = JP_ROOT_STACK;

    if (profile->is_series && depth) {
        const uint32_t known = jp_stack_memo_find(&profile->stack_memo, locations, depth);
        if (known != JP_INDEX_NONE)
            return known;
    }
    for (uint32_t i = depth; i-- > 0;)
        stack = jp_profile_stack(profile, stack, locations[i]);
    if (profile->is_series && depth)
        jp_stack_memo_add(&profile->stack_memo, locations, depth, stack);
    return stack;
}

uint32_t jp_join_stack(struct jp_joining *join, uint32_t index)
{
    const struct jp_dump_stack *const recorded = &join->dump->stacks.data[index];

    if (join->map.stacks.data[index] != JP_JOIN_NO_STACK)
        return join->map.stacks.data[index];
    jp_vec_reserve(&join->locations, recorded->depth);
    join->locations.count = recorded->depth;
    /* From the outermost on: locations are numbered in this order. */
    for (uint32_t i = recorded->depth; i-- > 0;)
        join->locations.data[i] =
            location_of(join, join->dump->addresses.data[recorded->first + i]);
    join->map.stacks.data[index] = find_stack(join);
    return join->map.stacks.data[index];
}
