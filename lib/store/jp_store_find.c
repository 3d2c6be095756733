/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of stored dumps, as they stand on the command line. */
#include "config.h"

#include "jp_store_private.h"

#include "jp_number.h"
#include "jp_time.h"

#include <inttypes.h>

bool jp_store_is_name(const char *text)
{
    return text[0] == '@';
}

void jp_store_dumps_release(struct jp_store_dumps *dumps)
{
    jp_vec_release(&dumps->list);
}

/*
 * The order is that of time, but for dumps of a process whose numbers contradict their times
 * (copies have the time of the copying): a dump stands never before an earlier one of its process.
 */
#define COLUMNS                                                                          \
    "SELECT id, time_ns, series_id, period FROM (SELECT *, CASE WHEN seq IS NULL "       \
    "THEN time_ns ELSE max(time_ns) OVER (PARTITION BY series_id, seq IS NULL ORDER BY " \
    "seq, id) END AS place FROM dump) "
#define ORDER    " ORDER BY place, series_id, seq, id"
#define BACKWARD " ORDER BY place DESC, series_id DESC, seq DESC, id DESC"

/* A condition with up to two parameters. */
struct condition {
    const char *query;
    bool is_text;
    struct jp_span texts[2];
    int64_t numbers[2];
};

static bool collect(const struct jp_store *store, const struct condition *condition,
                    struct jp_store_dumps *dumps, struct jp_error *error)
{
    sqlite3_stmt *rows;
    bool has_row = true;

    if (!jp_sql_prepare(&store->sql, &rows, condition->query, error))
        return false;
    for (int i = 0; i < 2 && i < sqlite3_bind_parameter_count(rows); i++) {
        if (condition->is_text)
            jp_sql_bind_text(rows, i + 1, condition->texts[i]);
        else
            sqlite3_bind_int64(rows, i + 1, condition->numbers[i]);
    }
    bool fine = true;
    while (fine && (fine = jp_sql_step(&store->sql, rows, &has_row, error)) && has_row)
        jp_vec_push(&dumps->list, (struct jp_store_dump){
                                      .id = sqlite3_column_int64(rows, 0),
                                      .time_ns = sqlite3_column_int64(rows, 1),
                                      .series = jp_sql_id(rows, 2),
                                      .period_bytes = jp_sql_bits(rows, 3),
                                  });
    sqlite3_finalize(rows);
    return fine;
}

static bool parse_whole(struct jp_span name, struct condition *condition)
{
    static const struct {
        const char *name;
        const char *query;
    } wholes[] = {
        {"first", COLUMNS ORDER " LIMIT 1"},
        {"last", COLUMNS BACKWARD " LIMIT 1"},
        {"all", COLUMNS ORDER},
    };

    for (size_t i = 0; i < JP_COUNT_OF(wholes); i++) {
        if (!jp_span_equal(name, jp_span_of(wholes[i].name)))
            continue;
        condition->query = wholes[i].query;
        return true;
    }
    return false;
}

#define OF_SERIES COLUMNS "WHERE series_id = (SELECT id FROM series WHERE name = ?)"

/* "NAME", "NAME/first" or "NAME/last"; a series may have a slash in its name. */
static void parse_series(struct jp_span rest, struct condition *condition)
{
    condition->is_text = true;
    condition->query = OF_SERIES ORDER;
    if (jp_span_ends_with(rest, JP_SPAN("/first"))) {
        condition->query = OF_SERIES ORDER " LIMIT 1";
        rest.len -= sizeof "/first" - 1;
    } else if (jp_span_ends_with(rest, JP_SPAN("/last"))) {
        condition->query = OF_SERIES BACKWARD " LIMIT 1";
        rest.len -= sizeof "/last" - 1;
    }
    condition->texts[0] = rest;
}

