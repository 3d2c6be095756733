/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_tables.h"

static const size_t KEPT_BYTES = 32 << 20;

static uint64_t hash_of(uint32_t file_id, uint64_t offset)
{
    return jp_hash_mix(file_id, offset);
}

static bool fits(const void *owner, uint32_t id, const void *key)
{
    const struct jp_dwarf_tables *const tables = owner;

    return jp_dwarf_abbrevs_fit(tables->list.data[id], key);
}

static void drop_oldest(struct jp_dwarf_tables *tables, const struct jp_dwarf_abbrevs *keep)
{
    size_t kept = 0;

    jp_index_release(&tables->index);
    for (size_t i = 0; i < tables->list.count; i++) {
        struct jp_dwarf_abbrevs *const table = tables->list.data[i];
        if (tables->bytes > KEPT_BYTES / 2 && table != keep) {
            tables->bytes -= jp_dwarf_abbrevs_bytes(table);
            jp_dwarf_abbrevs_release(table);
            free(table);
        } else {
            jp_index_add(&tables->index, hash_of(table->file_id, table->offset), (uint32_t)kept);
            tables->list.data[kept++] = table;
        }
    }
    tables->list.count = kept;
}

const struct jp_dwarf_abbrevs *jp_dwarf_tables_get(struct jp_dwarf_tables *tables,
                                                   const struct jp_dwarf_unit *unit,
                                                   const struct jp_dwarf_abbrevs *keep)
{
    const uint64_t hash = hash_of(unit->file->id, unit->abbrev_offset);
    const uint32_t id = jp_index_find(&tables->index, hash, fits, tables, unit);

    if (id != JP_INDEX_NONE)
        return tables->list.data[id];
    if (tables->budget == 0)
        return NULL;
    if (tables->bytes > KEPT_BYTES)
        drop_oldest(tables, keep);
    struct jp_dwarf_abbrevs *const table = jp_mem_resize(NULL, 1, sizeof *table);
    tables->has_damaged |= !jp_dwarf_abbrevs_read(table, unit);
    const size_t bytes = jp_dwarf_abbrevs_bytes(table);
    tables->budget -= bytes < tables->budget ? bytes : tables->budget;
    tables->bytes += bytes;
    jp_index_add(&tables->index, hash, (uint32_t)tables->list.count);
    jp_vec_push(&tables->list, table);
    return table;
}

void jp_dwarf_tables_release(struct jp_dwarf_tables *tables)
{
    for (size_t i = 0; i < tables->list.count; i++) {
        jp_dwarf_abbrevs_release(tables->list.data[i]);
        free(tables->list.data[i]);
    }
    jp_vec_release(&tables->list);
    jp_index_release(&tables->index);
}
