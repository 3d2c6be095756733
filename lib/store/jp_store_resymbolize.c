/* SPDX-License-Identifier: BSD-2-Clause */
/* Names that were missing when dumps were imported, once files or debug files turn up. */
#include "config.h"

#include "jp_dictionary.h"
#include "jp_modules.h"
#include "jp_resolve.h"
#include "jp_store_jit.h"
#include "jp_store_map.h"
#include "jp_vaddr.h"

#include <stdlib.h>
#include <string.h>

/* The names that a location had. */
struct had {
    uint32_t first;
    uint32_t count;
    enum jp_miss miss;
};

struct renaming {
    struct jp_store *store;
    const struct jp_store_resymbolize_options *options;
    struct jp_dictionary dictionary;
    struct jp_store_map map; /* one in which the module lies that is looked for */
    struct had *had;         /* per location */
    JP_VEC(struct jp_module_ranges) ranges;
    JP_VEC(struct jp_module_request) requests;
    JP_VEC(uint64_t) recorded; /* known return addresses, as they would be in a dump with the map */
    uint32_t recorded_map;     /* this one; 0: none */
    size_t wanted;             /* the request for the module */
};

static bool is_complete(const struct jp_location *location)
{
    return location->frames_count > 0 && location->miss == JP_MISS_NONE;
}

/* Locations named by a symbolized profile have all that there is. */
static bool lacks_names(const struct jp_profile *profile, uint32_t module)
{
    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        if (location->module == module && !is_complete(location) && !location->is_named_by_dump)
            return true;
    }
    return false;
}

static bool read_map(struct renaming *renaming, uint32_t module, bool *has_map,
                     struct jp_error *error)
{
    const struct jp_sql *const sql = &renaming->store->sql;
    sqlite3_stmt *find;

    if (!jp_sql_prepare(sql, &find, "SELECT map_set_id FROM mapping WHERE module_id = ? LIMIT 1",
                        error))
        return false;
    sqlite3_bind_int64(find, 1, renaming->dictionary.modules.list.data[module]);
    bool fine = jp_sql_step(sql, find, has_map, error);
    if (fine && *has_map)
        fine = jp_store_map_read(&renaming->map, sql, jp_sql_id(find, 0), error);
    sqlite3_finalize(find);
    return fine;
}

static bool is_new_file(const struct jp_store_map *map, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (map->list.data[i].path == map->list.data[index].path &&
            map->list.data[i].inode == map->list.data[index].inode)
            return false;
    return true;
}

/* A file is judged by few of them, so that a few of each mapping do. */
static void find_recorded(struct renaming *renaming)
{
    enum { ENOUGH = 256 };
    const struct jp_profile *const profile = &renaming->dictionary.profile;
    const struct jp_store_map *const map = &renaming->map;

    if (renaming->recorded_map == map->id)
        return;
    size_t *const taken = jp_mem_zeroed(map->list.count, sizeof *taken);
    renaming->recorded_map = map->id;
    renaming->recorded.count = 0;
    for (size_t i = 0; i < profile->locations.count; i++) {
        const struct jp_location *const location = &profile->locations.data[i];
        const struct jp_store_mapping *const mapping = jp_store_map_of(
            map, renaming->dictionary.modules.list.data[location->module], location->offset);
        if (mapping && taken[mapping - map->list.data]++ < ENOUGH)
            jp_vec_push(&renaming->recorded, location->offset - mapping->offset + mapping->start);
    }
    free(taken);
}

/* One request for each file of the map, as the finder needs all to tell which is the program. */
static void make_requests(struct renaming *renaming, uint32_t module)
{
    const struct jp_store_map *const map = &renaming->map;

    renaming->ranges.count = 0;
    renaming->requests.count = 0;
    jp_vec_reserve(&renaming->ranges, map->list.count);
    for (size_t file = 0; file < map->list.count; file++) {
        const struct jp_store_mapping *const first = &map->list.data[file];
        if (!is_new_file(map, file))
            continue;
        struct jp_module_request request = {
            .path = jp_intern_span(&map->strings, first->path),
            .is_deleted = first->is_deleted,
            .ranges = renaming->ranges.data + renaming->ranges.count,
        };
        for (size_t i = file; i < map->list.count; i++) {
            const struct jp_store_mapping *const mapping = &map->list.data[i];
            if (mapping->path != first->path || mapping->inode != first->inode)
                continue;
            if (mapping->module == module)
                renaming->wanted = renaming->requests.count;
            jp_vec_push(&renaming->ranges,
                        (struct jp_module_ranges){mapping->start, mapping->end, mapping->offset,
                                                  mapping->is_executable, mapping->has_offset});
            request.range_count++;
        }
        jp_vec_push(&renaming->requests, request);
    }
    for (size_t i = 0; i < renaming->requests.count; i++) {
        renaming->requests.data[i].recorded = renaming->recorded.data;
        renaming->requests.data[i].recorded_count = renaming->recorded.count;
    }
}

