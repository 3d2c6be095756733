/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_store_fetch.h"

#include "jp_allocator.h"
#include "jp_builds.h"
#include "jp_dictionary.h"

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

static bool fetch_module(struct jp_store_fetch *fetch, uint32_t id, uint32_t *found,
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

static bool fetch_frames(struct jp_store_fetch *fetch, uint32_t location, bool no_inlines,
                         struct jp_error *error);

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
    if (!fetch_module(fetch, module_id, &module, error) ||
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
    return !location.is_named_by_dump || fetch_frames(fetch, *found, false, error);
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

static int compare_records(const void *a, const void *b)
{
    const struct jp_store_record *const x = a;
    const struct jp_store_record *const y = b;

    if (x->seq != y->seq)
        return x->seq < y->seq ? -1 : 1;
    return (x->thread > y->thread) - (x->thread < y->thread);
}

static bool fetch_table(struct jp_store_fetch *fetch, int64_t id, const char *query,
                        struct jp_store_records *records, struct jp_error *error)
{
    sqlite3_stmt *rows;
    bool has_row = true;

    if (!jp_sql_prepare(fetch->sql, &rows, query, error))
        return false;
    sqlite3_bind_int64(rows, 1, id);
    bool fine = true;
    while (fine && (fine = jp_sql_step(fetch->sql, rows, &has_row, error)) && has_row)
        jp_vec_push(records, (struct jp_store_record){
                                 .seq = jp_sql_bits(rows, 0),
                                 .stack = jp_sql_id(rows, 1),
                                 .thread = jp_sql_id(rows, 2),
                                 .values = {.count = sqlite3_column_double(rows, 3),
                                            .bytes = sqlite3_column_double(rows, 4),
                                            .factor = sqlite3_column_double(rows, 5),
                                            .alloc_count = sqlite3_column_double(rows, 6),
                                            .alloc_bytes = sqlite3_column_double(rows, 7),
                                            .alloc_factor = sqlite3_column_double(rows, 8)},
                             });
    sqlite3_finalize(rows);
    return fine;
}

bool jp_store_fetch_records(struct jp_store_fetch *fetch, int64_t id, bool with_threads,
                            struct jp_store_records *records, struct jp_error *error)
{
    /* 4294967295: JP_DUMP_PROCESS. */
    if (!fetch_table(fetch, id,
                     "SELECT seq, stack_id, 4294967295, n, s, k, an, az, ak FROM sample "
                     "WHERE dump_id = ?",
                     records, error))
        return false;
    if (with_threads && !fetch_table(fetch, id,
                                     "SELECT seq, stack_id, thread_seq, n, s, k, an, az, ak "
                                     "FROM thread_sample WHERE dump_id = ?",
                                     records, error))
        return false;
    if (records->count)
        qsort(records->data, records->count, sizeof *records->data, compare_records);
    return true;
}

/*
 * The module of a function that others cannot see, which is ID in the store: names that came with a
 * dump say it; for others it is what resolving makes of the location's.
 */
static bool find_owner(struct jp_store_fetch *fetch, const struct jp_location *location,
                       uint32_t id, uint32_t *owner, struct jp_error *error)
{
    if (location->is_named_by_dump)
        return fetch_module(fetch, id, owner, error);
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

static bool fetch_frames(struct jp_store_fetch *fetch, uint32_t index, bool no_inlines,
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
        fine = fetch_frames(fetch, places.data[i].location, no_inlines, error);
    jp_vec_release(&places);
    fetch->owners = NULL;
    free(owners);
    return fine;
}
