/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_modules.h"

#include "jp_modules_private.h"
#include "jp_vaddr.h"

/* While files are grouped: a file's path, inode and build-id, with the number of its mappings. */
struct group {
    uint32_t path;
    uint64_t inode;
    uint32_t build_id;
    uint32_t range_count;
    bool is_deleted;
};

struct grouping {
    JP_VEC(struct group) groups;
    struct jp_index index;
};

static bool same_group(const void *owner, uint32_t id, const void *key)
{
    const struct group *const a = &((const struct grouping *)owner)->groups.data[id];
    const struct jp_mapping *const b = key;

    return a->path == b->path && a->inode == b->inode && a->build_id == b->build_id;
}

static uint32_t find_group(struct grouping *grouping, const struct jp_mapping *mapping)
{
    const uint64_t hash = jp_hash_mix(mapping->inode, mapping->path);
    uint32_t id = jp_index_find(&grouping->index, hash, same_group, grouping, mapping);

    if (id == JP_INDEX_NONE) {
        id = (uint32_t)grouping->groups.count;
        jp_vec_push(&grouping->groups,
                    (struct group){mapping->path, mapping->inode, mapping->build_id, 0, false});
        jp_index_add(&grouping->index, hash, id);
    }
    grouping->groups.data[id].range_count++;
    grouping->groups.data[id].is_deleted |= mapping->is_deleted;
    return id;
}

/* One request per group, each with a stretch of the shared ranges, still empty. */
static void add_files(struct jp_modules *modules, const struct grouping *grouping)
{
    size_t first = 0;

    jp_vec_reserve(&modules->ranges, modules->dump->maps.list.count);
    for (size_t i = 0; i < grouping->groups.count; i++) {
        const struct group *const group = &grouping->groups.data[i];
        jp_vec_push(&modules->files,
                    (struct jp_module_request){
                        .path = jp_intern_span(&modules->dump->strings, group->path),
                        .is_deleted = group->is_deleted,
                        .ranges = modules->ranges.data + first,
                        .recorded = modules->dump->addresses.data,
                        .recorded_count = modules->dump->addresses.count,
                    });
        jp_vec_push(&modules->module_of_file, JP_NO_MODULE);
        first += group->range_count;
    }
    modules->ranges.count = first;
}

static void add_range(struct jp_modules *modules, uint32_t file, const struct jp_mapping *mapping)
{
    struct jp_module_request *const request = &modules->files.data[file];
    const size_t at = (size_t)(request->ranges - modules->ranges.data) + request->range_count++;

    modules->ranges.data[at] = (struct jp_module_ranges){
        .start = mapping->start,
        .end = mapping->end,
        .offset = mapping->offset,
        .is_executable = mapping->is_executable,
        .has_offset = mapping->has_offset,
    };
}

void jp_modules_init(struct jp_modules *modules, struct jp_profile *profile,
                     const struct jp_dump *dump, struct jp_finder *finder)
{
    struct grouping grouping = {0};

    *modules = (struct jp_modules){.profile = profile,
                                   .dump = dump,
                                   .finder = finder,
                                   .unmapped = JP_NO_MODULE,
                                   .anon = JP_NO_MODULE};
    for (size_t i = 0; i < dump->maps.list.count; i++) {
        const struct jp_mapping *const mapping = &dump->maps.list.data[i];
        const bool is_file = mapping->kind == JP_MAPPING_FILE;
        jp_vec_push(&modules->file_of_mapping,
                    is_file ? find_group(&grouping, mapping) : JP_NO_MODULE);
        jp_vec_push(&modules->module_of_mapping, JP_NO_MODULE);
    }
    add_files(modules, &grouping);
    for (size_t i = 0; i < dump->maps.list.count; i++) {
        if (modules->file_of_mapping.data[i] != JP_NO_MODULE)
            add_range(modules, modules->file_of_mapping.data[i], &dump->maps.list.data[i]);
    }
    jp_vec_release(&grouping.groups);
    jp_index_release(&grouping.index);
}

void jp_modules_release(struct jp_modules *modules)
{
    jp_vec_release(&modules->files);
    jp_vec_release(&modules->ranges);
    jp_vec_release(&modules->file_of_mapping);
    jp_vec_release(&modules->module_of_mapping);
    jp_vec_release(&modules->module_of_file);
}

static uint32_t add_location(struct jp_modules *modules, uint32_t module, uint64_t offset,
                             uint64_t address)
{
    struct jp_profile *const profile = modules->profile;
    const size_t known_count = profile->locations.count;
    const uint32_t id = jp_profile_location(profile, module, offset, address);
    struct jp_location *const location = &profile->locations.data[id];

    if (id == known_count)
        location->has_vaddr =
            jp_vaddr_find(&profile->modules.data[module], offset, &location->vaddr);
    return id;
}

/* How far an address lies in its module. */
static uint64_t offset_in(const struct jp_modules *modules, const struct jp_mapping *mapping,
                          uint32_t index, enum jp_module_kind kind, uint64_t address)
{
    switch (kind) {
    case JP_MODULE_FILE:
        if (mapping->has_offset)
            return address - mapping->start + mapping->offset;
        return address - modules->files.data[modules->file_of_mapping.data[index]].ranges[0].start;
    case JP_MODULE_PSEUDO:
        return address - mapping->start + (mapping->is_partial ? mapping->offset : 0);
    case JP_MODULE_ANON:
    case JP_MODULE_UNMAPPED:
        break;
    }
    return address;
}

struct jp_modules_place jp_modules_place_in(struct jp_modules *modules, uint32_t index,
                                            uint64_t address)
{
    if (index == JP_NO_MODULE) {
        if (modules->unmapped == JP_NO_MODULE) {
            const struct jp_module module = jp_modules_unmapped(modules);
            modules->unmapped = jp_profile_module(modules->profile, &module);
        }
        return (struct jp_modules_place){modules->unmapped, address};
    }
    const struct jp_mapping *const mapping = &modules->dump->maps.list.data[index];
    if (modules->module_of_mapping.data[index] == JP_NO_MODULE)
        modules->module_of_mapping.data[index] = jp_modules_of_mapping(modules, mapping, index);
    const uint32_t module = modules->module_of_mapping.data[index];
    modules->profile->modules.data[module].is_unloaded |= mapping->is_unloaded;
    const enum jp_module_kind kind = modules->profile->modules.data[module].kind;
    return (struct jp_modules_place){module, offset_in(modules, mapping, index, kind, address)};
}

uint32_t jp_modules_location_in(struct jp_modules *modules, uint32_t index, uint64_t address)
{
    const struct jp_modules_place place = jp_modules_place_in(modules, index, address);

    return add_location(modules, place.module, place.offset, address);
}

uint32_t jp_modules_location(struct jp_modules *modules, uint64_t address)
{
    const struct jp_maps *const maps = &modules->dump->maps;
    const struct jp_mapping *const mapping = address ? jp_maps_find(maps, address - 1) : NULL;

    return jp_modules_location_in(
        modules, mapping ? (uint32_t)(mapping - maps->list.data) : JP_NO_MODULE, address);
}

void jp_modules_complete(struct jp_modules *modules)
{
    for (size_t i = 0; i < modules->module_of_mapping.count; i++)
        if (modules->file_of_mapping.data[i] != JP_NO_MODULE)
            modules->module_of_mapping.data[i] =
                modules->module_of_file.data[modules->file_of_mapping.data[i]];
}
