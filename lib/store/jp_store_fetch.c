/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_store_fetch.h"

#include "jp_allocator.h"
#include "jp_dictionary.h"
#include "jp_store_fetch_private.h"

void jp_store_fetch_init(struct jp_store_fetch *fetch, const struct jp_store *store,
                         struct jp_profile *profile)
{
    *fetch =
        (struct jp_store_fetch){.sql = &store->sql, .version = store->version, .profile = profile};
    jp_store_map_init(&fetch->map);
}

void jp_store_fetch_release(struct jp_store_fetch *fetch)
{
    jp_vec_release(&fetch->modules.list);
    jp_vec_release(&fetch->locations.list);
    jp_vec_release(&fetch->stacks.list);
    jp_vec_release(&fetch->location_ids);
    jp_vec_release(&fetch->nodes);
    jp_vec_release(&fetch->path);
    jp_store_map_release(&fetch->map);
    sqlite3_finalize(fetch->stack);
    sqlite3_finalize(fetch->location);
    sqlite3_finalize(fetch->module);
    sqlite3_finalize(fetch->address);
    sqlite3_finalize(fetch->frames);
}

/* The row ID of a query, which is prepared when it is first needed; a row that lacks is damage. */
static bool fetch_row(struct jp_store_fetch *fetch, sqlite3_stmt **query, const char *text,
                      uint32_t id, struct jp_error *error)
{
    bool has_row;

    if (!*query && !jp_sql_prepare(fetch->sql, query, text, error))
        return false;
    sqlite3_bind_int64(*query, 1, id);
    if (!jp_sql_step(fetch->sql, *query, &has_row, error))
        return false;
    return has_row || jp_error_set(error, JP_EXIT_INPUT, fetch->sql->path, 0,
                                   "the store is damaged: a row refers to a row %u that is not "
                                   "there",
                                   id);
}

static uint32_t known(const struct jp_store_back *back, uint32_t id)
{
    return id < back->list.count ? back->list.data[id] : JP_STORE_ABSENT;
}

static void remember(struct jp_store_back *back, uint32_t id, uint32_t found)
{
    while (back->list.count <= id)
        jp_vec_push(&back->list, JP_STORE_ABSENT);
    back->list.data[id] = found;
}

bool jp_store_fetch_dump(struct jp_store_fetch *fetch, int64_t id, uint32_t map_set,
                         struct jp_error *error)
{
    fetch->dump = id;
    return jp_store_map_read(&fetch->map, fetch->sql, map_set, error);
}

/* Path, inode and state are those of the dump that has the module first, as in joining. */
static void take_mapping(struct jp_store_fetch *fetch, struct jp_module *module, uint32_t id)
{
    const struct jp_store_mapping *const first = jp_store_map_first(&fetch->map, id);

    if (!first)
        return;
    module->path =
        jp_intern_add(&fetch->profile->strings, jp_intern_span(&fetch->map.strings, first->path));
    module->inode = first->inode;
    for (size_t i = 0; i < fetch->map.list.count; i++)
        if (fetch->map.list.data[i].module == id) {
            module->is_deleted |= fetch->map.list.data[i].is_deleted;
            module->is_unloaded |= fetch->map.list.data[i].is_unloaded;
        }
}

/* Version 1 did not tell the memory of processes apart. */
#define MODULE(process)                                                                          \
    "SELECT kind, path, coalesce(build_id, other_build_id), inode, layout, is_distance, "        \
    "only_bytes, is_allocator, file, is_program, symbols, is_refused, miss, debug_file, tried, " \
    "is_guess, " process " FROM module WHERE id = ?"

bool jp_store_fetch_module(struct jp_store_fetch *fetch, uint32_t id, uint32_t *found,
                           struct jp_error *error)
{
    struct jp_intern *const strings = &fetch->profile->strings;

