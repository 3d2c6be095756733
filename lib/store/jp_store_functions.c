/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_store_functions.h"

#include "jp_mem.h"
#include "jp_number.h"
#include "jp_regex.h"

#include <stdlib.h>

static struct jp_span text_of(sqlite3_value *value)
{
    const char *const text = (const char *)sqlite3_value_text(value);

    return text ? (struct jp_span){text, (size_t)sqlite3_value_bytes(value)} : JP_SPAN("");
}

static bool is_null(sqlite3_value *value)
{
    return sqlite3_value_type(value) == SQLITE_NULL;
}

static void give_text(sqlite3_context *context, struct jp_buf *text)
{
    const struct jp_span span = jp_buf_span(text);

    sqlite3_result_text64(context, span.ptr, span.len, SQLITE_TRANSIENT, SQLITE_UTF8);
    jp_buf_release(text);
}

static void human(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct jp_buf text = JP_BUF_INIT;

    (void)count;
    if (is_null(values[0]))
        return;
    jp_number_bytes(&text, sqlite3_value_double(values[0]));
    give_text(context, &text);
}

static void free_regex(void *regex)
{
    jp_regex_release(regex);
    free(regex);
}

/* The compiled pattern is kept with the argument as long as that is the same for all rows. */
static struct jp_regex *regex_of(sqlite3_context *context, sqlite3_value *pattern)
{
    struct jp_regex *regex = sqlite3_get_auxdata(context, 0);
    struct jp_error error = JP_ERROR_INIT;

    if (regex)
        return regex;
    regex = jp_mem_zeroed(1, sizeof *regex);
    if (!jp_regex_init(regex, text_of(pattern).ptr, &error)) {
        sqlite3_result_error(context, error.message, -1);
        free(regex);
        return NULL;
    }
    sqlite3_set_auxdata(context, 0, regex, free_regex);
    return sqlite3_get_auxdata(context, 0);
}

/* "text REGEXP pattern" is regexp(pattern, text). An empty pattern matches everything. */
static void regexp(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    if (is_null(values[0]) || is_null(values[1]))
        return;
    struct jp_regex *const regex = regex_of(context, values[0]);
    if (!regex)
        return;
    sqlite3_result_int(context,
                       !jp_regex_is_given(regex) || jp_regex_matches(regex, text_of(values[1])));
}

/* A statement over the frames of a stack, outermost first, for the connection of CONTEXT. */
static sqlite3_stmt *frames_of(sqlite3_context *context, sqlite3_value *stack)
{
    static const char query[] =
        "WITH RECURSIVE up (location_id, parent_id, height) AS ("
        "SELECT location_id, parent_id, 0 FROM main.stack WHERE id = ? UNION ALL "
        "SELECT p.location_id, p.parent_id, height + 1 FROM up JOIN main.stack p "
        "ON p.id = up.parent_id WHERE p.parent_id IS NOT NULL) "
        "SELECT f.name, f.full FROM up JOIN main.frame r ON r.location_id = up.location_id "
        "JOIN main.function f ON f.id = r.function_id ORDER BY up.height DESC, r.depth DESC";
    sqlite3_stmt *rows;

    if (sqlite3_prepare_v2(sqlite3_context_db_handle(context), query, -1, &rows, NULL) !=
        SQLITE_OK) {
        sqlite3_result_error(context, sqlite3_errmsg(sqlite3_context_db_handle(context)), -1);
        return NULL;
    }
    sqlite3_bind_value(rows, 1, stack);
    return rows;
}

static void stack_path(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct jp_span separator = count > 1 ? text_of(values[1]) : JP_SPAN(";");
    struct jp_buf text = JP_BUF_INIT;
    bool is_first = true;

    if (is_null(values[0]))
        return;
    sqlite3_stmt *const rows = frames_of(context, values[0]);
    if (!rows)
        return;
    for (; sqlite3_step(rows) == SQLITE_ROW; is_first = false) {
        if (!is_first)
            jp_buf_add(&text, separator);
        jp_buf_add(&text, jp_sql_text(rows, 0));
    }
    sqlite3_finalize(rows);
    if (!is_first)
        give_text(context, &text);
}

/* Are all the names there, each below the one before? */
static void stack_has(sqlite3_context *context, int count, sqlite3_value **values)
{
    int found = 1;

    if (count < 2) {
        sqlite3_result_error(context, "stack_has() takes a stack and names of functions", -1);
        return;
    }
    if (is_null(values[0]))
        return;
    sqlite3_stmt *const rows = frames_of(context, values[0]);
    if (!rows)
        return;
    while (found < count && sqlite3_step(rows) == SQLITE_ROW) {
        const struct jp_span wanted = text_of(values[found]);
        found += jp_span_equal(wanted, jp_sql_text(rows, 0)) ||
                 jp_span_equal(wanted, jp_sql_text(rows, 1));
    }
    sqlite3_finalize(rows);
    sqlite3_result_int(context, found == count);
}

bool jp_store_functions_add(struct jp_store *store, struct jp_error *error)
{
    static const struct {
        const char *name;
        int count;
        void (*function)(sqlite3_context *, int, sqlite3_value **);
    } all[] = {
        {"human", 1, human},           {"regexp", 2, regexp},        {"stack_path", 1, stack_path},
        {"stack_path", 2, stack_path}, {"stack_has", -1, stack_has},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const int code = sqlite3_create_function_v2(store->sql.db, all[i].name, all[i].count,
                                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                                                    all[i].function, NULL, NULL, NULL);
        if (code != SQLITE_OK)
            return jp_sql_fail(&store->sql, code, error);
    }
    return jp_store_tables_add(store, error);
}
