/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_store_jit.h"

#include "jp_jit.h"
#include "jp_process.h"
#include "jp_store_map.h"

#include <inttypes.h>

struct naming {
    struct jp_dictionary *dictionary;
    const struct jp_sql *sql;
    struct jp_store_map map;    /* in which a module lies whose addresses are distances */
    JP_VEC(uint32_t) processes; /* of code without a name, each once; 0: not known */
    struct jp_diags *diags;
    struct jp_error *error;
};

static void add_process(struct naming *naming, uint32_t process)
{
    for (size_t i = 0; i < naming->processes.count; i++)
        if (naming->processes.data[i] == process)
            return;
    jp_vec_push(&naming->processes, process);
}

static bool read_map(struct naming *naming, uint32_t module)
{
    sqlite3_stmt *find;
    bool has_row = false;

    if (!jp_sql_prepare(naming->sql, &find,
                        "SELECT map_set_id FROM mapping WHERE module_id = ? LIMIT 1",
                        naming->error))
        return false;
    sqlite3_bind_int64(find, 1, module);
    bool fine = jp_sql_step(naming->sql, find, &has_row, naming->error);
    if (fine && has_row)
        fine = jp_store_map_read(&naming->map, naming->sql, jp_sql_id(find, 0), naming->error);
    sqlite3_finalize(find);
    return fine;
}

/* A location as it was when its dump was read: with an address, and without a name. */
static bool open_location(struct naming *naming, struct jp_location *location)
{
    const struct jp_profile *const profile = &naming->dictionary->profile;
    const struct jp_module *const module = &profile->modules.data[location->module];
    const uint32_t id = naming->dictionary->modules.list.data[location->module];

    if (location->frames_count || module->kind == JP_MODULE_FILE)
        return true;
    if (module->kind == JP_MODULE_PSEUDO && !read_map(naming, id))
        return false;
    location->address = jp_store_map_address(&naming->map, id, module->kind, location->offset);
    location->is_resolved = false;
    add_process(naming, module->process);
    return true;
}

static bool open_locations(struct naming *naming)
{
    struct jp_profile *const profile = &naming->dictionary->profile;

    for (size_t i = 0; i < profile->locations.count; i++)
        if (!open_location(naming, &profile->locations.data[i]))
            return false;
    return true;
}

/* Can the map of process PID be that of PROCESS? *IS_SURE: its number says so. */
static bool is_possible(const struct naming *naming, uint32_t process, bool has_pid, uint64_t pid,
                        bool *is_sure)
{
    const struct jp_profile *const profile = &naming->dictionary->profile;
    uint64_t known;

    *is_sure = false;
    if (!has_pid || !jp_process_pid(jp_intern_span(&profile->strings, process), &known))
        return true;
    *is_sure = known == pid;
    return *is_sure;
}

static bool fail_unclear(const struct naming *naming, const char *path, size_t count)
{
    jp_error_set(naming->error, JP_EXIT_USAGE, NULL, 0,
                 "--perf-map=%s: the store has nameless code of %zu processes that it may be of",
                 path, count);
    return jp_error_hint(naming->error,
                         "call it perf-PID.map, with the number that the names of the dumps have");
}

static bool apply(struct naming *naming, const char *path, bool must_be_sure,
                  enum jp_jit_origin origin)
{
    JP_VEC(uint32_t) sure = {0};
    JP_VEC(uint32_t) possible = {0};
    uint64_t pid = 0;

    const bool has_pid = jp_jit_pid(path, &pid);
    for (size_t i = 0; i < naming->processes.count; i++) {
        const uint32_t process = naming->processes.data[i];
        bool is_sure;
        if (!is_possible(naming, process, has_pid, pid, &is_sure))
            continue;
        jp_vec_push(&possible, process);
        if (is_sure)
            jp_vec_push(&sure, process);
    }
    bool fine = true;
    if (!sure.count && !must_be_sure && possible.count > 1)
        fine = fail_unclear(naming, path, possible.count);
    else if (!sure.count && !must_be_sure && possible.count == 1)
        jp_vec_push(&sure, possible.data[0]);
    for (size_t i = 0; fine && i < sure.count; i++)
        fine = jp_jit_name(&naming->dictionary->profile, sure.data[i], path, origin, naming->diags,
                           naming->error);
    jp_vec_release(&sure);
    jp_vec_release(&possible);
    return fine;
}

static bool apply_besides(struct naming *naming)
{
    struct jp_buf path = JP_BUF_INIT;
    struct jp_intern done;
    sqlite3_stmt *rows;
    bool has_row = true;
    enum jp_jit_origin origin;

    if (!jp_sql_prepare(naming->sql, &rows, "SELECT path FROM dump ORDER BY id", naming->error))
        return false;
    jp_intern_init(&done);
    bool fine = true;
    while (fine && (fine = jp_sql_step(naming->sql, rows, &has_row, naming->error)) && has_row) {
        const size_t count = done.spans.count;
        jp_buf_clear(&path);
        if (jp_jit_beside(&path, &origin, jp_sql_text(rows, 0)) &&
            jp_intern_add(&done, jp_buf_span(&path)) == count)
            fine = apply(naming, path.ptr, true, origin);
    }
    sqlite3_finalize(rows);
    jp_intern_release(&done);
    jp_buf_release(&path);
    return fine;
}

bool jp_store_jit_name(struct jp_dictionary *dictionary, const struct jp_sql *sql,
                       const struct jp_store_resymbolize_options *options, struct jp_diags *diags,
                       struct jp_error *error)
{
    struct naming naming = {.dictionary = dictionary, .sql = sql, .diags = diags, .error = error};

    jp_store_map_init(&naming.map);
    bool fine = open_locations(&naming);
    for (size_t i = options->perf_map_count; fine && i-- > 0;)
        fine = apply(&naming, options->perf_maps[i], false, JP_JIT_NAMED);
    if (fine && !options->perf_map_count)
        fine = apply_besides(&naming);
    jp_store_map_release(&naming.map);
    jp_vec_release(&naming.processes);
    return fine;
}