    if ((*found = known(&fetch->modules, id)) != JP_STORE_ABSENT)
        return true;
    if (!fetch_row(fetch, &fetch->module, fetch->version == 1 ? MODULE("NULL") : MODULE("process"),
                   id, error))
        return false;
    sqlite3_stmt *const row = fetch->module;
    struct jp_module module = {
        .kind = jp_module_kind_of(jp_sql_text(row, 0)),
        .path = jp_intern_add(strings, jp_sql_text(row, 1)),
        .build_id = jp_intern_add(strings, jp_sql_blob(row, 2)),
        .inode = jp_sql_bits(row, 3),
        .layout = jp_sql_bits(row, 4),
        .is_distance = jp_sql_id(row, 5),
        .only_bytes = jp_sql_bits(row, 6),
        .is_allocator = jp_sql_id(row, 7),
        .file = jp_intern_add(strings, jp_sql_text(row, 8)),
        .is_program = jp_sql_id(row, 9),
        .symbols = (enum jp_symbols)jp_sql_id(row, 10),
        .is_refused = jp_sql_id(row, 11),
        .miss = (enum jp_miss)jp_sql_id(row, 12),
        .debug_file = jp_intern_add(strings, jp_sql_text(row, 13)),
        .tried = jp_intern_add(strings, jp_sql_text(row, 14)),
        .is_guess = jp_sql_id(row, 15),
        .process = jp_intern_add(strings, jp_sql_text(row, 16)),
    };
    sqlite3_reset(row);
    if (module.kind == JP_MODULE_FILE)
        take_mapping(fetch, &module, id);
    /* As from files, whose places are told apart only where their names are those of one process.
     */
    if (module.symbols != JP_SYMBOLS_PERF_MAP)
        module.process = 0;
    /* The user's rules may know more allocators than those that it was stored with. */
    module.is_allocator |=
        jp_allocator_is_module(&fetch->profile->rules, jp_intern_span(strings, module.path), NULL);
    *found = jp_profile_module(fetch->profile, &module);
    remember(&fetch->modules, id, *found);
    return true;
}

uint32_t jp_store_fetch_module_of(const struct jp_store_fetch *fetch, uint32_t module)
{
    const uint32_t found = known(&fetch->modules, module);

    return found == JP_STORE_ABSENT ? JP_NO_MODULE : found;
}

/* What does not follow from the map was written down. */
static bool fetch_address(struct jp_store_fetch *fetch, uint32_t location, uint32_t module,
                          enum jp_module_kind kind, uint64_t offset, uint64_t *address,
                          struct jp_error *error)
{
    bool has_row;

    if (!fetch->address &&
        !jp_sql_prepare(fetch->sql, &fetch->address,
                        "SELECT address FROM address WHERE dump_id = ? AND location_id = ?", error))
        return false;
    sqlite3_bind_int64(fetch->address, 1, fetch->dump);
    sqlite3_bind_int64(fetch->address, 2, location);
    if (!jp_sql_step(fetch->sql, fetch->address, &has_row, error))
        return false;
    *address = has_row ? jp_sql_bits(fetch->address, 0)
                       : jp_store_map_address(&fetch->map, module, kind, offset);
    sqlite3_reset(fetch->address);
    return true;
}

static bool fetch_location(struct jp_store_fetch *fetch, uint32_t id, uint32_t *found,
                           struct jp_error *error)
{
    struct jp_profile *const profile = fetch->profile;
    uint32_t module = 0;
    uint64_t address;

    if ((*found = known(&fetch->locations, id)) != JP_STORE_ABSENT)
        return true;
    if (!fetch_row(fetch, &fetch->location,
                   "SELECT module_id, off, vaddr, miss, site, is_own_name FROM location "
                   "WHERE id = ?",
                   id, error))
        return false;
    sqlite3_stmt *const row = fetch->location;
    const uint32_t module_id = jp_sql_id(row, 0);
    struct jp_location location = {
        .offset = jp_sql_bits(row, 1),
        .has_vaddr = sqlite3_column_type(row, 2) != SQLITE_NULL,
        .vaddr = jp_sql_bits(row, 2),
        .miss = (enum jp_miss)jp_sql_id(row, 3),
        .site = (enum jp_call_site)jp_sql_id(row, 4),
        .is_named_by_dump = jp_sql_id(row, 5),
    };
    sqlite3_reset(row);
    if (!jp_store_fetch_module(fetch, module_id, &module, error) ||
        !fetch_address(fetch, id, module_id, profile->modules.data[module].kind, location.offset,
                       &address, error))
        return false;
    const size_t known_count = profile->locations.count;
    *found = jp_profile_location(profile, module, location.offset, address);
    remember(&fetch->locations, id, *found);
    /* The same address of another process, which has names already. */
    if (*found < known_count && profile->locations.data[*found].frames_count)
        return true;
    location.module = module;
    location.address = profile->locations.data[*found].address;
    profile->locations.data[*found] = location;
    while (fetch->location_ids.count <= *found)
        jp_vec_push(&fetch->location_ids, JP_STORE_ABSENT);
    fetch->location_ids.data[*found] = id;
    /* A symbolized profile names its locations while it is joined. */
    return !location.is_named_by_dump || jp_store_fetch_frames(fetch, *found, false, error);
}

