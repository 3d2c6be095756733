/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_store_growth.h"

#include "jp_mem.h"
#include "jp_unbias.h"
#include "jp_whole.h"

/* What ties a bound pointer to the function that takes it. */
static const char pointer_type[] = "jp_growth";

struct stack_sums {
    double hourly;   /* bytes times hours, those less their mean */
    double per_dump; /* bytes times turns, those less their mean */
    double bytes;    /* last minus first */
    uint32_t seen;
    uint32_t last_turn; /* counted from 1: a dump may have several rows of a stack */
};

struct growth {
    struct stack_sums *of; /* by id of the stack */
    size_t stack_count;
    int64_t dumps;
    bool has_hours;
    double square_hours; /* the sum of the squares of hours less their mean */
    double square_turns;
};

/* A dump in its series. */
struct place {
    uint32_t turn; /* from 1 */
    double hours;  /* both less their means */
    double turns;
};

static void free_growth(void *owner)
{
    struct growth *const growth = owner;

    free(growth->of);
    free(growth);
}

static void add_row(struct growth *growth, const struct place *place, uint64_t stack, double bytes)
{
    if (stack >= growth->stack_count)
        return; /* no such stack: a join would find none either */
    struct stack_sums *const sums = &growth->of[stack];
    sums->hourly += place->hours * bytes;
    sums->per_dump += place->turns * bytes;
    sums->bytes += ((int)(place->turn == growth->dumps) - (int)(place->turn == 1)) * bytes;
    sums->seen += sums->last_turn != place->turn;
    sums->last_turn = place->turn;
}

static bool add_dump(const struct jp_sql *sql, struct growth *growth, sqlite3_stmt *samples,
                     const struct place *place, struct jp_error *error)
{
    bool has_row = true;
    bool fine = true;

    growth->square_hours += place->hours * place->hours;
    growth->square_turns += place->turns * place->turns;
    while (fine && (fine = jp_sql_step(sql, samples, &has_row, error)) && has_row)
        add_row(growth, place, jp_sql_bits(samples, 0), sqlite3_column_double(samples, 1));
    return fine;
}

static bool add_series(const struct jp_sql *sql, struct growth *growth, sqlite3_stmt *dumps,
                       sqlite3_stmt *samples, struct jp_error *error)
{
    bool has_row = true;
    bool fine = true;

    while (fine && (fine = jp_sql_step(sql, dumps, &has_row, error)) && has_row) {
        const struct place place = {
            .turn = jp_sql_id(dumps, 2) + 1,
            .hours = sqlite3_column_double(dumps, 3),
            .turns = sqlite3_column_double(dumps, 4),
        };
        growth->dumps = sqlite3_column_int64(dumps, 1);
        growth->has_hours = sqlite3_column_type(dumps, 3) != SQLITE_NULL;
        sqlite3_bind_int64(samples, 1, sqlite3_column_int64(dumps, 0));
        fine = add_dump(sql, growth, samples, &place, error);
    }
    return fine;
}

/*
 * What a dump lacks was not freed, so that the series goes without it. A store that is only read
 * may have views of an older program, which do not tell.
 */
#define PLACES(has_exact_header)                                                      \
    "SELECT dump, dumps, turn, hours - avg(hours) OVER (), turn - (dumps - 1) / 2.0 " \
    "FROM (SELECT t.dump, t.hours, count(*) OVER () AS dumps, "                       \
    "row_number() OVER (ORDER BY t.turn) - 1 AS turn "                                \
    "FROM main.timeline t JOIN main.dump d ON d.id = t.dump "                         \
    "WHERE t.series_id = (SELECT id FROM main.series WHERE name = ?) AND "            \
    "jp_whole(d.n, d.s, d.correction, d.period, d.bytes, d.record_count, "            \
    "d.is_cut, " has_exact_header ")) ORDER BY turn"

static bool sum_up(const struct jp_store *store, const char *name, struct growth *growth,
                   struct jp_error *error)
{
    const struct jp_sql *const sql = &store->sql;
    sqlite3_stmt *dumps = NULL;
    sqlite3_stmt *samples = NULL;
    int64_t last = 0;

