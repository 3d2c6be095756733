/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_store_dump.h"

#include "jp_dump_name.h"

#include <time.h>

bool jp_store_dump_writer_init(struct jp_store_dump_writer *writer, const struct jp_sql *sql,
                               struct jp_error *error)
{
    const struct {
        sqlite3_stmt **statement;
        const char *text;
    } all[] = {
        {&writer->find, "SELECT id FROM dump WHERE digest = ?"},
        {&writer->dump, "INSERT INTO dump VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, "
                        "?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, "
                        "?24, ?25, ?26, ?27, 0, ?28)"},
        {&writer->tag, "INSERT OR REPLACE INTO tag VALUES (?, ?, ?)"},
        {&writer->remark, "INSERT INTO remark VALUES (?, ?, ?, ?, ?, ?, ?)"},
        {&writer->thread, "INSERT OR IGNORE INTO thread (series_id, uid, name) VALUES (?, ?, ?)"},
        {&writer->find_thread,
         "SELECT id FROM thread WHERE series_id = ? AND uid = ? AND name = ?"},
        {&writer->dump_thread, "INSERT INTO dump_thread VALUES (?, ?, ?, ?, ?, ?, ?)"},
    };

    *writer = (struct jp_store_dump_writer){.sql = sql};
    for (size_t i = 0; i < JP_COUNT_OF(all); i++)
        if (!jp_sql_prepare(sql, all[i].statement, all[i].text, error))
            return false;
    return jp_store_series_init(&writer->series, sql, error);
}

void jp_store_dump_writer_release(struct jp_store_dump_writer *writer)
{
    sqlite3_finalize(writer->find);
    jp_store_series_release(&writer->series);
    sqlite3_finalize(writer->dump);
    sqlite3_finalize(writer->tag);
    sqlite3_finalize(writer->remark);
    sqlite3_finalize(writer->thread);
    sqlite3_finalize(writer->find_thread);
    sqlite3_finalize(writer->dump_thread);
}

/* The first column of the row that FIND, whose parameters are bound, has; false without a row. */
static bool find_id(struct jp_store_dump_writer *writer, sqlite3_stmt *find, bool *is_known,
                    int64_t *id, struct jp_error *error)
{
    if (!jp_sql_step(writer->sql, find, is_known, error))
        return false;
    if (*is_known)
        *id = sqlite3_column_int64(find, 0);
    sqlite3_reset(find);
    return true;
}

bool jp_store_dump_find(struct jp_store_dump_writer *writer, const struct jp_digest *digest,
                        bool *is_known, int64_t *id, struct jp_error *error)
{
    jp_sql_bind_blob(writer->find, 1,
                     (struct jp_span){(const char *)digest->bytes, sizeof digest->bytes});
    return find_id(writer, writer->find, is_known, id, error);
}

static void bind_optional(sqlite3_stmt *statement, int index, struct jp_span text)
{
    if (text.len)
        jp_sql_bind_text(statement, index, text);
    else
        sqlite3_bind_null(statement, index);
}

struct when {
    int64_t ns;
    const char *source;
};

static struct when when_of(const struct jp_store_dump_facts *facts, const struct jp_dump_name *name)
{
    struct timespec now;

    if (facts->options->has_time)
        return (struct when){facts->options->time_ns, "given"};
    if (name->has_time)
        return (struct when){name->time_ns, "name"};
    if (facts->mtime_ns)
        return (struct when){facts->mtime_ns, "mtime"};
    clock_gettime(CLOCK_REALTIME, &now);
    return (struct when){(int64_t)now.tv_sec * 1000000000 + now.tv_nsec, "import"};
}

/* The column format of dump. */
static struct jp_span format_of(const struct jp_dump *dump)
{
    if (dump->correction == JP_CORRECTION_DONE)
        return JP_SPAN("pprof");
    switch (dump->format) {
    case JP_DUMP_JEMALLOC:
        return JP_SPAN("jemalloc");
    case JP_DUMP_GPERFTOOLS:
        return JP_SPAN("gperftools");
    case JP_DUMP_GPERFTOOLS_GROWTH:
        break;
    }
    return JP_SPAN("growth");
}

static void bind_content(sqlite3_stmt *row, const struct jp_dump *dump,
                         const struct jp_source *source, const struct jp_intern *strings)
{
    jp_sql_bind_counter(row, 9, dump->period_bytes);
    sqlite3_bind_int(row, 10, (int)dump->correction);
    if (dump->correction != JP_CORRECTION_DONE)
        bind_optional(row, 13, jp_intern_span(&dump->strings, dump->program));
    bind_optional(row, 14, jp_intern_span(strings, source->program));
    if (dump->has_header) {
        jp_sql_bind_counter(row, 15, dump->header.objects);
        jp_sql_bind_counter(row, 16, dump->header.bytes);
        jp_sql_bind_counter(row, 17, dump->header.alloc_objects);
        jp_sql_bind_counter(row, 18, dump->header.alloc_bytes);
    }
    jp_sql_bind_counter(row, 19, source->record_count);
    jp_sql_bind_counter(row, 20, dump->skipped_lines);
    sqlite3_bind_int(row, 21, dump->is_cut);
    sqlite3_bind_int(row, 22, source->is_damaged);
    sqlite3_bind_int(row, 23, source->has_accum);
    sqlite3_bind_double(row, 24, source->sum.of[JP_INUSE_BYTES]);
    sqlite3_bind_double(row, 25, source->sum.of[JP_INUSE_OBJECTS]);
    sqlite3_bind_double(row, 26, source->sum.of[JP_ALLOC_BYTES]);
    sqlite3_bind_double(row, 27, source->sum.of[JP_ALLOC_OBJECTS]);
    jp_sql_bind_text(row, 28, format_of(dump));
}