/* Ask again for what is missing, with the addresses that the file gives. */
static void forget_names(struct renaming *renaming, uint32_t module)
{
    struct jp_profile *const profile = &renaming->dictionary.profile;

    for (uint32_t i = 0; i < profile->locations.count; i++) {
        struct jp_location *const location = &profile->locations.data[i];
        if (location->module != module)
            continue;
        location->has_vaddr =
            jp_vaddr_find(&profile->modules.data[module], location->offset, &location->vaddr);
        renaming->dictionary.is_changed[i] = true;
        if (is_complete(location) || location->is_named_by_dump)
            continue;
        location->frames_count = 0;
        location->is_resolved = false;
    }
}

static bool look_for(struct renaming *renaming, uint32_t id, struct jp_error *error)
{
    struct jp_profile *const profile = &renaming->dictionary.profile;
    struct jp_module *const module = &profile->modules.data[id];
    bool has_map;

    if (module->kind != JP_MODULE_FILE || !lacks_names(profile, id))
        return true;
    if (!read_map(renaming, id, &has_map, error))
        return false;
    if (!has_map)
        return true;
    find_recorded(renaming);
    make_requests(renaming, renaming->dictionary.modules.list.data[id]);
    const struct jp_binary *const binary =
        jp_finder_find(renaming->options->finder, &renaming->requests.data[renaming->wanted],
                       renaming->requests.data, renaming->requests.count);
    if (!binary->object)
        return true;
    const struct jp_span build_id = jp_object_build_id(binary->object);
    if (module->build_id && !module->is_refused &&
        !jp_span_equal(build_id, jp_intern_span(&profile->strings, module->build_id)))
        return true; /* another build than the one that ran */
    module->is_refused = false;
    jp_modules_describe(profile, module, binary);
    forget_names(renaming, id);
    return true;
}

/* Where nothing better was found, the old names stay. */
static void keep_old(struct renaming *renaming, uint64_t *found)
{
    struct jp_profile *const profile = &renaming->dictionary.profile;

    for (size_t i = 0; i < profile->locations.count; i++) {
        struct jp_location *const location = &profile->locations.data[i];
        const struct had *const had = &renaming->had[i];
        const bool is_better =
            had->count == 0 ? location->frames_count > 0 : had->miss && is_complete(location);
        *found += is_better;
        if (is_better || had->count == 0)
            continue;
        location->frames_first = had->first;
        location->frames_count = had->count;
        location->miss = had->miss;
    }
}

static bool run(struct renaming *renaming, uint64_t *found, struct jp_dwarf_work *work,
                struct jp_diags *diags, struct jp_error *error)
{
    struct jp_dictionary *const dictionary = &renaming->dictionary;
    const struct jp_sql *const sql = &renaming->store->sql;

    if (!jp_dictionary_read(dictionary, sql, error))
        return false;
    const struct jp_profile *const profile = &dictionary->profile;
    renaming->had = jp_mem_zeroed(profile->locations.count + 1, sizeof *renaming->had);
    dictionary->is_changed =
        jp_mem_zeroed(profile->locations.count + 1, sizeof *dictionary->is_changed);
    for (size_t i = 0; i < profile->locations.count; i++)
        renaming->had[i] =
            (struct had){profile->locations.data[i].frames_first,
                         profile->locations.data[i].frames_count, profile->locations.data[i].miss};
    for (uint32_t i = 0; i < profile->modules.count; i++)
        if (!look_for(renaming, i, error))
            return false;
    if (!jp_store_jit_name(dictionary, sql, renaming->options, diags, error))
        return false;
    jp_resolve_names(&dictionary->profile, renaming->options->symbolize, work, diags);
    keep_old(renaming, found);
    return jp_dictionary_write(dictionary, sql, error) && jp_store_commit(renaming->store, error);
}

bool jp_store_resymbolize(struct jp_store *store,
                          const struct jp_store_resymbolize_options *options, uint64_t *found,
                          struct jp_dwarf_work *work, struct jp_diags *diags,
                          struct jp_error *error)
{
    struct renaming renaming = {.store = store, .options = options};

    *found = 0;
    if (!jp_store_begin(store, error))
        return false;
    jp_dictionary_init(&renaming.dictionary);
    jp_store_map_init(&renaming.map);
    const bool fine = run(&renaming, found, work, diags, error);
    jp_store_map_release(&renaming.map);
    jp_dictionary_release(&renaming.dictionary);
    jp_vec_release(&renaming.ranges);
    jp_vec_release(&renaming.requests);
    jp_vec_release(&renaming.recorded);
    free(renaming.had);
    jp_store_rollback(store);
    return fine;
}
