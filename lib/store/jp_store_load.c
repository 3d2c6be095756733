/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dumps out of a store. The records of a dump are taken in the order of its file and go the way
 * that joining takes: so modules, locations, stacks, threads and samples get the ids, and sums the
 * last digits, that they have when the file is read. Names come at the end, as from jp_resolve.
 */
#include "config.h"

#include "jp_join.h"
#include "jp_store_fetch.h"
#include "jp_store_records.h"

#include <stdlib.h>
#include <string.h>

struct jp_store_load {
    struct jp_store *store;
    const struct jp_sql *sql;
    bool is_reading; /* one transaction goes around all dumps */
    struct jp_profile *profile;
    struct jp_store_load_options options;
    struct jp_store_fetch fetch;
    const char *program; /* as typed when the first dump was imported; in the profile's strings */
    JP_VEC(uint32_t) threads; /* of the dump that is being loaded: by seq, the profile's */
};

struct jp_store_load *jp_store_load_begin(struct jp_store *store, struct jp_profile *profile,
                                          const struct jp_store_load_options *options)
{
    struct jp_store_load *const load = jp_mem_zeroed(1, sizeof *load);

    load->store = store;
    load->sql = &store->sql;
    load->profile = profile;
    load->options = *options;
    jp_store_fetch_init(&load->fetch, store, profile);
    return load;
}

void jp_store_load_cancel(struct jp_store_load *load)
{
    if (!load)
        return;
    jp_store_fetch_release(&load->fetch);
    jp_vec_release(&load->threads);
    if (load->is_reading)
        jp_store_rollback(load->store);
    free(load);
}

static uint32_t intern(struct jp_store_load *load, sqlite3_stmt *row, int column)
{
    return jp_intern_add(&load->profile->strings, jp_sql_text(row, column));
}

static struct jp_values header_of(sqlite3_stmt *row, enum jp_correction correction, double period)
{
    struct jp_corrected header = {
        .count = sqlite3_column_double(row, 7),
        .bytes = sqlite3_column_double(row, 8),
        .alloc_count = sqlite3_column_double(row, 9),
        .alloc_bytes = sqlite3_column_double(row, 10),
    };

    header.factor = jp_unbias_factor(header.count, header.bytes, correction, period);
    header.alloc_factor =
        jp_unbias_factor(header.alloc_count, header.alloc_bytes, correction, period);
    return jp_unbias_estimate(&header).values;
}

static void add_source(struct jp_store_load *load, sqlite3_stmt *row, enum jp_side side)
{
    struct jp_profile *const profile = load->profile;
    const enum jp_correction correction = (enum jp_correction)jp_sql_id(row, 2);
    const double period = sqlite3_column_double(row, 1);
    const uint64_t period_bytes = period < 0x1p64 ? (uint64_t)period : UINT64_MAX;
    const uint32_t program = intern(load, row, 4);
    const uint32_t symbol_program = intern(load, row, 5);
    const uint32_t exe = intern(load, row, 6);

    jp_vec_push(&profile->sources, (struct jp_source){
                                       .path = intern(load, row, 0),
                                       .side = side,
                                       .mtime_ns = sqlite3_column_int64(row, 15),
                                       .period_bytes = period_bytes,
                                       .correction = correction,
                                       .header = header_of(row, correction, period),
                                       .record_count = jp_sql_bits(row, 11),
                                       .skipped_lines = jp_sql_bits(row, 12),
                                       .program = exe,
                                       .is_cut = jp_sql_id(row, 13),
                                       .has_accum = jp_sql_id(row, 14),
                                       .has_exact_header = jp_sql_id(row, 16),
                                       .is_damaged = jp_sql_id(row, 17),
                                   });
    if (!load->program && program)
        load->program = jp_intern_text(&profile->strings, program);
    if (!profile->program)
        profile->program = program ? program : symbol_program ? symbol_program : exe;
}

