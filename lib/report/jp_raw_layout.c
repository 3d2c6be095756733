/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_raw_layout.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_BYTES = 4096 };

/* Where no process has anything: behind what 48 bits of address reach on x86-64 and AArch64. */
static const uint64_t NOWHERE = UINT64_C(1) << 48;

/* The mappings of one file in one dump. */
struct group {
    uint32_t first; /* index in profile.mappings */
    uint32_t module;
    uint64_t start;
    uint64_t end;
    uint64_t shift; /* to be added to addresses */
    bool is_placed;
};

struct interval {
    uint64_t start;
    uint64_t end;
};

struct placing {
    const struct jp_profile *profile;
    struct jp_raw_layout *layout;
    JP_VEC(struct group) groups;
    JP_VEC(uint32_t) group_of_mapping;
    uint32_t *group_of_module; /* UINT32_MAX: it has no place */
    struct jp_index index;
    JP_VEC(struct interval) taken; /* ascending, without overlaps */
    uint64_t top;                  /* nothing lies at or behind it, up to NOWHERE */
};

static const struct jp_kept_mapping *mapping_of(const struct placing *placing, uint32_t id)
{
    return &placing->profile->mappings.data[id];
}

static bool same_group(const void *owner, uint32_t id, const void *key)
{
    const struct placing *const placing = owner;
    const struct jp_kept_mapping *const a = mapping_of(placing, placing->groups.data[id].first);
    const struct jp_kept_mapping *const b = key;

    return a->source == b->source && a->path == b->path && a->inode == b->inode;
}

static void group_mappings(struct placing *placing)
{
    for (uint32_t i = 0; i < placing->profile->mappings.count; i++) {
        const struct jp_kept_mapping *const mapping = mapping_of(placing, i);
        const uint64_t hash =
            jp_hash_mix(jp_hash_mix(mapping->source, mapping->path), mapping->inode);
        uint32_t id = jp_index_find(&placing->index, hash, same_group, placing, mapping);
        if (id == JP_INDEX_NONE) {
            id = (uint32_t)placing->groups.count;
            jp_vec_push(&placing->groups,
                        (struct group){.first = i, .module = JP_NO_MODULE, .start = UINT64_MAX});
            jp_index_add(&placing->index, hash, id);
        }
        struct group *const group = &placing->groups.data[id];
        if (mapping->module != JP_NO_MODULE)
            group->module = mapping->module;
        group->start = mapping->start < group->start ? mapping->start : group->start;
        group->end = mapping->end > group->end ? mapping->end : group->end;
        if (mapping->end > placing->top && mapping->end < NOWHERE)
            placing->top = mapping->end;
        jp_vec_push(&placing->group_of_mapping, id);
    }
}

