/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Questions in SQL. Besides what SQLite has, there are
 *
 *     human(bytes)               "1.50 MiB"
 *     text REGEXP pattern        Perl's regular expressions; regexp(pattern, text) is the same
 *     stack_path(stack)          the functions from the outermost on, with ";" between
 *     stack_has(stack, A, B...)  does the stack pass through A and, below it, through B ...?
 *     diff(a, b)                 a table: what changed from dump a to dump b, stack by stack
 *     growth(series)             a table: what grew over a series
 *     cum, top                   the views of these names, made faster
 */
#ifndef JP_STORE_QUERY_H
#define JP_STORE_QUERY_H

#include "jp_store.h"

enum jp_store_value_kind {
    JP_STORE_NULL,
    JP_STORE_INTEGER,
    JP_STORE_REAL,
    JP_STORE_TEXT,
    JP_STORE_BLOB,
};

struct jp_store_value {
    enum jp_store_value_kind kind;
    int64_t integer;
    double real;
    struct jp_span bytes; /* of TEXT and BLOB; valid during the call */
};

struct jp_store_query {
    struct jp_span text;                   /* one or several statements */
    const struct jp_store_tag *parameters; /* NAME is :NAME, @NAME or $NAME in the text */
    size_t parameter_count;
    bool may_write; /* all of it is one transaction then; else a change is an error */
    /* A statement that has results begins, has a row, ends. */
    void (*begin)(void *state, const char *const *names, size_t width);
    void (*row)(void *state, const struct jp_store_value *values, size_t width);
    void (*end)(void *state);
    void *state;
};

/* What --db-info asks; the second one is empty where SQLite does not know sizes of tables. */
struct jp_span jp_store_info_text(void);
struct jp_span jp_store_sizes_text(void);

/* False: the text is no SQL, a parameter has no value, or a statement failed. */
JP_MUST_CHECK bool jp_store_query(struct jp_store *store, const struct jp_store_query *query,
                                  struct jp_error *error);

/*
 * Has TEXT the form of SQL, whatever its names may stand for? "a FROM t WHERE b >c" has it, "a FROM
 * t >c" has not.
 */
bool jp_store_query_is_formed(struct jp_span text);

#endif
