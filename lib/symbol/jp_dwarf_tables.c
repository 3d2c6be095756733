/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_tables.h"

/* The tables of most units serve nobody but that unit, and memory that is used again is at hand. */
static const size_t LEAST_KEPT_BYTES = 1 << 20;
static const size_t MOST_KEPT_BYTES = 32 << 20;

static uint64_t hash_of(uint32_t file_id, uint64_t offset)
{
    return jp_hash_mix(file_id, offset);
}

static bool fits(const void *owner, uint32_t id, const void *key)
{
    const struct jp_dwarf_tables *const tables = owner;

    return jp_dwarf_abbrevs_fit(tables->list.data[id], key);
}

/* The memory of a table that was dropped serves the next one: to grow step by step, and to touch
 * fresh memory, takes half of the time that reading does. */
static void keep_memory(struct jp_dwarf_tables *tables, struct jp_dwarf_abbrevs *dropped)
{
    enum { MOST_SPARES = 4 };

    if (tables->spares.count < MOST_SPARES)
        jp_vec_push(&tables->spares, *dropped);
    else
        jp_dwarf_abbrevs_release(dropped);
    *dropped = (struct jp_dwarf_abbrevs){.file_id = dropped->file_id,
                                         .version = dropped->version,
                                         .address_bytes = dropped->address_bytes,
                                         .offset_bytes = dropped->offset_bytes,
                                         .offset = dropped->offset,
                                         .is_dropped = true};
}

/* From the oldest on, which lie behind those that were dropped last. What a table was of is not
 * forgotten. */
static void drop_some(struct jp_dwarf_tables *tables, const struct jp_dwarf_abbrevs *keep)
{
    for (size_t left = tables->list.count; left && tables->bytes > tables->kept_bytes / 2; left--) {
        struct jp_dwarf_abbrevs *const table = tables->list.data[tables->next_dropped];
        tables->next_dropped = (tables->next_dropped + 1) % tables->list.count;
        if (!table->is_dropped && table != keep) {
            tables->bytes -= jp_dwarf_abbrevs_bytes(table);
            keep_memory(tables, table);
        }
    }
}

static struct jp_dwarf_abbrevs *add_table(struct jp_dwarf_tables *tables, uint64_t hash)
{
    struct jp_dwarf_abbrevs *const table = jp_mem_zeroed(1, sizeof *table);

    jp_index_add(&tables->index, hash, (uint32_t)tables->list.count);
    jp_vec_push(&tables->list, table);
    return table;
}

/* Who asks for a table again will do so for others: more of them are kept then. */
static void keep_more(struct jp_dwarf_tables *tables)
{
    if (tables->kept_bytes < MOST_KEPT_BYTES)
        tables->kept_bytes *= 2;
}

const struct jp_dwarf_abbrevs *jp_dwarf_tables_get(struct jp_dwarf_tables *tables,
                                                   const struct jp_dwarf_unit *unit,
                                                   const struct jp_dwarf_abbrevs *keep)
{
    const uint64_t hash = hash_of(unit->file->id, unit->abbrev_offset);
    const uint32_t id = jp_index_find(&tables->index, hash, fits, tables, unit);
    struct jp_dwarf_abbrevs *table = id != JP_INDEX_NONE ? tables->list.data[id] : NULL;

    if (table && !table->is_dropped)
        return table;
    if (tables->budget == 0)
        return NULL;
    if (tables->kept_bytes == 0)
        tables->kept_bytes = LEAST_KEPT_BYTES;
    if (table)
        keep_more(tables);
    else
        table = add_table(tables, hash);
    table->is_dropped = true;
    if (tables->bytes > tables->kept_bytes)
        drop_some(tables, keep);
    if (tables->spares.count)
        *table = tables->spares.data[--tables->spares.count];
    tables->has_damaged |= !jp_dwarf_abbrevs_read(table, unit);
    const size_t bytes = jp_dwarf_abbrevs_bytes(table);
    tables->budget -= bytes < tables->budget ? bytes : tables->budget;
    tables->bytes += bytes;
    return table;
}

void jp_dwarf_tables_release(struct jp_dwarf_tables *tables)
{
    for (size_t i = 0; i < tables->list.count; i++) {
        jp_dwarf_abbrevs_release(tables->list.data[i]);
        free(tables->list.data[i]);
    }
    for (size_t i = 0; i < tables->spares.count; i++)
        jp_dwarf_abbrevs_release(&tables->spares.data[i]);
    jp_vec_release(&tables->spares);
    jp_vec_release(&tables->list);
    jp_index_release(&tables->index);
}
