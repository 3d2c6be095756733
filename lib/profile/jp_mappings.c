/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mappings.h"

/* The files that hold code, each by one of its mappings. */
struct files {
    const struct jp_maps *maps;
    JP_VEC(uint32_t) list; /* indices in maps.list */
    struct jp_index index;
};

static bool same_file(const void *owner, uint32_t id, const void *key)
{
    const struct files *const files = owner;
    const struct jp_mapping *const a = &files->maps->list.data[files->list.data[id]];
    const struct jp_mapping *const b = key;

    return a->path == b->path && a->inode == b->inode;
}

static uint64_t hash_file(const struct jp_mapping *mapping)
{
    return jp_hash_mix(mapping->inode, mapping->path);
}

static bool has_code(const struct files *files, const struct jp_mapping *mapping)
{
    return mapping->kind == JP_MAPPING_FILE &&
           jp_index_find(&files->index, hash_file(mapping), same_file, files, mapping) !=
               JP_INDEX_NONE;
}

static void find_files(struct files *files, const uint32_t *modules)
{
    for (uint32_t i = 0; i < files->maps->list.count; i++) {
        const struct jp_mapping *const mapping = &files->maps->list.data[i];
        if (mapping->kind != JP_MAPPING_FILE ||
            (!mapping->is_executable && modules[i] == JP_NO_MODULE) || has_code(files, mapping))
            continue;
        jp_index_add(&files->index, hash_file(mapping), (uint32_t)files->list.count);
        jp_vec_push(&files->list, i);
    }
}

void jp_mappings_choose(struct jp_mappings *mappings, const struct jp_dump *dump,
                        const uint32_t *modules)
{
    struct files files = {.maps = &dump->maps};

    *mappings = (struct jp_mappings){.list = {0}};
    find_files(&files, modules);
    for (uint32_t i = 0; i < dump->maps.list.count; i++) {
        const struct jp_mapping *const mapping = &dump->maps.list.data[i];
        const bool is_passed = modules[i] != JP_NO_MODULE && mapping->kind != JP_MAPPING_ANON;
        if (is_passed || has_code(&files, mapping))
            jp_vec_push(&mappings->list, i);
    }
    jp_vec_release(&files.list);
    jp_index_release(&files.index);
}

void jp_mappings_release(struct jp_mappings *mappings)
{
    jp_vec_release(&mappings->list);
}

void jp_mappings_keep(struct jp_profile *profile, const struct jp_dump *dump,
                      const uint32_t *modules)
{
    struct jp_mappings chosen;

    jp_mappings_choose(&chosen, dump, modules);
    for (size_t i = 0; i < chosen.list.count; i++) {
        const struct jp_mapping *const mapping = &dump->maps.list.data[chosen.list.data[i]];
        const struct jp_kept_mapping kept = {
            .source = (uint32_t)profile->sources.count - 1,
            .module = modules[chosen.list.data[i]],
            .start = mapping->start,
            .end = mapping->end,
            .offset = mapping->offset,
            .inode = mapping->inode,
            .path = jp_intern_add(&profile->strings, jp_intern_span(&dump->strings, mapping->path)),
            .has_offset = mapping->has_offset,
            .is_executable = mapping->is_executable,
            .is_deleted = mapping->is_deleted,
        };
        jp_vec_push(&profile->mappings, kept);
    }
    jp_mappings_release(&chosen);
}