static bool parse_tag(struct jp_span rest, struct condition *condition)
{
    const size_t equals = jp_span_find(rest, JP_SPAN("="), 0);

    if (equals == SIZE_MAX)
        return false;
    condition->is_text = true;
    condition->query =
        COLUMNS "WHERE id IN (SELECT dump_id FROM tag WHERE key = ? AND value = ?)" ORDER;
    condition->texts[0] = jp_span_slice(rest, 0, equals);
    condition->texts[1] = jp_span_slice(rest, equals + 1, rest.len);
    return true;
}

/* "12" or "3..7". */
static bool parse_ids(struct jp_span rest, struct condition *condition)
{
    uint64_t first;
    uint64_t last;

    if (!jp_span_take_decimal(&rest, &first) || first > INT64_MAX)
        return false;
    last = first;
    if (jp_span_starts_with(rest, JP_SPAN(".."))) {
        rest = jp_span_slice(rest, 2, rest.len);
        if (!jp_span_take_decimal(&rest, &last) || last > INT64_MAX)
            return false;
    }
    condition->query = COLUMNS "WHERE id BETWEEN ? AND ?" ORDER;
    condition->numbers[0] = (int64_t)first;
    condition->numbers[1] = (int64_t)last;
    return rest.len == 0;
}

/* "TIME", "TIME..", "..TIME" or "TIME..TIME". */
static bool parse_times(struct jp_span rest, struct condition *condition)
{
    int64_t *const numbers = condition->numbers;
    int64_t other;

    numbers[0] = INT64_MIN;
    numbers[1] = INT64_MAX;
    condition->query = COLUMNS "WHERE time_ns >= ? AND time_ns < ?" ORDER;
    const bool has_first = jp_time_take(&rest, &numbers[0], &other);
    if (rest.len == 0) {
        numbers[1] = other;
        return has_first;
    }
    if (!jp_span_starts_with(rest, JP_SPAN("..")))
        return false;
    rest = jp_span_slice(rest, 2, rest.len);
    if (rest.len == 0)
        return has_first;
    return jp_time_take(&rest, &other, &numbers[1]) && rest.len == 0;
}

static bool parse(struct jp_span name, struct condition *condition)
{
    if (parse_whole(name, condition))
        return true;
    if (jp_span_starts_with(name, JP_SPAN("series:"))) {
        parse_series(jp_span_slice(name, sizeof "series:" - 1, name.len), condition);
        return true;
    }
    if (jp_span_starts_with(name, JP_SPAN("tag:")))
        return parse_tag(jp_span_slice(name, sizeof "tag:" - 1, name.len), condition);
    return parse_ids(name, condition) || parse_times(name, condition);
}

static bool fail_name(const char *name, struct jp_error *error)
{
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "%s names no stored dump", name);
    return jp_error_hint(error, "names are @12, @3..7, @first, @last, @all, @2026-11-01, "
                                "@2026-11-01T12..2026-11-02, @series:NAME, @series:NAME/last and "
                                "@tag:KEY=VALUE");
}

static bool fail_none(const struct jp_store *store, const char *name, struct jp_error *error)
{
    int64_t count = 0;

    if (!jp_sql_integer(&store->sql, "SELECT count(*) FROM dump", &count, error))
        return false;
    jp_error_set(error, JP_EXIT_INPUT, store->sql.path, 0,
                 "there is no dump %s among the %" PRId64 " %s in the store", name, count,
                 jp_number_words((uint64_t)count, "dump", "dumps"));
    return jp_error_hint(error, "--db-info lists what there is");
}

bool jp_store_count_programs(const struct jp_store *store, int64_t *count, struct jp_error *error)
{
    return jp_sql_integer(&store->sql,
                          "SELECT min(count(DISTINCT exe), count(DISTINCT series_id)) FROM dump",
                          count, error);
}

bool jp_store_find(struct jp_store *store, const char *name, struct jp_store_dumps *dumps,
                   struct jp_error *error)
{
    const struct jp_span rest = jp_span_of(name + jp_store_is_name(name));
    const size_t count = dumps->list.count;
    struct condition condition = {.query = NULL};

    if (!parse(rest, &condition))
        return fail_name(name, error);
    if (!collect(store, &condition, dumps, error))
        return false;
    return dumps->list.count > count || fail_none(store, name, error);
}