static bool write_row(struct jp_store_dump_writer *writer, const struct jp_store_dump_facts *facts,
                      const struct jp_dump *dump, const struct jp_source *source,
                      const struct jp_intern *strings, uint32_t map_set, int64_t series,
                      struct jp_error *error)
{
    const struct jp_dump_name name = jp_dump_name_of(jp_span_of(facts->path));
    const struct when when = when_of(facts, &name);
    sqlite3_stmt *const row = writer->dump;

    sqlite3_clear_bindings(row);
    sqlite3_bind_int64(row, 1, series);
    if (name.has_seq)
        jp_sql_bind_bits(row, 2, name.seq);
    if (name.kind)
        jp_sql_bind_text(row, 3, (struct jp_span){&name.kind, 1});
    sqlite3_bind_int64(row, 4, when.ns);
    jp_sql_bind_text(row, 5, jp_span_of(when.source));
    if (facts->mtime_ns)
        sqlite3_bind_int64(row, 6, facts->mtime_ns);
    jp_sql_bind_text(row, 7, jp_span_of(facts->path));
    jp_sql_bind_blob(
        row, 8, (struct jp_span){(const char *)facts->digest.bytes, sizeof facts->digest.bytes});
    if (map_set)
        sqlite3_bind_int64(row, 11, map_set);
    if (facts->options->program)
        jp_sql_bind_text(row, 12, jp_span_of(facts->options->program));
    bind_content(row, dump, source, strings);
    return jp_sql_done(writer->sql, row, error);
}

static bool write_thread(struct jp_store_dump_writer *writer, int64_t series, int64_t dump,
                         size_t index, const struct jp_dump_thread *thread, struct jp_span name,
                         struct jp_error *error)
{
    bool is_known;
    int64_t id = 0;

    for (int i = 0; i < 2; i++) {
        sqlite3_stmt *const statement = i ? writer->find_thread : writer->thread;
        sqlite3_bind_int64(statement, 1, series);
        jp_sql_bind_bits(statement, 2, thread->uid);
        jp_sql_bind_text(statement, 3, name);
    }
    if (!jp_sql_done(writer->sql, writer->thread, error) ||
        !find_id(writer, writer->find_thread, &is_known, &id, error))
        return false;
    sqlite3_bind_int64(writer->dump_thread, 1, dump);
    sqlite3_bind_int64(writer->dump_thread, 2, (int64_t)index);
    sqlite3_bind_int64(writer->dump_thread, 3, id);
    jp_sql_bind_counter(writer->dump_thread, 4, thread->header.objects);
    jp_sql_bind_counter(writer->dump_thread, 5, thread->header.bytes);
    jp_sql_bind_counter(writer->dump_thread, 6, thread->header.alloc_objects);
    jp_sql_bind_counter(writer->dump_thread, 7, thread->header.alloc_bytes);
    return jp_sql_done(writer->sql, writer->dump_thread, error);
}

bool jp_store_dump_write(struct jp_store_dump_writer *writer,
                         const struct jp_store_dump_facts *facts, const struct jp_dump *dump,
                         const struct jp_source *source, const struct jp_intern *strings,
                         uint32_t map_set, int64_t *id, struct jp_error *error)
{
    const struct jp_dump_name name = jp_dump_name_of(jp_span_of(facts->path));
    const struct jp_store_program program = {jp_intern_span(strings, source->program), map_set};
    int64_t series = 0;

    if (!jp_store_series_take(&writer->series, facts->options->series, &name, &program, &series,
                              error) ||
        !write_row(writer, facts, dump, source, strings, map_set, series, error))
        return false;
    *id = sqlite3_last_insert_rowid(writer->sql->db);
    for (size_t i = 0; i < dump->threads.count; i++) {
        const struct jp_dump_thread *const thread = &dump->threads.data[i];
        if (!write_thread(writer, series, *id, i, thread,
                          jp_intern_span(&dump->strings, thread->name), error))
            return false;
    }
    return true;
}

bool jp_store_dump_write_remarks(struct jp_store_dump_writer *writer, int64_t id,
                                 const struct jp_diags *diags, struct jp_error *error)
{
    sqlite3_stmt *const row = writer->remark;

    for (size_t i = 0; i < diags->list.count; i++) {
        const struct jp_diag *const diag = &diags->list.data[i];
        sqlite3_bind_int64(row, 1, id);
        sqlite3_bind_int64(row, 2, (int64_t)i);
        jp_sql_bind_text(row, 3, diag->severity == JP_NOTE ? JP_SPAN("note") : JP_SPAN("warning"));
        jp_sql_bind_text(row, 4, jp_intern_span(&diags->strings, diag->path));
        jp_sql_bind_counter(row, 5, diag->line);
        jp_sql_bind_text(row, 6, jp_intern_span(&diags->strings, diag->message));
        jp_sql_bind_counter(row, 7, diag->count);
        if (!jp_sql_done(writer->sql, row, error))
            return false;
    }
    return true;
}

bool jp_store_dump_tag(struct jp_store_dump_writer *writer,
                       const struct jp_store_import_options *options, int64_t id,
                       struct jp_error *error)
{
    for (size_t i = 0; i < options->tag_count; i++) {
        sqlite3_bind_int64(writer->tag, 1, id);
        jp_sql_bind_text(writer->tag, 2, jp_span_of(options->tags[i].key));
        jp_sql_bind_text(writer->tag, 3, jp_span_of(options->tags[i].value));
        if (!jp_sql_done(writer->sql, writer->tag, error))
            return false;
    }
    return true;
}
