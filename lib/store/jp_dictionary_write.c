/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dictionary.h"

#include "jp_closure.h"
#include "jp_name_table.h"

/* The statements and what they are filled from. */
struct writing {
    struct jp_dictionary *dictionary;
    const struct jp_sql *sql;
    struct jp_error *error;
    sqlite3_stmt *module;
    sqlite3_stmt *function;
    sqlite3_stmt *location;
    sqlite3_stmt *frame;
    sqlite3_stmt *forget_frames;
    sqlite3_stmt *forget_place;
    uint32_t *names; /* short name of each function, in strings */
    struct jp_intern strings;
    bool has_renamed; /* a known location has other names than before */
};

static bool prepare(struct writing *writing)
{
    const struct {
        sqlite3_stmt **statement;
        const char *text;
    } all[] = {
        {&writing->module, "INSERT OR REPLACE INTO module VALUES "
                           "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, "
                           "?16, ?17, ?18, ?19, ?20)"},
        {&writing->function, "INSERT INTO function VALUES (?, ?, ?, ?, ?, ?, ?)"},
        {&writing->location, "INSERT OR REPLACE INTO location VALUES (?, ?, ?, ?, ?, ?, ?)"},
        {&writing->frame, "INSERT INTO frame VALUES (?, ?, ?, ?, ?, ?, ?, ?)"},
        {&writing->forget_frames, "DELETE FROM frame WHERE location_id = ?"},
        {&writing->forget_place, "DELETE FROM function WHERE id = ?"},
    };

    for (size_t i = 0; i < JP_COUNT_OF(all); i++)
        if (!jp_sql_prepare(writing->sql, all[i].statement, all[i].text, writing->error))
            return false;
    return true;
}

static void release(struct writing *writing)
{
    sqlite3_finalize(writing->module);
    sqlite3_finalize(writing->function);
    sqlite3_finalize(writing->location);
    sqlite3_finalize(writing->frame);
    sqlite3_finalize(writing->forget_frames);
    sqlite3_finalize(writing->forget_place);
    jp_intern_release(&writing->strings);
    free(writing->names);
}

static struct jp_span text_of(const struct writing *writing, uint32_t string)
{
    return jp_intern_span(&writing->dictionary->profile.strings, string);
}

static void bind_optional(const struct writing *writing, sqlite3_stmt *statement, int index,
                          uint32_t string)
{
    if (string)
        jp_sql_bind_text(statement, index, text_of(writing, string));
    else
        sqlite3_bind_null(statement, index);
}

static bool write_module(struct writing *writing, uint32_t id)
{
    const struct jp_module *const module = &writing->dictionary->profile.modules.data[id];
    const struct jp_span build_id = text_of(writing, module->build_id);
    const struct jp_span path = text_of(writing, module->path);
    sqlite3_stmt *const row = writing->module;

    sqlite3_clear_bindings(row);
    sqlite3_bind_int64(row, 1, writing->dictionary->modules.list.data[id]);
    jp_sql_bind_text(row, 2, jp_span_of(jp_module_kinds[module->kind]));
    jp_sql_bind_text(row, 3, module->kind == JP_MODULE_FILE ? jp_span_basename(path) : path);
    jp_sql_bind_text(row, 4, path);
    if (build_id.len)
        jp_sql_bind_blob(row, module->is_refused ? 18 : 5, build_id);
    jp_sql_bind_bits(row, 6, module->inode);
    jp_sql_bind_bits(row, 7, module->layout);
    sqlite3_bind_int(row, 8, module->is_distance);
    jp_sql_bind_bits(row, 9, module->only_bytes);
    sqlite3_bind_int(row, 10, module->is_allocator);
    bind_optional(writing, row, 11, module->file);
    bind_optional(writing, row, 12, module->debug_file);
    bind_optional(writing, row, 13, module->tried);
    sqlite3_bind_int(row, 14, module->is_program);
    sqlite3_bind_int(row, 15, module->is_guess);
    sqlite3_bind_int(row, 16, (int)module->symbols);
    sqlite3_bind_int(row, 17, module->is_refused);
    sqlite3_bind_int(row, 19, (int)module->miss);
    bind_optional(writing, row, 20, module->process);
    return jp_sql_done(writing->sql, row, writing->error);
}

