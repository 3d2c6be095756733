/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_store_maps.h"

#include "jp_mappings.h"

#include <string.h>

void jp_store_maps_init(struct jp_store_maps *maps, struct jp_dictionary *dictionary,
                        const struct jp_sql *sql)
{
    *maps = (struct jp_store_maps){.dictionary = dictionary, .sql = sql};
    jp_store_map_init(&maps->current);
}

void jp_store_maps_release(struct jp_store_maps *maps)
{
    jp_store_map_release(&maps->current);
    jp_vec_release(&maps->last_dump);
}

/* The mappings of a dump that are kept, with the modules that stacks pass through. */
struct kept {
    const struct jp_dump *dump;
    struct jp_mappings mappings;
    JP_VEC(uint32_t) modules; /* parallel to its list: ids of the store, or JP_NO_MODULE */
};

static void choose(struct kept *kept, const struct jp_dictionary *dictionary,
                   const struct jp_join_map *map)
{
    jp_mappings_choose(&kept->mappings, kept->dump, map->modules.data);
    for (size_t i = 0; i < kept->mappings.list.count; i++) {
        const uint32_t module = map->modules.data[kept->mappings.list.data[i]];
        jp_vec_push(&kept->modules,
                    module == JP_NO_MODULE ? JP_NO_MODULE : dictionary->modules.list.data[module]);
    }
}

static void release_kept(struct kept *kept)
{
    jp_mappings_release(&kept->mappings);
    jp_vec_release(&kept->modules);
}

/* Equal maps have equal digests; SALT tells apart those in which other modules were found. */
static struct jp_digest digest_of(const struct kept *kept, uint32_t salt)
{
    struct jp_buf text = JP_BUF_INIT;

    jp_buf_format(&text, "%u\n", salt);
    for (size_t i = 0; i < kept->mappings.list.count; i++) {
        const struct jp_mapping *const mapping =
            &kept->dump->maps.list.data[kept->mappings.list.data[i]];
        jp_buf_format(&text, "%llx %llx %llx %llx %d%d%d%d ", (unsigned long long)mapping->start,
                      (unsigned long long)mapping->end, (unsigned long long)mapping->offset,
                      (unsigned long long)mapping->inode, mapping->has_offset,
                      mapping->is_executable, mapping->is_deleted, mapping->is_unloaded);
        jp_buf_add(&text, jp_intern_span(&kept->dump->strings, mapping->path));
        jp_buf_add_byte(&text, '\n');
    }
    const struct jp_digest digest = jp_digest_of(jp_buf_span(&text));
    jp_buf_release(&text);
    return digest;
}

static struct jp_span bytes_of(const struct jp_digest *digest)
{
    return (struct jp_span){(const char *)digest->bytes, sizeof digest->bytes};
}

static bool find_set(struct jp_store_maps *maps, const struct jp_digest *digest, int64_t *id,
                     struct jp_error *error)
{
    sqlite3_stmt *find;
    bool has_row = false;

    *id = 0;
    if (!jp_sql_prepare(maps->sql, &find, "SELECT id FROM map_set WHERE digest = ?", error))
        return false;
    jp_sql_bind_blob(find, 1, bytes_of(digest));
    const bool fine = jp_sql_step(maps->sql, find, &has_row, error);
    if (has_row)
        *id = sqlite3_column_int64(find, 0);
    sqlite3_finalize(find);
    return fine;
}

static bool insert_mapping(struct jp_store_maps *maps, sqlite3_stmt *row, int64_t set,
                           const struct kept *kept, size_t seq, struct jp_error *error)
{
    const struct jp_mapping *const mapping =
        &kept->dump->maps.list.data[kept->mappings.list.data[seq]];
    uint32_t path;

    if (!jp_dictionary_path(maps->dictionary, maps->sql,
                            jp_intern_span(&kept->dump->strings, mapping->path), &path, error))
        return false;
    sqlite3_clear_bindings(row);
    sqlite3_bind_int64(row, 1, set);
    sqlite3_bind_int64(row, 2, (int64_t)seq);
    jp_sql_bind_bits(row, 3, mapping->start);
    jp_sql_bind_bits(row, 4, mapping->end);
    jp_sql_bind_bits(row, 5, mapping->offset);
    sqlite3_bind_int(row, 6, mapping->has_offset);
    sqlite3_bind_int(row, 7, mapping->is_executable);
    sqlite3_bind_int(row, 8, mapping->is_deleted);
    sqlite3_bind_int(row, 9, mapping->is_unloaded);
    sqlite3_bind_int64(row, 10, path);
    jp_sql_bind_bits(row, 11, mapping->inode);
    if (kept->modules.data[seq] != JP_NO_MODULE)
        sqlite3_bind_int64(row, 12, kept->modules.data[seq]);
    return jp_sql_done(maps->sql, row, error);
}