/* A time that was given counts more than the file's. */
#define DUMP(has_exact_header)                                                    \
    "SELECT path, period, correction, map_set_id, program, symbol_program, exe, " \
    "n, s, an, az, record_count, skipped_lines, is_cut, has_accum, "              \
    "iif(time_source = 'given', time_ns, mtime_ns), " has_exact_header ", "       \
    "is_damaged FROM dump WHERE id = ?"

static bool load_source(struct jp_store_load *load, int64_t id, enum jp_side side,
                        uint32_t *map_set, struct jp_error *error)
{
    sqlite3_stmt *row;
    bool has_row = false;

    if (!jp_sql_prepare(load->sql, &row,
                        load->store->version == 1 ? DUMP("0")
                                                  : DUMP("n IS NOT NULL AND format IS 'jemalloc'"),
                        error))
        return false;
    sqlite3_bind_int64(row, 1, id);
    bool fine = jp_sql_step(load->sql, row, &has_row, error);
    if (fine && !has_row)
        fine = jp_error_set(error, JP_EXIT_INPUT, load->sql->path, 0,
                            "there is no dump @%lld any more", (long long)id);
    if (fine) {
        *map_set = jp_sql_id(row, 3);
        add_source(load, row, side);
    }
    sqlite3_finalize(row);
    return fine;
}

static bool load_threads(struct jp_store_load *load, int64_t id, struct jp_error *error)
{
    const uint32_t source = (uint32_t)load->profile->sources.count - 1;
    sqlite3_stmt *rows;
    bool has_row = true;

    load->threads.count = 0;
    if (!jp_sql_prepare(load->sql, &rows,
                        "SELECT uid, name FROM dump_thread JOIN thread ON thread.id = thread_id "
                        "WHERE dump_id = ? ORDER BY seq",
                        error))
        return false;
    sqlite3_bind_int64(rows, 1, id);
    bool fine = true;
    while (fine && (fine = jp_sql_step(load->sql, rows, &has_row, error)) && has_row)
        jp_vec_push(&load->threads, jp_profile_thread(load->profile, source, jp_sql_bits(rows, 0),
                                                      jp_sql_text(rows, 1)));
    sqlite3_finalize(rows);
    return fine;
}

/* Older programs took the unwinder's fault for granted, also where a stack was lost to a damaged
 * line.
 */
static void tell_remark(const struct jp_source *source, sqlite3_stmt *row, struct jp_diags *diags)
{
    static const struct jp_span old = JP_SPAN("have no stack: " JP_JOIN_NOT_UNWOUND);
    const struct jp_span path = jp_sql_text(row, 1);
    const struct jp_span message = jp_sql_text(row, 4);
    const size_t at = jp_span_find(message, old, 0);
    struct jp_buf text = JP_BUF_INIT;

    jp_buf_add(&text, jp_span_slice(message, 0, at));
    if (at != SIZE_MAX) {
        jp_buf_format(&text, "have no stack: %s", jp_join_why_no_stack(source));
        jp_buf_add(&text, jp_span_slice(message, at + old.len, message.len));
    }
    jp_diags_add_many(diags, jp_sql_id(row, 0) ? JP_WARNING : JP_NOTE, path.len ? path.ptr : NULL,
                      jp_sql_bits(row, 2), jp_sql_bits(row, 3), "%s", text.ptr ? text.ptr : "");
    jp_buf_release(&text);
}

static bool load_remarks(struct jp_store_load *load, int64_t id, struct jp_diags *diags,
                         struct jp_error *error)
{
    struct jp_source *const source = &load->profile->sources.data[load->profile->sources.count - 1];
    sqlite3_stmt *rows;
    bool has_row = true;

    if (!jp_sql_prepare(load->sql, &rows,
                        "SELECT severity = 'warning', path, line, count, message FROM remark "
                        "WHERE dump_id = ? ORDER BY seq",
                        error))
        return false;
    sqlite3_bind_int64(rows, 1, id);
    bool fine = true;
    while (fine && (fine = jp_sql_step(load->sql, rows, &has_row, error)) && has_row) {
        if (jp_span_starts_with(jp_sql_text(rows, 4), JP_SPAN(JP_DUMP_LOST_STACK)))
            source->lost_stacks += jp_sql_bits(rows, 3);
        tell_remark(source, rows, diags);
    }
    sqlite3_finalize(rows);
    return fine;
}