/* Known ones as well when their file was found now, or a perf map: it may be the first time. */
static bool write_modules(struct writing *writing)
{
    const struct jp_dictionary *const dictionary = writing->dictionary;

    for (uint32_t i = 0; i < dictionary->profile.modules.count; i++) {
        const struct jp_module *const module = &dictionary->profile.modules.data[i];
        const bool has_changed = i >= dictionary->modules.known_count || module->binary ||
                                 module->is_refused || module->symbols == JP_SYMBOLS_PERF_MAP;
        if (has_changed && !write_module(writing, i))
            return false;
    }
    return true;
}

static bool bind_path(struct writing *writing, sqlite3_stmt *statement, int index, uint32_t string)
{
    uint32_t id;

    sqlite3_bind_null(statement, index);
    if (!string)
        return true;
    if (!jp_dictionary_path(writing->dictionary, writing->sql, text_of(writing, string), &id,
                            writing->error))
        return false;
    sqlite3_bind_int64(statement, index, id);
    return true;
}

static bool write_function(struct writing *writing, uint32_t id)
{
    struct jp_dictionary *const dictionary = writing->dictionary;
    const struct jp_function *const function = &dictionary->profile.functions.data[id];
    sqlite3_stmt *const row = writing->function;

    jp_vec_push(&dictionary->functions.list, dictionary->functions.next++);
    jp_vec_push(&dictionary->linkages, function->linkage);
    sqlite3_clear_bindings(row);
    sqlite3_bind_int64(row, 1, dictionary->functions.list.data[id]);
    jp_sql_bind_text(row, 2, jp_intern_span(&writing->strings, writing->names[id]));
    jp_sql_bind_text(row, 3, text_of(writing, function->name));
    bind_optional(writing, row, 4, function->linkage);
    if (function->module != JP_NO_MODULE)
        sqlite3_bind_int64(row, 5, dictionary->modules.list.data[function->module]);
    if (!bind_path(writing, row, 6, function->file))
        return false;
    sqlite3_bind_int(row, 7, 0);
    return jp_sql_done(writing->sql, row, writing->error);
}

static bool write_functions(struct writing *writing)
{
    struct jp_dictionary *const dictionary = writing->dictionary;
    const struct jp_profile *const profile = &dictionary->profile;

    writing->names = jp_mem_resize(NULL, profile->functions.count, sizeof *writing->names);
    jp_name_table_fill(writing->names, &writing->strings, profile, JP_NAMES_SHORT);
    for (uint32_t i = (uint32_t)dictionary->functions.list.count; i < profile->functions.count; i++)
        if (!write_function(writing, i))
            return false;
    return true;
}

static bool write_frame(struct writing *writing, uint32_t location, uint32_t depth,
                        const struct jp_frame *frame)
{
    const struct jp_dictionary *const dictionary = writing->dictionary;
    sqlite3_stmt *const row = writing->frame;

    sqlite3_clear_bindings(row);
    sqlite3_bind_int64(row, 1, dictionary->locations.list.data[location]);
    sqlite3_bind_int64(row, 2, depth);
    sqlite3_bind_int64(row, 3, dictionary->functions.list.data[frame->function]);
    if (!bind_path(writing, row, 4, frame->file))
        return false;
    sqlite3_bind_int64(row, 5, frame->line);
    sqlite3_bind_int64(row, 6, frame->column);
    sqlite3_bind_int(row, 7, frame->is_inlined);
    if (frame->linkage != dictionary->linkages.data[frame->function])
        jp_sql_bind_text(row, 8, text_of(writing, frame->linkage));
    return jp_sql_done(writing->sql, row, writing->error);
}

