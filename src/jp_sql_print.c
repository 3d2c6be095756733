/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_sql_print.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void begin(void *state, const char *const *names, size_t width)
{
    struct jp_sql_print *const print = state;

    jp_table_init(&print->table, "sql", 1);
    for (size_t i = 0; i < width; i++)
        jp_table_column(&print->table, jp_arena_text(&print->table.arena, jp_span_of(names[i])), "",
                        JP_CELL_ANY);
}

/* All digits, so that the text is the number again; always with a point or an exponent. */
static void add_real(struct jp_buf *text, double value)
{
    const size_t start = text->len;

    jp_buf_format(text, "%.15g", value);
    if (strtod(text->ptr + start, NULL) != value) {
        text->len = start;
        jp_buf_format(text, "%.17g", value);
    }
    if (!strpbrk(text->ptr + start, ".e"))
        jp_buf_add_text(text, ".0");
}

/* Whoever reads a table wants whole bytes, and no digits that mean nothing. */
static void add_short_real(struct jp_buf *text, double value)
{
    const bool is_whole = fabs(value) >= 999999.5 && fabs(value) < 1e17;

    jp_buf_format(text, is_whole ? "%.0f" : "%.6g", value + 0.0);
}

static bool is_for_people(enum jp_table_format format)
{
    return format == JP_TABLE_TEXT || format == JP_TABLE_MARKDOWN;
}

static void row(void *state, const struct jp_store_value *values, size_t width)
{
    struct jp_sql_print *const print = state;
    struct jp_buf text = JP_BUF_INIT;

    for (size_t i = 0; i < width; i++) {
        const struct jp_store_value *const value = &values[i];
        jp_buf_clear(&text);
        switch (value->kind) {
        case JP_STORE_NULL:
            jp_table_add_nothing(&print->table);
            continue;
        case JP_STORE_INTEGER:
            jp_buf_format(&text, "%" PRId64, value->integer);
            jp_table_add_digits(&print->table, jp_buf_span(&text));
            continue;
        case JP_STORE_REAL:
            if (!isfinite(value->real)) {
                jp_table_add_nothing(&print->table);
                continue;
            }
            (is_for_people(print->format) ? add_short_real : add_real)(&text, value->real);
            jp_table_add_digits(&print->table, jp_buf_span(&text));
            continue;
        case JP_STORE_TEXT:
            jp_table_add_text(&print->table, value->bytes);
            continue;
        case JP_STORE_BLOB:
            jp_buf_add_hex(&text, value->bytes);
            jp_table_add_text(&print->table, jp_buf_span(&text));
            continue;
        }
    }
    jp_buf_release(&text);
}

static void end(void *state)
{
    struct jp_sql_print *const print = state;

    if (print->out->len && print->format == JP_TABLE_TEXT)
        jp_buf_add_byte(print->out, '\n');
    jp_table_print(print->out, &print->table, print->format);
    jp_table_release(&print->table);
}

struct jp_store_query jp_sql_print_query(struct jp_sql_print *print)
{
    return (struct jp_store_query){.begin = begin, .row = row, .end = end, .state = print};
}

void jp_sql_print_release(struct jp_sql_print *print)
{
    jp_table_release(&print->table);
}
