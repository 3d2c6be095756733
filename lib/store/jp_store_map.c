/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_store_map.h"

void jp_store_map_init(struct jp_store_map *map)
{
    *map = (struct jp_store_map){.id = 0};
    jp_intern_init(&map->strings);
}

void jp_store_map_release(struct jp_store_map *map)
{
    jp_intern_release(&map->strings);
    jp_vec_release(&map->list);
}

static void take_row(struct jp_store_map *map, sqlite3_stmt *row)
{
    const bool has_module = sqlite3_column_type(row, 9) != SQLITE_NULL;

    jp_vec_push(&map->list, (struct jp_store_mapping){
                                .start = jp_sql_bits(row, 0),
                                .end = jp_sql_bits(row, 1),
                                .offset = jp_sql_bits(row, 2),
                                .has_offset = jp_sql_id(row, 3),
                                .is_executable = jp_sql_id(row, 4),
                                .is_deleted = jp_sql_id(row, 5),
                                .is_unloaded = jp_sql_id(row, 6),
                                .inode = jp_sql_bits(row, 7),
                                .path = jp_intern_add(&map->strings, jp_sql_text(row, 8)),
                                .module = has_module ? jp_sql_id(row, 9) : JP_NO_MODULE,
                            });
}

bool jp_store_map_read(struct jp_store_map *map, const struct jp_sql *sql, uint32_t id,
                       struct jp_error *error)
{
    sqlite3_stmt *rows;
    bool has_row = true;

    if (map->id == id)
        return true;
    map->id = id;
    map->list.count = 0;
    if (!jp_sql_prepare(sql, &rows,
                        "SELECT start, stop, off, has_off, is_executable, is_deleted, is_unloaded, "
                        "inode, path, "
                        "module_id FROM mapping JOIN file ON file.id = file_id "
                        "WHERE map_set_id = ? ORDER BY seq",
                        error))
        return false;
    sqlite3_bind_int64(rows, 1, id);
    bool fine = true;
    while (fine && (fine = jp_sql_step(sql, rows, &has_row, error)) && has_row)
        take_row(map, rows);
    sqlite3_finalize(rows);
    return fine;
}

const struct jp_store_mapping *jp_store_map_first(const struct jp_store_map *map, uint32_t module)
{
    for (size_t i = 0; i < map->list.count; i++)
        if (map->list.data[i].module == module)
            return &map->list.data[i];
    return NULL;
}

/* Offsets are those of return addresses: the byte before decides. */
static bool covers(const struct jp_store_mapping *mapping, uint64_t offset)
{
    return offset - 1 >= mapping->offset &&
           offset - 1 - mapping->offset < mapping->end - mapping->start;
}

const struct jp_store_mapping *jp_store_map_of(const struct jp_store_map *map, uint32_t module,
                                               uint64_t offset)
{
    for (size_t i = 0; i < map->list.count; i++) {
        const struct jp_store_mapping *const mapping = &map->list.data[i];
        if (mapping->module == module && mapping->has_offset && covers(mapping, offset))
            return mapping;
    }
    return NULL;
}

uint64_t jp_store_map_address(const struct jp_store_map *map, uint32_t module,
                              enum jp_module_kind kind, uint64_t offset)
{
    const struct jp_store_mapping *const first = jp_store_map_first(map, module);

    if (!first || kind == JP_MODULE_ANON || kind == JP_MODULE_UNMAPPED)
        return offset;
    if (kind == JP_MODULE_PSEUDO || !first->has_offset)
        return first->start + offset;
    const struct jp_store_mapping *const mapping = jp_store_map_of(map, module, offset);
    return mapping ? offset - mapping->offset + mapping->start : offset;
}
