/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_store_series.h"

/* The modules that PATH is in a map set. */
#define MODULES(set, path)                                               \
    "SELECT m.module_id FROM mapping m JOIN file f ON f.id = m.file_id " \
    "WHERE m.map_set_id = " set " AND f.path = " path " AND m.module_id IS NOT NULL"

/*
 * The series ?1, and whether its dumps are of other programs than ?2 in the map set ?3. Of dumps
 * that do not say which program they are of, nothing is known.
 */
#define FIND                                                                              \
    "SELECT s.id, ?2 IS NOT NULL "                                                        \
    "AND EXISTS (SELECT 1 FROM dump WHERE series_id = s.id AND exe IS NOT NULL) "         \
    "AND NOT EXISTS (SELECT 1 FROM dump WHERE series_id = s.id AND exe = ?2) "            \
    "AND NOT EXISTS (SELECT 1 FROM dump d WHERE d.series_id = s.id AND EXISTS (" MODULES( \
        "d.map_set_id",                                                                   \
        "d.exe") " AND m.module_id IN (" MODULES("?3", "?2") "))) FROM series s WHERE s.name = ?1"

bool jp_store_series_init(struct jp_store_series *series, const struct jp_sql *sql,
                          struct jp_error *error)
{
    *series = (struct jp_store_series){.sql = sql};
    return jp_sql_prepare(sql, &series->insert,
                          "INSERT OR IGNORE INTO series (name, pid) VALUES (?, ?)", error) &&
           jp_sql_prepare(sql, &series->find, FIND, error);
}

void jp_store_series_release(struct jp_store_series *series)
{
    sqlite3_finalize(series->insert);
    sqlite3_finalize(series->find);
}

/* The series TEXT, made if there is none; *IS_OTHER: its dumps are of other programs. */
static bool take(struct jp_store_series *series, struct jp_span text,
                 const struct jp_dump_name *name, const struct jp_store_program *program,
                 int64_t *id, bool *is_other, struct jp_error *error)
{
    sqlite3_stmt *const find = series->find;
    bool is_known;

    sqlite3_clear_bindings(series->insert);
    jp_sql_bind_text(series->insert, 1, text);
    if (name->has_pid)
        jp_sql_bind_bits(series->insert, 2, name->pid);
    sqlite3_clear_bindings(find);
    jp_sql_bind_text(find, 1, text);
    if (program->path.len)
        jp_sql_bind_text(find, 2, program->path);
    sqlite3_bind_int64(find, 3, program->map_set);
    if (!jp_sql_done(series->sql, series->insert, error) ||
        !jp_sql_step(series->sql, find, &is_known, error))
        return false;
    *id = sqlite3_column_int64(find, 0);
    *is_other = sqlite3_column_int(find, 1);
    sqlite3_reset(find);
    return true;
}

bool jp_store_series_take(struct jp_store_series *series, const char *wanted,
                          const struct jp_dump_name *name, const struct jp_store_program *program,
                          int64_t *id, struct jp_error *error)
{
    const struct jp_span programs[] = {{NULL, 0}, jp_span_basename(program->path), program->path};
    struct jp_buf text = JP_BUF_INIT;
    bool is_other = true;
    bool fine = true;

    /* Who names a series knows what belongs to it. */
    if (wanted)
        return take(series, jp_span_of(wanted), name, program, id, &is_other, error);
    for (size_t i = 0; fine && is_other && i < JP_COUNT_OF(programs); i++) {
        jp_buf_clear(&text);
        jp_buf_add(&text, name->series);
        if (i)
            jp_buf_add_byte(&text, ':');
        jp_buf_add(&text, programs[i]);
        fine = take(series, jp_buf_span(&text), name, program, id, &is_other, error);
    }
    jp_buf_release(&text);
    return fine;
}