/* One row costs about ten times what it costs in a scan. */
enum { SCAN_FROM = 10 };

bool jp_store_fetch_prepare(struct jp_store_fetch *fetch, size_t stack_count,
                            struct jp_error *error)
{
    sqlite3_stmt *rows;
    bool has_row = true;
    int64_t last = 0;

    if (fetch->nodes.count)
        return true;
    if (!jp_sql_integer(fetch->sql, "SELECT max(id) FROM stack", &last, error))
        return false;
    /* A stack brings some callers of its own. */
    if (last < 0 || last >= JP_STORE_ABSENT || stack_count * 4 * SCAN_FROM < (uint64_t)last)
        return true;
    if (!jp_sql_prepare(fetch->sql, &rows, "SELECT id, parent_id, location_id FROM stack", error))
        return false;
    for (int64_t i = 0; i <= last; i++)
        jp_vec_push(&fetch->nodes, (struct jp_store_node){0, JP_STORE_ABSENT});
    bool fine = true;
    while (fine && (fine = jp_sql_step(fetch->sql, rows, &has_row, error)) && has_row)
        if (jp_sql_id(rows, 0) < fetch->nodes.count)
            fetch->nodes.data[jp_sql_id(rows, 0)] =
                (struct jp_store_node){jp_sql_id(rows, 1), jp_sql_id(rows, 2)};
    sqlite3_finalize(rows);
    return fine;
}

static bool fetch_node(struct jp_store_fetch *fetch, uint32_t id, struct jp_store_node *node,
                       struct jp_error *error)
{
    if (id < fetch->nodes.count && fetch->nodes.data[id].location != JP_STORE_ABSENT) {
        *node = fetch->nodes.data[id];
        return true;
    }
    if (!fetch_row(fetch, &fetch->stack, "SELECT parent_id, location_id FROM stack WHERE id = ?",
                   id, error))
        return false;
    *node = (struct jp_store_node){jp_sql_id(fetch->stack, 0), jp_sql_id(fetch->stack, 1)};
    sqlite3_reset(fetch->stack);
    return true;
}

bool jp_store_fetch_stack(struct jp_store_fetch *fetch, uint32_t id, uint32_t *stack,
                          struct jp_error *error)
{
    if (fetch->stacks.list.count == 0)
        remember(&fetch->stacks, JP_STORE_NO_STACK, JP_ROOT_STACK);
    fetch->path.count = 0;
    /* Up to a stack that is there, then down again: callers come first. */
    while ((*stack = known(&fetch->stacks, id)) == JP_STORE_ABSENT) {
        struct jp_store_node node = {0};
        if (!fetch_node(fetch, id, &node, error))
            return false;
        jp_vec_push(&fetch->path, id);
        jp_vec_push(&fetch->path, node.location);
        if (node.parent >= id)
            return jp_error_set(error, JP_EXIT_INPUT, fetch->sql->path, 0,
                                "the store is damaged: stack %u is called by stack %u", id,
                                node.parent);
        id = node.parent;
    }
    for (size_t i = fetch->path.count; i > 0; i -= 2) {
        uint32_t location = 0;
        if (!fetch_location(fetch, fetch->path.data[i - 1], &location, error))
            return false;
        *stack = jp_profile_stack(fetch->profile, *stack, location);
        remember(&fetch->stacks, fetch->path.data[i - 2], *stack);
    }
    return true;
}