    bool fine =
        jp_sql_integer(sql, "SELECT max(id) FROM main.stack", &last, error) &&
        jp_sql_prepare(sql, &dumps,
                       store->version == 1 ? PLACES("0")
                                           : PLACES("d.n IS NOT NULL AND d.format IS 'jemalloc'"),
                       error) &&
        jp_sql_prepare(sql, &samples, "SELECT stack_id, s * k FROM main.sample WHERE dump_id = ?",
                       error);
    if (fine && (last < 0 || last >= UINT32_MAX))
        fine =
            jp_error_set(error, JP_EXIT_INPUT, sql->path, 0, "an id in the store is out of range");
    if (fine) {
        growth->stack_count = (size_t)last + 1;
        growth->of = jp_mem_zeroed(growth->stack_count, sizeof *growth->of);
        jp_sql_bind_text(dumps, 1, jp_span_of(name));
        fine = add_series(sql, growth, dumps, samples, error);
    }
    sqlite3_finalize(dumps);
    sqlite3_finalize(samples);
    return fine;
}

bool jp_store_growth_bind(const struct jp_store *store, const char *name, sqlite3_stmt *statement,
                          int index, struct jp_error *error)
{
    struct growth *const growth = jp_mem_zeroed(1, sizeof *growth);

    if (!sum_up(store, name, growth, error)) {
        free_growth(growth);
        return false;
    }
    sqlite3_bind_pointer(statement, index, growth, pointer_type, free_growth);
    return true;
}

static void give_slope(sqlite3_context *context, double sum, double square)
{
    if (square > 0)
        sqlite3_result_double(context, sum / square);
}

static void growth_of(sqlite3_context *context, JP_UNUSED int count, sqlite3_value **values)
{
    const struct growth *const growth = sqlite3_value_pointer(values[0], pointer_type);
    const uint64_t stack = (uint64_t)sqlite3_value_int64(values[1]);

    if (!growth || stack >= growth->stack_count || !growth->of[stack].seen)
        return;
    const struct stack_sums *const sums = &growth->of[stack];
    switch ((enum jp_store_growth)sqlite3_value_int(values[2])) {
    case JP_GROWTH_DUMPS:
        sqlite3_result_int64(context, growth->dumps);
        break;
    case JP_GROWTH_SEEN:
        sqlite3_result_int64(context, sums->seen);
        break;
    case JP_GROWTH_PER_HOUR:
        if (growth->has_hours)
            give_slope(context, sums->hourly, growth->square_hours);
        break;
    case JP_GROWTH_PER_DUMP:
        give_slope(context, sums->per_dump, growth->square_turns);
        break;
    case JP_GROWTH_BYTES:
        sqlite3_result_double(context, sums->bytes);
        break;
    }
}

/* Arguments as in PLACES: those that a store keeps of a dump, and the rule that reports go by. */
static void is_whole(sqlite3_context *context, JP_UNUSED int count, sqlite3_value **values)
{
    const double period = sqlite3_value_double(values[3]);
    const double printed = sqlite3_value_double(values[1]);
    const double factor =
        jp_unbias_factor(sqlite3_value_double(values[0]), printed,
                         (enum jp_correction)sqlite3_value_int(values[2]), period);
    const struct jp_source source = {
        .period_bytes = period < 0x1p64 ? (uint64_t)period : UINT64_MAX,
        .header.of[JP_INUSE_BYTES] = printed * factor,
        .sum.of[JP_INUSE_BYTES] = sqlite3_value_double(values[4]),
        .record_count = (uint64_t)sqlite3_value_int64(values[5]),
        .is_cut = sqlite3_value_int(values[6]),
        .has_exact_header = sqlite3_value_int(values[7]),
    };

    sqlite3_result_int(context, jp_whole_is(&source));
}

bool jp_store_growth_add(const struct jp_sql *sql, struct jp_error *error)
{
    int code = sqlite3_create_function_v2(sql->db, "jp_growth", 3, SQLITE_UTF8, NULL, growth_of,
                                          NULL, NULL, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_create_function_v2(sql->db, "jp_whole", 8, SQLITE_UTF8, NULL, is_whole, NULL,
                                          NULL, NULL);
    return code == SQLITE_OK || jp_sql_fail(sql, code, error);
}