/* A location without a name has one frame all the same, so that no query loses its bytes. */
static bool write_place(struct writing *writing, uint32_t location)
{
    struct jp_dictionary *const dictionary = writing->dictionary;
    struct jp_buf name = JP_BUF_INIT;
    const uint32_t id = dictionary->functions.next++;

    dictionary->places.data[location] = id;
    jp_naming_place(&name, &dictionary->profile, location);
    sqlite3_clear_bindings(writing->function);
    sqlite3_bind_int64(writing->function, 1, id);
    jp_sql_bind_text(writing->function, 2, jp_buf_span(&name));
    jp_sql_bind_text(writing->function, 3, jp_buf_span(&name));
    sqlite3_bind_int(writing->function, 7, 1);
    sqlite3_clear_bindings(writing->frame);
    sqlite3_bind_int64(writing->frame, 1, dictionary->locations.list.data[location]);
    sqlite3_bind_int(writing->frame, 2, 0);
    sqlite3_bind_int64(writing->frame, 3, id);
    sqlite3_bind_int(writing->frame, 5, 0);
    sqlite3_bind_int(writing->frame, 6, 0);
    sqlite3_bind_int(writing->frame, 7, 0);
    const bool fine = jp_sql_done(writing->sql, writing->function, writing->error) &&
                      jp_sql_done(writing->sql, writing->frame, writing->error);
    jp_buf_release(&name);
    return fine;
}

static bool write_location(struct writing *writing, uint32_t id)
{
    const struct jp_dictionary *const dictionary = writing->dictionary;
    const struct jp_location *const location = &dictionary->profile.locations.data[id];
    sqlite3_stmt *const row = writing->location;

    sqlite3_clear_bindings(row);
    sqlite3_bind_int64(row, 1, dictionary->locations.list.data[id]);
    sqlite3_bind_int64(row, 2, dictionary->modules.list.data[location->module]);
    jp_sql_bind_bits(row, 3, location->offset);
    if (location->has_vaddr)
        jp_sql_bind_bits(row, 4, location->vaddr);
    sqlite3_bind_int(row, 5, (int)location->miss);
    sqlite3_bind_int(row, 6, (int)location->site);
    sqlite3_bind_int(row, 7, location->is_named_by_dump);
    if (!jp_sql_done(writing->sql, row, writing->error))
        return false;
    for (uint32_t i = 0; i < location->frames_count; i++)
        if (!write_frame(writing, id, i,
                         &dictionary->profile.frames.data[location->frames_first + i]))
            return false;
    return location->frames_count > 0 || write_place(writing, id);
}

/* A known location whose names were found now: the old ones go, and the place that stood there. */
static bool forget_names(struct writing *writing, uint32_t id)
{
    const struct jp_dictionary *const dictionary = writing->dictionary;

    writing->has_renamed = true;
    sqlite3_bind_int64(writing->forget_frames, 1, dictionary->locations.list.data[id]);
    sqlite3_bind_int64(writing->forget_place, 1, dictionary->places.data[id]);
    return jp_sql_done(writing->sql, writing->forget_frames, writing->error) &&
           (!dictionary->places.data[id] ||
            jp_sql_done(writing->sql, writing->forget_place, writing->error));
}

static bool has_changed(const struct jp_dictionary *dictionary, uint32_t id)
{
    const struct jp_location *const location = &dictionary->profile.locations.data[id];

    return (dictionary->is_changed && dictionary->is_changed[id]) ||
           (location->frames_count > 0 && location->frames_first >= dictionary->known_frames);
}

static bool write_locations(struct writing *writing)
{
    struct jp_dictionary *const dictionary = writing->dictionary;
    const struct jp_profile *const profile = &dictionary->profile;

    while (dictionary->places.count < profile->locations.count)
        jp_vec_push(&dictionary->places, 0);
    for (uint32_t i = 0; i < profile->locations.count; i++) {
        const bool is_known = i < dictionary->locations.known_count;
        const bool is_renamed = is_known && has_changed(dictionary, i);
        if (is_known && !is_renamed)
            continue;
        if (is_renamed && !forget_names(writing, i))
            return false;
        if (!write_location(writing, i))
            return false;
    }
    return true;
}

bool jp_dictionary_write(struct jp_dictionary *dictionary, const struct jp_sql *sql,
                         struct jp_error *error)
{
    struct writing writing = {.dictionary = dictionary, .sql = sql, .error = error};

    jp_intern_init(&writing.strings);
    jp_dictionary_assign(dictionary);
    const bool fine = prepare(&writing) && write_modules(&writing) && write_functions(&writing) &&
                      write_locations(&writing) &&
                      jp_closure_write(dictionary, sql, writing.has_renamed, error);
    release(&writing);
    return fine;
}
