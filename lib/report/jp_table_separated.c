/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables as CSV and TSV. */
#include "config.h"

#include "jp_table_private.h"
#include "jp_visible.h"

static void add_csv(struct jp_buf *out, struct jp_span text)
{
    bool needs_quotes = false;

    for (size_t i = 0; i < text.len; i++)
        needs_quotes |=
            text.ptr[i] == ',' || text.ptr[i] == '"' || text.ptr[i] == '\n' || text.ptr[i] == '\r';
    if (!needs_quotes) {
        jp_buf_add(out, text);
        return;
    }
    jp_buf_add_byte(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '"')
            jp_buf_add_byte(out, '"');
        jp_buf_add_byte(out, text.ptr[i]);
    }
    jp_buf_add_byte(out, '"');
}

static void add_tsv(struct jp_buf *out, struct jp_span text)
{
    for (size_t i = 0; i < text.len; i++) {
        const char byte = text.ptr[i];
        const char letter = byte == '\t' ? 't' : byte == '\n' ? 'n' : byte == '\r' ? 'r' : byte;
        if (letter != byte || byte == '\\')
            jp_buf_add_byte(out, '\\');
        jp_buf_add_byte(out, letter);
    }
}

static void add_separated(struct jp_buf *out, const struct jp_column *column, struct jp_cell cell,
                          char separator)
{
    struct jp_buf plain = JP_BUF_INIT;
    struct jp_buf text = JP_BUF_INIT;

    jp_table_cell_plain(&plain, column, cell);
    /* What the format has a way to write is left to it. */
    jp_visible_add(&text, jp_buf_span(&plain), "\t\n\r");
    jp_buf_release(&plain);
    if (separator == ',')
        add_csv(out, jp_buf_span(&text));
    else
        add_tsv(out, jp_buf_span(&text));
    jp_buf_release(&text);
}

void jp_table_print_separated(struct jp_buf *out, const struct jp_table *table, char separator)
{
    const size_t width = table->columns.count;
    const struct jp_fact *const repeated = table->has_row_fact ? table->facts.data : NULL;

    if (repeated && !table->is_continued)
        jp_buf_format(out, "%s%c", repeated->head.name, separator);
    for (size_t i = 0; i < width && !table->is_continued; i++)
        jp_buf_format(out, "%s%c", table->columns.data[i].name, i + 1 < width ? separator : '\n');
    for (size_t i = 0; i < table->cells.count; i++) {
        if (repeated && i % width == 0) {
            add_separated(out, &repeated->head, repeated->value, separator);
            jp_buf_add_byte(out, separator);
        }
        add_separated(out, &table->columns.data[i % width], table->cells.data[i], separator);
        jp_buf_add_byte(out, (i + 1) % width ? separator : '\n');
    }
}