/* A record: its stack, its thread and what it counted. */
static bool load_record(struct jp_store_load *load, const struct jp_store_record *record,
                        struct jp_error *error)
{
    const uint32_t source = (uint32_t)load->profile->sources.count - 1;
    uint32_t stack;
    uint32_t thread = JP_PROCESS;

    if (!jp_store_fetch_stack(&load->fetch, record->stack, &stack, error))
        return false;
    if (record->thread != JP_DUMP_PROCESS && record->thread >= load->threads.count)
        return jp_error_set(error, JP_EXIT_INPUT, load->sql->path, 0,
                            "the store is damaged: a record is of a thread that is not there");
    if (record->thread != JP_DUMP_PROCESS)
        thread = load->threads.data[record->thread];
    const struct jp_estimate estimate = jp_unbias_estimate(&record->values);
    if (load->profile->sources.data[source].correction == JP_CORRECTION_DONE)
        jp_join_done(load->profile, source, stack, thread, &estimate.values,
                     (double)load->profile->sources.data[source].period_bytes);
    else
        jp_join_add(load->profile, source, stack, thread, &estimate, record->values.count);
    return true;
}

/* As jp_mappings_keep: what the store has of the map was chosen in the same way. */
static void keep_mappings(struct jp_store_load *load)
{
    struct jp_profile *const profile = load->profile;
    const struct jp_store_map *const map = &load->fetch.map;

    for (size_t i = 0; profile->keeps_mappings && i < map->list.count; i++) {
        const struct jp_store_mapping *const mapping = &map->list.data[i];
        const struct jp_kept_mapping kept = {
            .source = (uint32_t)profile->sources.count - 1,
            .module = jp_store_fetch_module_of(&load->fetch, mapping->module),
            .start = mapping->start,
            .end = mapping->end,
            .offset = mapping->offset,
            .inode = mapping->inode,
            .path = jp_intern_add(&profile->strings, jp_intern_span(&map->strings, mapping->path)),
            .has_offset = mapping->has_offset,
            .is_executable = mapping->is_executable,
            .is_deleted = mapping->is_deleted,
        };
        jp_vec_push(&profile->mappings, kept);
    }
}

/*
 * All dumps of a report are read as they are at one moment. It is faster, too: each statement would
 * lock the file and look for the journal of a writer that was killed.
 */
static bool start_reading(struct jp_store_load *load, struct jp_error *error)
{
    if (load->is_reading || !sqlite3_get_autocommit(load->sql->db))
        return true;
    load->is_reading = jp_sql_run(load->sql, "BEGIN", error);
    return load->is_reading;
}

bool jp_store_load_dump(struct jp_store_load *load, int64_t id, enum jp_side side,
                        struct jp_diags *diags, struct jp_error *error)
{
    struct jp_store_records records = {.count = 0};
    uint32_t map_set = 0;

    bool fine =
        start_reading(load, error) && load_source(load, id, side, &map_set, error) &&
        load_threads(load, id, error) && jp_store_fetch_dump(&load->fetch, id, map_set, error) &&
        jp_store_records_read(load->sql, id, !load->options.without_threads, &records, error) &&
        jp_store_fetch_prepare(&load->fetch, records.count, error);
    for (size_t i = 0; fine && i < records.count; i++)
        fine = load_record(load, &records.data[i], error);
    fine = fine && load_remarks(load, id, diags, error);
    if (fine)
        keep_mappings(load);
    jp_vec_release(&records);
    return fine;
}

bool jp_store_load_finish(struct jp_store_load *load, const char **program, struct jp_error *error)
{
    const bool fine = jp_store_fetch_names(&load->fetch, load->options.no_inlines, error);

    *program = load->program;
    jp_store_load_cancel(load);
    return fine;
}
