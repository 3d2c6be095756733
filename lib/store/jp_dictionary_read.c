/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dictionary.h"

#include <string.h>

/* While reading: from ids of the store to those of the profile. */
struct back {
    uint32_t *of;
    size_t count;
};

struct reading {
    struct jp_dictionary *dictionary;
    const struct jp_sql *sql;
    struct jp_error *error;
    struct back modules;
    struct back locations;
    struct back functions;
    struct back stacks;
};

#define NOTHING UINT32_MAX

static bool start_back(struct reading *reading, struct back *back, struct jp_store_ids *ids,
                       const char *max_query)
{
    int64_t max;

    if (!jp_sql_integer(reading->sql, max_query, &max, reading->error))
        return false;
    if (max < 0 || max >= UINT32_MAX - 1)
        return jp_error_set(reading->error, JP_EXIT_INPUT, reading->sql->path, 0,
                            "an id in the store is out of range");
    back->count = (size_t)max + 1;
    back->of = jp_mem_resize(NULL, back->count, sizeof *back->of);
    memset(back->of, 0xff, back->count * sizeof *back->of);
    ids->next = (uint32_t)max + 1;
    return true;
}

/* A reference that leads nowhere is damage. */
static bool look_up(struct reading *reading, const struct back *back, uint32_t id, uint32_t *found)
{
    if (id < back->count && back->of[id] != NOTHING) {
        *found = back->of[id];
        return true;
    }
    return jp_error_set(reading->error, JP_EXIT_INPUT, reading->sql->path, 0,
                        "the store is damaged: a row refers to a row %u that is not there", id);
}

static void enter(struct back *back, struct jp_store_ids *ids, uint32_t store_id,
                  uint32_t profile_id)
{
    back->of[store_id] = profile_id;
    if (profile_id == ids->list.count)
        jp_vec_push(&ids->list, store_id);
}

typedef bool take_row(struct reading *reading, sqlite3_stmt *row);

static bool each_row(struct reading *reading, const char *query, take_row *take)
{
    sqlite3_stmt *rows;
    bool has_row = true;

    if (!jp_sql_prepare(reading->sql, &rows, query, reading->error))
        return false;
    bool fine = true;
    while (fine && (fine = jp_sql_step(reading->sql, rows, &has_row, reading->error)) && has_row)
        fine = take(reading, rows);
    sqlite3_finalize(rows);
    return fine;
}

static bool take_path(struct reading *reading, sqlite3_stmt *row)
{
    struct jp_dictionary *const dictionary = reading->dictionary;
    const uint32_t id = jp_sql_id(row, 0);
    const uint32_t path = jp_intern_add(&dictionary->paths, jp_sql_text(row, 1));

    while (dictionary->path_ids.count <= path)
        jp_vec_push(&dictionary->path_ids, JP_NO_PATH);
    dictionary->path_ids.data[path] = id;
    if (id >= dictionary->next_path)
        dictionary->next_path = id + 1;
    return true;
}

static uint32_t intern(struct reading *reading, sqlite3_stmt *row, int column)
{
    return jp_intern_add(&reading->dictionary->profile.strings, jp_sql_text(row, column));
}

static bool take_module(struct reading *reading, sqlite3_stmt *row)
{
    struct jp_profile *const profile = &reading->dictionary->profile;
    const bool is_refused = jp_sql_id(row, 12);
    const struct jp_module module = {
        .kind = jp_module_kind_of(jp_sql_text(row, 1)),
        .path = intern(reading, row, 2),
        .build_id = jp_intern_add(&profile->strings, jp_sql_blob(row, is_refused ? 13 : 3)),
        .inode = jp_sql_bits(row, 4),
        .layout = jp_sql_bits(row, 5),
        .is_distance = jp_sql_id(row, 6),
        .only_bytes = jp_sql_bits(row, 7),
        .is_allocator = jp_sql_id(row, 8),
        .file = intern(reading, row, 9),
        .is_program = jp_sql_id(row, 10),
        .symbols = (enum jp_symbols)jp_sql_id(row, 11),
        .is_refused = is_refused,
        .miss = (enum jp_miss)jp_sql_id(row, 14),
        .debug_file = intern(reading, row, 15),
        .tried = intern(reading, row, 16),
        .is_guess = jp_sql_id(row, 17),
        .process = intern(reading, row, 18),
    };

    enter(&reading->modules, &reading->dictionary->modules, jp_sql_id(row, 0),
          jp_profile_module(profile, &module));
    return true;
}

