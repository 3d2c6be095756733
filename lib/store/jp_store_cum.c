/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_store_cum.h"

#include "jp_mem.h"

/* What ties a bound pointer to the function that takes it. */
static const char pointer_type[] = "jp_cum";

struct function_sums {
    double of[JP_CUM_FLAT + 1]; /* by enum jp_store_cum */
    bool is_there;
};

struct cum {
    struct function_sums *of; /* by id of the function */
    size_t function_count;
};

static void free_cum(void *owner)
{
    struct cum *const cum = owner;

    free(cum->of);
    free(cum);
}

/* The functions that a row of samples passes through, each once. */
static bool add_row(const struct jp_sql *sql, struct cum *cum, sqlite3_stmt *row,
                    sqlite3_stmt *functions, struct jp_error *error)
{
    const uint64_t holder = jp_sql_bits(row, 1);
    double values[JP_CUM_FLAT];
    bool has_row = true;
    bool fine = true;

    for (int i = 0; i < JP_CUM_FLAT; i++)
        values[i] = sqlite3_column_double(row, 2 + i);
    sqlite3_bind_int64(functions, 1, sqlite3_column_int64(row, 0));
    while (fine && (fine = jp_sql_step(sql, functions, &has_row, error)) && has_row) {
        const uint64_t function = jp_sql_bits(functions, 0);
        if (function >= cum->function_count)
            continue; /* no such function: a join would find none either */
        struct function_sums *const sums = &cum->of[function];
        for (size_t i = 0; i < JP_CUM_FLAT; i++)
            sums->of[i] += values[i];
        if (function == holder)
            sums->of[JP_CUM_FLAT] += values[JP_CUM_BYTES];
        sums->is_there = true;
    }
    return fine;
}

static bool add_dump(const struct jp_sql *sql, struct cum *cum, sqlite3_stmt *samples,
                     sqlite3_stmt *functions, struct jp_error *error)
{
    bool has_row = true;
    bool fine = true;

    while (fine && (fine = jp_sql_step(sql, samples, &has_row, error)) && has_row)
        fine = add_row(sql, cum, samples, functions, error);
    return fine;
}

static bool sum_up(const struct jp_sql *sql, int64_t dump, struct cum *cum, struct jp_error *error)
{
    sqlite3_stmt *samples = NULL;
    sqlite3_stmt *functions = NULL;
    int64_t last = 0;

    bool fine =
        jp_sql_integer(sql, "SELECT max(id) FROM main.function", &last, error) &&
        jp_sql_prepare(sql, &samples,
                       "SELECT m.stack_id, t.function_id, m.s * m.k, m.n * m.k, m.az * m.ak, "
                       "m.an * m.ak FROM main.sample m JOIN main.stack t ON t.id = m.stack_id "
                       "WHERE m.dump_id = ?",
                       error) &&
        jp_sql_prepare(sql, &functions,
                       "SELECT function_id FROM main.stack_function WHERE stack_id = ?", error);
    if (fine && (last < 0 || last >= UINT32_MAX))
        fine =
            jp_error_set(error, JP_EXIT_INPUT, sql->path, 0, "an id in the store is out of range");
    if (fine) {
        cum->function_count = (size_t)last + 1;
        cum->of = jp_mem_zeroed(cum->function_count, sizeof *cum->of);
        sqlite3_bind_int64(samples, 1, dump);
        fine = add_dump(sql, cum, samples, functions, error);
    }
    sqlite3_finalize(samples);
    sqlite3_finalize(functions);
    return fine;
}

bool jp_store_cum_bind(const struct jp_sql *sql, int64_t dump, sqlite3_stmt *statement, int index,
                       struct jp_error *error)
{
    struct cum *const cum = jp_mem_zeroed(1, sizeof *cum);

    if (!sum_up(sql, dump, cum, error)) {
        free_cum(cum);
        return false;
    }
    sqlite3_bind_pointer(statement, index, cum, pointer_type, free_cum);
    return true;
}

static void cum_of(sqlite3_context *context, JP_UNUSED int count, sqlite3_value **values)
{
    const struct cum *const cum = sqlite3_value_pointer(values[0], pointer_type);
    const uint64_t function = (uint64_t)sqlite3_value_int64(values[1]);
    const int what = sqlite3_value_int(values[2]);

    if (cum && function < cum->function_count && cum->of[function].is_there &&
        what >= JP_CUM_BYTES && what <= JP_CUM_FLAT)
        sqlite3_result_double(context, cum->of[function].of[what]);
}

bool jp_store_cum_add(const struct jp_sql *sql, struct jp_error *error)
{
    const int code = sqlite3_create_function_v2(sql->db, "jp_cum", 3, SQLITE_UTF8, NULL, cum_of,
                                                NULL, NULL, NULL);

    return code == SQLITE_OK || jp_sql_fail(sql, code, error);
}