static bool insert_set(struct jp_store_maps *maps, const struct kept *kept,
                       const struct jp_digest *digest, int64_t *id, struct jp_error *error)
{
    sqlite3_stmt *set = NULL;
    sqlite3_stmt *row = NULL;

    bool fine =
        jp_sql_prepare(maps->sql, &set, "INSERT INTO map_set (digest) VALUES (?)", error) &&
        jp_sql_prepare(maps->sql, &row,
                       "INSERT INTO mapping VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", error);
    if (fine) {
        jp_sql_bind_blob(set, 1, bytes_of(digest));
        fine = jp_sql_done(maps->sql, set, error);
        *id = sqlite3_last_insert_rowid(maps->sql->db);
    }
    for (size_t i = 0; fine && i < kept->mappings.list.count; i++)
        fine = insert_mapping(maps, row, *id, kept, i, error);
    sqlite3_finalize(set);
    sqlite3_finalize(row);
    return fine;
}

/* A set may not know yet which module lies where, but it must not know another one. */
static bool agrees(const struct jp_store_map *set, const struct kept *kept)
{
    if (set->list.count != kept->mappings.list.count)
        return false;
    for (size_t i = 0; i < kept->mappings.list.count; i++) {
        const uint32_t known = set->list.data[i].module;
        const uint32_t wanted = kept->modules.data[i];
        if (known != JP_NO_MODULE && wanted != JP_NO_MODULE && known != wanted)
            return false;
    }
    return true;
}

static bool add_modules(struct jp_store_maps *maps, const struct kept *kept, struct jp_error *error)
{
    sqlite3_stmt *update = NULL;
    bool fine = true;

    for (size_t i = 0; fine && i < kept->mappings.list.count; i++) {
        uint32_t *const known = &maps->current.list.data[i].module;
        if (*known != JP_NO_MODULE || kept->modules.data[i] == JP_NO_MODULE)
            continue;
        *known = kept->modules.data[i];
        fine = update || jp_sql_prepare(maps->sql, &update,
                                        "UPDATE mapping SET module_id = ? WHERE map_set_id = ? "
                                        "AND seq = ?",
                                        error);
        if (!fine)
            break;
        sqlite3_bind_int64(update, 1, *known);
        sqlite3_bind_int64(update, 2, maps->current.id);
        sqlite3_bind_int64(update, 3, (int64_t)i);
        fine = jp_sql_done(maps->sql, update, error);
    }
    sqlite3_finalize(update);
    return fine;
}

/* Make the set of KEPT the current one. */
static bool enter_set(struct jp_store_maps *maps, const struct kept *kept, struct jp_error *error)
{
    for (uint32_t salt = 0;; salt++) {
        const struct jp_digest digest = digest_of(kept, salt);
        const bool is_current =
            maps->current.id && memcmp(&digest, &maps->digest, sizeof digest) == 0;
        int64_t id = maps->current.id;
        if (!is_current && !find_set(maps, &digest, &id, error))
            return false;
        if (id == 0 && !insert_set(maps, kept, &digest, &id, error))
            return false;
        if (!jp_store_map_read(&maps->current, maps->sql, (uint32_t)id, error))
            return false;
        maps->digest = digest;
        if (agrees(&maps->current, kept))
            return add_modules(maps, kept, error);
    }
}

bool jp_store_maps_write(struct jp_store_maps *maps, const struct jp_dump *dump,
                         const struct jp_join_map *map, uint32_t *id, struct jp_error *error)
{
    struct kept kept = {.dump = dump};
    bool fine = true;

    choose(&kept, maps->dictionary, map);
    *id = 0;
    if (kept.mappings.list.count) {
        fine = enter_set(maps, &kept, error);
        *id = maps->current.id;
    } else {
        maps->current.id = 0;
        maps->current.list.count = 0;
    }
    release_kept(&kept);
    return fine;
}

/* Only the first address of a location counts, as in joining. */
static bool is_first_of_dump(struct jp_store_maps *maps, uint32_t location)
{
    while (maps->last_dump.count <= location)
        jp_vec_push(&maps->last_dump, 0);
    if (maps->last_dump.data[location] == maps->dump_count)
        return false;
    maps->last_dump.data[location] = maps->dump_count;
    return true;
}

bool jp_store_maps_write_addresses(struct jp_store_maps *maps, int64_t dump,
                                   const struct jp_join_map *map, struct jp_error *error)
{
    const struct jp_dictionary *const dictionary = maps->dictionary;
    const struct jp_profile *const profile = &dictionary->profile;
    sqlite3_stmt *insert;

    maps->dump_count++;
    if (!jp_sql_prepare(maps->sql, &insert, "INSERT INTO address VALUES (?, ?, ?)", error))
        return false;
    bool fine = true;
    for (size_t i = 0; fine && i < map->addresses.count; i++) {
        const struct jp_join_address *const at = &map->addresses.data[i];
        const struct jp_location *const location = &profile->locations.data[at->location];
        if (!is_first_of_dump(maps, at->location) ||
            at->address == jp_store_map_address(
                               &maps->current, dictionary->modules.list.data[location->module],
                               profile->modules.data[location->module].kind, location->offset))
            continue;
        sqlite3_bind_int64(insert, 1, dump);
        sqlite3_bind_int64(insert, 2, dictionary->locations.list.data[at->location]);
        jp_sql_bind_bits(insert, 3, at->address);
        fine = jp_sql_done(maps->sql, insert, error);
    }
    sqlite3_finalize(insert);
    return fine;
}