static bool take_function(struct reading *reading, sqlite3_stmt *row)
{
    struct jp_dictionary *const dictionary = reading->dictionary;
    struct jp_function function = {
        .name = intern(reading, row, 1),
        .linkage = intern(reading, row, 2),
        .module = JP_NO_MODULE,
        .file = intern(reading, row, 4),
    };

    if (sqlite3_column_type(row, 3) != SQLITE_NULL &&
        !look_up(reading, &reading->modules, jp_sql_id(row, 3), &function.module))
        return false;
    const uint32_t id = jp_profile_function(&dictionary->profile, function);
    if (id == dictionary->functions.list.count)
        jp_vec_push(&dictionary->linkages, function.linkage);
    enter(&reading->functions, &dictionary->functions, jp_sql_id(row, 0), id);
    return true;
}

static bool take_location(struct reading *reading, sqlite3_stmt *row)
{
    struct jp_dictionary *const dictionary = reading->dictionary;
    struct jp_profile *const profile = &dictionary->profile;
    uint32_t module = 0;

    if (!look_up(reading, &reading->modules, jp_sql_id(row, 1), &module))
        return false;
    const uint32_t id = jp_profile_location(profile, module, jp_sql_bits(row, 2), 0);
    struct jp_location *const location = &profile->locations.data[id];
    location->has_vaddr = sqlite3_column_type(row, 3) != SQLITE_NULL;
    location->vaddr = jp_sql_bits(row, 3);
    location->miss = (enum jp_miss)jp_sql_id(row, 4);
    location->site = (enum jp_call_site)jp_sql_id(row, 5);
    location->is_named_by_dump = jp_sql_id(row, 6);
    location->is_resolved = true;
    enter(&reading->locations, &dictionary->locations, jp_sql_id(row, 0), id);
    return true;
}

/* Frames come location by location, innermost first. A place is no name. */
static bool take_frame(struct reading *reading, sqlite3_stmt *row)
{
    struct jp_dictionary *const dictionary = reading->dictionary;
    struct jp_profile *const profile = &dictionary->profile;
    uint32_t id = 0;
    struct jp_frame frame = {
        .file = intern(reading, row, 3),
        .line = jp_sql_id(row, 4),
        .column = jp_sql_id(row, 5),
        .is_inlined = jp_sql_id(row, 6),
    };

    if (!look_up(reading, &reading->locations, jp_sql_id(row, 0), &id))
        return false;
    if (jp_sql_id(row, 2)) {
        dictionary->places.data[id] = jp_sql_id(row, 1);
        return true;
    }
    if (!look_up(reading, &reading->functions, jp_sql_id(row, 1), &frame.function))
        return false;
    frame.linkage = sqlite3_column_type(row, 7) == SQLITE_NULL
                        ? dictionary->linkages.data[frame.function]
                        : intern(reading, row, 7);
    struct jp_location *const location = &profile->locations.data[id];
    if (location->frames_count == 0)
        location->frames_first = (uint32_t)profile->frames.count;
    location->frames_count++;
    jp_vec_push(&profile->frames, frame);
    return true;
}