/* Index of the first interval that ends behind ADDRESS. */
static size_t find_interval(const struct placing *placing, uint64_t address)
{
    size_t low = 0;
    size_t high = placing->taken.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (placing->taken.data[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_free(const struct placing *placing, uint64_t start, uint64_t end)
{
    const size_t at = find_interval(placing, start);

    return at == placing->taken.count || placing->taken.data[at].start >= end;
}

static void take(struct placing *placing, uint64_t start, uint64_t end)
{
    const size_t at = find_interval(placing, start);

    jp_vec_push(&placing->taken, (struct interval){start, end});
    struct interval *const here = placing->taken.data + at;
    memmove(here + 1, here, (placing->taken.count - 1 - at) * sizeof *here);
    *here = (struct interval){start, end};
}

/* A group that fits nowhere has no place, and its locations addresses without a mapping. */
static void place(struct placing *placing, struct group *group)
{
    const uint64_t bytes = group->end - group->start;
    const uint64_t top = (placing->top + PAGE_BYTES - 1) & ~(uint64_t)(PAGE_BYTES - 1);

    if (!is_free(placing, group->start, group->end)) {
        if (top >= NOWHERE || bytes > NOWHERE - top)
            return;
        group->shift = top - group->start;
        placing->top = top + bytes;
    }
    take(placing, group->start + group->shift, group->end + group->shift);
    group->is_placed = true;
}

static void place_modules(struct placing *placing)
{
    const size_t module_count = placing->profile->modules.count;

    placing->group_of_module = jp_mem_resize(NULL, module_count, sizeof *placing->group_of_module);
    memset(placing->group_of_module, 0xff, module_count * sizeof *placing->group_of_module);
    for (uint32_t i = 0; i < placing->groups.count; i++) {
        struct group *const group = &placing->groups.data[i];
        if (group->module == JP_NO_MODULE || placing->group_of_module[group->module] != UINT32_MAX)
            continue;
        place(placing, group);
        if (group->is_placed)
            placing->group_of_module[group->module] = i;
    }
}

static int compare_mappings(const void *left, const void *right)
{
    const struct jp_kept_mapping *const a = left;
    const struct jp_kept_mapping *const b = right;

    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

static void move_mappings(struct placing *placing)
{
    struct jp_raw_layout *const layout = placing->layout;

    for (uint32_t i = 0; i < placing->profile->mappings.count; i++) {
        const struct group *const group = &placing->groups.data[placing->group_of_mapping.data[i]];
        struct jp_kept_mapping mapping = *mapping_of(placing, i);
        if (!group->is_placed)
            continue;
        mapping.start += group->shift;
        mapping.end += group->shift;
        jp_vec_push(&layout->mappings, mapping);
    }
    if (layout->mappings.count)
        qsort(layout->mappings.data, layout->mappings.count, sizeof *layout->mappings.data,
              compare_mappings);
}

/* As addresses became offsets: see jp_profile.h. The byte before a return address decides. */
static bool find_address(const struct placing *placing, const struct group *group,
                         const struct jp_location *location, uint64_t *address)
{
    const struct jp_module *const module = &placing->profile->modules.data[location->module];
    const uint64_t before = location->offset - 1;

    if (module->kind == JP_MODULE_PSEUDO || module->is_distance) {
        *address = group->start + group->shift + location->offset;
        return true;
    }
    for (uint32_t i = group->first; i < placing->profile->mappings.count; i++) {
        const struct jp_kept_mapping *const mapping = mapping_of(placing, i);
        if (mapping->source != mapping_of(placing, group->first)->source)
            break;
        if (&placing->groups.data[placing->group_of_mapping.data[i]] != group ||
            before < mapping->offset || before - mapping->offset >= mapping->end - mapping->start)
            continue;
        *address = location->offset - mapping->offset + mapping->start + group->shift;
        return true;
    }
    return false;
}

/* What lay in no file keeps its address, unless a file lies there now. UINT64_MAX: it has none. */
static void move_locations(struct placing *placing)
{
    const struct jp_profile *const profile = placing->profile;

    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        const uint32_t group = placing->group_of_module[location->module];
        uint64_t *const address = &placing->layout->addresses[i];
        const bool is_known =
            group != UINT32_MAX &&
            find_address(placing, &placing->groups.data[group], location, address);
        if (!is_known && !is_free(placing, location->address - 1, location->address))
            *address = UINT64_MAX;
    }
}

static void place_all(struct jp_raw_layout *layout, const struct jp_profile *profile)
{
    struct placing placing = {.profile = profile, .layout = layout};

    group_mappings(&placing);
    place_modules(&placing);
    move_mappings(&placing);
    move_locations(&placing);
    jp_vec_release(&placing.groups);
    jp_vec_release(&placing.group_of_mapping);
    jp_vec_release(&placing.taken);
    jp_index_release(&placing.index);
    free(placing.group_of_module);
}

struct user {
    uint64_t address;
    uint32_t location;
};

static int compare_users(const void *left, const void *right)
{
    const struct user *const a = left;
    const struct user *const b = right;

    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->location > b->location) - (a->location < b->location);
}

/* Two locations at one address, and those of pprof profiles without any, get one of their own. */
static void part(struct jp_raw_layout *layout, const struct jp_profile *profile,
                 const bool *is_used)
{
    enum { STEP = 16 };
    JP_VEC(struct user) users = {0};
    uint64_t next = NOWHERE;

    for (uint32_t i = 0; i < profile->locations.count; i++)
        if (is_used[i])
            jp_vec_push(&users, (struct user){layout->addresses[i], i});
    if (users.count)
        qsort(users.data, users.count, sizeof *users.data, compare_users);
    for (size_t i = 0; i < users.count; i++)
        if (users.data[i].address >= next && users.data[i].address < UINT64_MAX / 2)
            next = users.data[i].address / STEP * STEP + STEP;
    for (size_t i = 0; i < users.count; i++) {
        const bool is_taken = i > 0 && users.data[i].address == users.data[i - 1].address;
        if (is_taken || users.data[i].address == UINT64_MAX)
            layout->addresses[users.data[i].location] = next += STEP;
    }
    jp_vec_release(&users);
}

void jp_raw_layout_init(struct jp_raw_layout *layout, const struct jp_profile *profile,
                        const bool *is_used)
{
    *layout = (struct jp_raw_layout){
        .addresses = jp_mem_resize(NULL, profile->locations.count, sizeof *layout->addresses),
    };
    for (size_t i = 0; i < profile->locations.count; i++)
        layout->addresses[i] = profile->locations.data[i].address;
    if (profile->sources.count > 1)
        place_all(layout, profile);
    else
        for (size_t i = 0; i < profile->mappings.count; i++)
            jp_vec_push(&layout->mappings, profile->mappings.data[i]);
    part(layout, profile, is_used);
}

void jp_raw_layout_release(struct jp_raw_layout *layout)
{
    free(layout->addresses);
    jp_vec_release(&layout->mappings);
}
