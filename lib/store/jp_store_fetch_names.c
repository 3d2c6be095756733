/* SPDX-License-Identifier: BSD-2-Clause */
/* The names of fetched locations, in the order in which they come from files. */
#include "config.h"

#include "jp_builds.h"
#include "jp_store_fetch_private.h"

#include <stdlib.h>

/*
 * The module of a function that others cannot see, which is ID in the store: names that came with a
 * dump say it; for others it is what resolving makes of the location's.
 */
static bool find_owner(struct jp_store_fetch *fetch, const struct jp_location *location,
                       uint32_t id, uint32_t *owner, struct jp_error *error)
{
    if (location->is_named_by_dump)
        return jp_store_fetch_module(fetch, id, owner, error);
    *owner = fetch->owners[location->module];
    return true;
}

static bool take_frame(struct jp_store_fetch *fetch, uint32_t index, struct jp_error *error)
{
    struct jp_profile *const profile = fetch->profile;
    struct jp_location *const location = &profile->locations.data[index];
    sqlite3_stmt *const row = fetch->frames;
    const bool has_own_linkage = sqlite3_column_type(row, 8) != SQLITE_NULL;
    const uint32_t linkage =
        jp_intern_add(&profile->strings, jp_sql_text(row, has_own_linkage ? 8 : 1));
    struct jp_function function = {
        .name = jp_intern_add(&profile->strings, jp_sql_text(row, 0)),
        .linkage = linkage,
        .module = JP_NO_MODULE,
        .file = jp_intern_add(&profile->strings, jp_sql_text(row, 3)),
    };

    if (sqlite3_column_type(row, 2) != SQLITE_NULL &&
        !find_owner(fetch, location, jp_sql_id(row, 2), &function.module, error))
        return false;
    jp_vec_push(&profile->frames, (struct jp_frame){
                                      .function = jp_profile_function(profile, function),
                                      .linkage = linkage,
                                      .file = jp_intern_add(&profile->strings, jp_sql_text(row, 4)),
                                      .line = jp_sql_id(row, 5),
                                      .column = jp_sql_id(row, 6),
                                      .is_inlined = jp_sql_id(row, 7),
                                  });
    location->frames_count++;
    return true;
}

bool jp_store_fetch_frames(struct jp_store_fetch *fetch, uint32_t index, bool no_inlines,
                           struct jp_error *error)
{
    struct jp_location *const location = &fetch->profile->locations.data[index];
    bool has_row = true;

    if (!fetch->frames &&
        !jp_sql_prepare(fetch->sql, &fetch->frames,
                        "SELECT f.full, f.linkage, f.module_id, p.path, q.path, r.line, r.col, "
                        "r.is_inlined, r.linkage FROM frame r JOIN function f "
                        "ON f.id = r.function_id LEFT JOIN file p ON p.id = f.file_id "
                        "LEFT JOIN file q ON q.id = r.file_id "
                        "WHERE r.location_id = ?1 AND f.is_place = 0 AND (NOT ?2 OR "
                        "r.depth = (SELECT max(depth) FROM frame WHERE location_id = ?1)) "
                        "ORDER BY r.depth",
                        error))
        return false;
    sqlite3_bind_int64(fetch->frames, 1, fetch->location_ids.data[index]);
    sqlite3_bind_int(fetch->frames, 2, no_inlines);
    location->frames_first = (uint32_t)fetch->profile->frames.count;
    bool fine = true;
    while (fine && (fine = jp_sql_step(fetch->sql, fetch->frames, &has_row, error)) && has_row)
        fine = take_frame(fetch, index, error);
    return fine;
}

/*
 * Perf maps are the first to name (jp_jit.h), by address. Then jp_resolve goes from module to
 * module, and through each by address.
 */
struct place {
    bool is_resolved; /* by jp_resolve */
    uint64_t address;
    uint32_t module; /* 0: of perf maps */
    uint32_t location;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *const x = a;
    const struct place *const y = b;

    if (x->is_resolved != y->is_resolved)
        return x->is_resolved ? 1 : -1;
    if (x->module != y->module)
        return x->module < y->module ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (x->location > y->location) - (x->location < y->location);
}

static struct place place_of(const struct jp_profile *profile, uint32_t location)
{
    const struct jp_location *const at = &profile->locations.data[location];

    if (profile->modules.data[at->module].symbols == JP_SYMBOLS_PERF_MAP)
        return (struct place){false, at->address, 0, location};
    return (struct place){true, at->vaddr, at->module, location};
}

bool jp_store_fetch_names(struct jp_store_fetch *fetch, bool no_inlines, struct jp_error *error)
{
    struct jp_profile *const profile = fetch->profile;
    JP_VEC(struct place) places = {0};

    for (uint32_t i = 0; i < profile->locations.count; i++) {
        struct jp_location *const location = &profile->locations.data[i];
        if (!location->is_resolved && !location->frames_count)
            jp_vec_push(&places, place_of(profile, i));
        location->is_resolved = true;
    }
    if (places.count)
        qsort(places.data, places.count, sizeof *places.data, compare_places);
    uint32_t *const owners = jp_builds_match(profile);
    fetch->owners = owners;
    bool fine = true;
    for (size_t i = 0; fine && i < places.count; i++)
        fine = jp_store_fetch_frames(fetch, places.data[i].location, no_inlines, error);
    jp_vec_release(&places);
    fetch->owners = NULL;
    free(owners);
    return fine;
}