static bool take_stack(struct reading *reading, sqlite3_stmt *row)
{
    struct jp_dictionary *const dictionary = reading->dictionary;
    const bool is_sampled = sqlite3_column_type(row, 3) != SQLITE_NULL;
    uint32_t parent = 0;
    uint32_t location = 0;

    if (!look_up(reading, &reading->stacks, jp_sql_id(row, 1), &parent) ||
        !look_up(reading, &reading->locations, jp_sql_id(row, 2), &location))
        return false;
    const uint32_t id = jp_profile_stack(&dictionary->profile, parent, location);
    enter(&reading->stacks, &dictionary->stacks, jp_sql_id(row, 0), id);
    if (id != dictionary->sampled.count)
        return true;
    jp_vec_push(&dictionary->sampled, is_sampled ? JP_STACK_KNOWN : JP_STACK_INNER);
    jp_vec_push(&dictionary->signatures, jp_sql_bits(row, 4));
    return true;
}

static bool read_names(struct reading *reading)
{
    struct jp_dictionary *const dictionary = reading->dictionary;

    if (!each_row(reading,
                  "SELECT f.id, f.full, f.linkage, f.module_id, p.path FROM function f "
                  "LEFT JOIN file p ON p.id = f.file_id WHERE f.is_place = 0 ORDER BY f.id",
                  take_function) ||
        !each_row(reading,
                  "SELECT id, module_id, off, vaddr, miss, site, is_own_name FROM location "
                  "WHERE id > 0 ORDER BY id",
                  take_location))
        return false;
    for (size_t i = 0; i < dictionary->profile.locations.count; i++)
        jp_vec_push(&dictionary->places, 0);
    return each_row(reading,
                    "SELECT r.location_id, r.function_id, f.is_place, p.path, r.line, r.col, "
                    "r.is_inlined, r.linkage FROM frame r JOIN function f ON f.id = r.function_id "
                    "LEFT JOIN file p ON p.id = r.file_id WHERE r.location_id > 0 "
                    "ORDER BY r.location_id, r.depth",
                    take_frame);
}

static bool read_all(struct reading *reading)
{
    struct jp_dictionary *const dictionary = reading->dictionary;

    if (!start_back(reading, &reading->modules, &dictionary->modules,
                    "SELECT max(id) FROM module") ||
        !start_back(reading, &reading->locations, &dictionary->locations,
                    "SELECT max(id) FROM location") ||
        !start_back(reading, &reading->functions, &dictionary->functions,
                    "SELECT max(id) FROM function") ||
        !start_back(reading, &reading->stacks, &dictionary->stacks, "SELECT max(id) FROM stack"))
        return false;
    enter(&reading->stacks, &dictionary->stacks, JP_STORE_NO_STACK, JP_ROOT_STACK);
    jp_vec_push(&dictionary->sampled, JP_STACK_KNOWN);
    jp_vec_push(&dictionary->signatures, 0);
    return each_row(reading, "SELECT id, path FROM file ORDER BY id", take_path) &&
           each_row(reading,
                    "SELECT id, kind, path, build_id, inode, layout, is_distance, only_bytes, "
                    "is_allocator, file, is_program, symbols, is_refused, other_build_id, miss, "
                    "debug_file, tried, is_guess, process "
                    "FROM module WHERE id > 0 ORDER BY id",
                    take_module) &&
           read_names(reading) &&
           each_row(reading,
                    "SELECT id, parent_id, location_id, function_id, sig FROM stack WHERE id > 0 "
                    "ORDER BY id",
                    take_stack);
}

static void mark_known(struct jp_store_ids *ids)
{
    ids->known_count = ids->list.count;
}

bool jp_dictionary_read(struct jp_dictionary *dictionary, const struct jp_sql *sql,
                        struct jp_error *error)
{
    struct reading reading = {.dictionary = dictionary, .sql = sql, .error = error};

    const bool fine = read_all(&reading);
    free(reading.modules.of);
    free(reading.locations.of);
    free(reading.functions.of);
    free(reading.stacks.of);
    mark_known(&dictionary->modules);
    mark_known(&dictionary->locations);
    mark_known(&dictionary->functions);
    mark_known(&dictionary->stacks);
    dictionary->known_frames = dictionary->profile.frames.count;
    return fine;
}
