/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_store_records.h"

#include <stdlib.h>

static int compare_records(const void *a, const void *b)
{
    const struct jp_store_record *const x = a;
    const struct jp_store_record *const y = b;

    if (x->seq != y->seq)
        return x->seq < y->seq ? -1 : 1;
    return (x->thread > y->thread) - (x->thread < y->thread);
}

static bool read_table(const struct jp_sql *sql, int64_t id, const char *query,
                       struct jp_store_records *records, struct jp_error *error)
{
    sqlite3_stmt *rows;
    bool has_row = true;

    if (!jp_sql_prepare(sql, &rows, query, error))
        return false;
    sqlite3_bind_int64(rows, 1, id);
    bool fine = true;
    while (fine && (fine = jp_sql_step(sql, rows, &has_row, error)) && has_row)
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

bool jp_store_records_read(const struct jp_sql *sql, int64_t id, bool with_threads,
                           struct jp_store_records *records, struct jp_error *error)
{
    /* 4294967295: JP_DUMP_PROCESS. */
    if (!read_table(sql, id,
                    "SELECT seq, stack_id, 4294967295, n, s, k, an, az, ak FROM sample "
                    "WHERE dump_id = ?",
                    records, error))
        return false;
    if (with_threads && !read_table(sql, id,
                                    "SELECT seq, stack_id, thread_seq, n, s, k, an, az, ak "
                                    "FROM thread_sample WHERE dump_id = ?",
                                    records, error))
        return false;
    if (records->count)
        qsort(records->data, records->count, sizeof *records->data, compare_records);
    return true;
}
