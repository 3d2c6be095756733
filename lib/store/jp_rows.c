/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows in the order of their keys are written twice as fast as in another, and lie closer. */
#include "config.h"

#include "jp_rows.h"

#include "jp_noise.h"

bool jp_rows_init(struct jp_rows *rows, const struct jp_sql *sql, struct jp_error *error)
{
    *rows = (struct jp_rows){.sql = sql};
    return jp_sql_prepare(sql, &rows->sample,
                          "INSERT INTO sample VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", error) &&
           jp_sql_prepare(sql, &rows->thread_sample,
                          "INSERT INTO thread_sample VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                          error) &&
           jp_sql_prepare(sql, &rows->stack_count, "UPDATE dump SET stacks = ? WHERE id = ?",
                          error);
}

void jp_rows_release(struct jp_rows *rows)
{
    sqlite3_finalize(rows->sample);
    sqlite3_finalize(rows->thread_sample);
    sqlite3_finalize(rows->stack_count);
    jp_vec_release(&rows->list);
}

/* The process's rows come last: their thread has the largest number. */
static int compare(const void *a, const void *b)
{
    const struct jp_row *const x = a;
    const struct jp_row *const y = b;

    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->stack != y->stack)
        return x->stack < y->stack ? -1 : 1;
    return (x->seq > y->seq) - (x->seq < y->seq);
}

static void mark_sampled(struct jp_dictionary *dictionary, uint32_t stack)
{
    if (dictionary->sampled.data[stack] == JP_STACK_INNER)
        dictionary->sampled.data[stack] = JP_STACK_SAMPLED;
}

static void collect(struct jp_rows *rows, struct jp_dictionary *dictionary,
                    const struct jp_dump *dump, const struct jp_join_map *map)
{
    rows->list.count = 0;
    jp_vec_reserve(&rows->list, dump->records.count);
    for (size_t i = 0; i < dump->records.count; i++) {
        const struct jp_record record = jp_dump_record(dump, i);
        const uint32_t stack = map->stacks.data[record.stack];
        struct jp_row row = {
            .thread = record.thread,
            .stack = dictionary->stacks.list.data[stack],
            .seq = i,
            .values = jp_unbias_factors(record.counters, dump->correction, dump->period_bytes),
        };
        jp_vec_push(&rows->list, row);
        /* Without a row of the process, the sum of its threads stands for it. */
        if (record.thread != JP_DUMP_PROCESS && map->has_process.data[record.stack])
            continue;
        mark_sampled(dictionary, stack);
        row.thread = JP_DUMP_PROCESS;
        if (record.thread != JP_DUMP_PROCESS)
            jp_vec_push(&rows->list, row);
    }
}

/* Every sample counts for the process, and one with a thread for that too. */
static void collect_pprof(struct jp_rows *rows, struct jp_dictionary *dictionary,
                          const struct jp_pprof *pprof, const struct jp_join_map *map)
{
    rows->list.count = 0;
    for (size_t i = 0; i < pprof->samples.count; i++) {
        const struct jp_pprof_sample *const sample = &pprof->samples.data[i];
        const struct jp_values values = jp_join_pprof_values(sample);
        const double objects = values.of[JP_INUSE_OBJECTS];
        const double recorded =
            jp_noise_recorded(objects, values.of[JP_INUSE_BYTES], (double)pprof->dump.period_bytes);
        struct jp_row row = {
            .thread = sample->thread,
            .stack = dictionary->stacks.list.data[map->stacks.data[i]],
            .seq = i,
            .values = {.count = objects,
                       .bytes = values.of[JP_INUSE_BYTES],
                       .factor = 1,
                       .alloc_count = values.of[JP_ALLOC_OBJECTS],
                       .alloc_bytes = values.of[JP_ALLOC_BYTES],
                       .alloc_factor = 1},
            .done = recorded > 0 ? objects / recorded : 0,
        };
        mark_sampled(dictionary, map->stacks.data[i]);
        if (row.thread != JP_DUMP_PROCESS)
            jp_vec_push(&rows->list, row);
        row.thread = JP_DUMP_PROCESS;
        jp_vec_push(&rows->list, row);
    }
}

/* A counter that fits is a whole number on disk, which takes one to eight bytes. */
static void bind_number(sqlite3_stmt *statement, int index, double value)
{
    if (value >= -0x1p63 && value < 0x1p63 && value == (double)(int64_t)value)
        sqlite3_bind_int64(statement, index, (int64_t)value);
    else
        sqlite3_bind_double(statement, index, value);
}

static bool write_row(struct jp_rows *rows, int64_t dump, const struct jp_row *row,
                      struct jp_error *error)
{
    const bool is_process = row->thread == JP_DUMP_PROCESS;
    sqlite3_stmt *const statement = is_process ? rows->sample : rows->thread_sample;
    int index = 1;

    sqlite3_bind_int64(statement, index++, dump);
    if (!is_process)
        sqlite3_bind_int64(statement, index++, row->thread);
    sqlite3_bind_int64(statement, index++, row->stack);
    sqlite3_bind_int64(statement, index++, (int64_t)row->seq);
    bind_number(statement, index++, row->values.count);
    bind_number(statement, index++, row->values.bytes);
    sqlite3_bind_double(statement, index++, row->values.factor);
    bind_number(statement, index++, row->values.alloc_count);
    bind_number(statement, index++, row->values.alloc_bytes);
    sqlite3_bind_double(statement, index++, row->values.alloc_factor);
    if (is_process && row->done > 0)
        sqlite3_bind_double(statement, index, row->done);
    else if (is_process)
        sqlite3_bind_null(statement, index);
    rows->written++;
    return jp_sql_done(rows->sql, statement, error);
}

static bool write_all(struct jp_rows *rows, int64_t id, struct jp_error *error)
{
    int64_t stack_count = 0;

    if (rows->list.count)
        qsort(rows->list.data, rows->list.count, sizeof *rows->list.data, compare);
    for (size_t i = 0; i < rows->list.count; i++) {
        const struct jp_row *const row = &rows->list.data[i];
        stack_count += row->thread == JP_DUMP_PROCESS &&
                       (i == 0 || row[-1].stack != row->stack || row[-1].thread != row->thread);
        if (!write_row(rows, id, row, error))
            return false;
    }
    sqlite3_bind_int64(rows->stack_count, 1, stack_count);
    sqlite3_bind_int64(rows->stack_count, 2, id);
    return jp_sql_done(rows->sql, rows->stack_count, error);
}

bool jp_rows_write(struct jp_rows *rows, struct jp_dictionary *dictionary, int64_t id,
                   const struct jp_dump *dump, const struct jp_join_map *map,
                   struct jp_error *error)
{
    collect(rows, dictionary, dump, map);
    return write_all(rows, id, error);
}

bool jp_rows_write_pprof(struct jp_rows *rows, struct jp_dictionary *dictionary, int64_t id,
                         const struct jp_pprof *pprof, const struct jp_join_map *map,
                         struct jp_error *error)
{
    collect_pprof(rows, dictionary, pprof, map);
    return write_all(rows, id, error);
}
