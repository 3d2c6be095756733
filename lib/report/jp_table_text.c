/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables for people: columns on a terminal, and markdown. */
#include "config.h"

#include "jp_mem.h"
#include "jp_table_private.h"
#include "jp_visible.h"

#include <stdlib.h>
#include <string.h>

/* A cell on a terminal. */
static struct jp_span make_line(struct jp_buf *cell, const struct jp_column *column,
                                struct jp_cell value)
{
    jp_buf_clear(cell);
    jp_table_cell_plain(cell, column, value);
    jp_visible_make(cell, 0);
    return jp_buf_span(cell);
}

/* How a column stands on a terminal. */
struct layout {
    size_t width;
    bool is_left; /* texts stand to the left, numbers to the right */
};

/* Texts to the left, numbers to the right; the last column is not padded. */
static void add_aligned(struct jp_buf *out, const struct layout *layout, struct jp_span text,
                        bool is_last)
{
    const size_t used = jp_utf8_width(text);
    const size_t blanks = layout->width > used ? layout->width - used : 0;

    if (!layout->is_left)
        jp_buf_format(out, "%*s", (int)blanks, "");
    jp_buf_add(out, text);
    if (layout->is_left && !is_last)
        jp_buf_format(out, "%*s", (int)blanks, "");
    jp_buf_add_text(out, is_last ? "\n" : "  ");
}

/* A column whose cells say what they are is one of texts as soon as one of them is a text. */
static struct layout *find_layouts(const struct jp_table *table)
{
    const size_t width = table->columns.count;
    struct layout *const layouts = jp_mem_zeroed(width, sizeof *layouts);
    struct jp_buf cell = JP_BUF_INIT;

    for (size_t i = 0; i < width; i++) {
        layouts[i].width = strlen(table->columns.data[i].name);
        layouts[i].is_left = table->columns.data[i].type == JP_CELL_TEXT;
    }
    for (size_t i = 0; i < table->cells.count; i++) {
        const struct jp_column *const column = &table->columns.data[i % width];
        struct layout *const layout = &layouts[i % width];
        const size_t used = jp_utf8_width(make_line(&cell, column, table->cells.data[i]));
        layout->width = used > layout->width ? used : layout->width;
        layout->is_left |=
            column->type == JP_CELL_ANY && table->cells.data[i].kind == JP_CELL_IS_TEXT;
    }
    jp_buf_release(&cell);
    return layouts;
}

void jp_table_print_text(struct jp_buf *out, const struct jp_table *table)
{
    const size_t width = table->columns.count;
    struct layout *const layouts = find_layouts(table);
    struct jp_buf cell = JP_BUF_INIT;

    for (size_t i = 0; i < width; i++)
        add_aligned(out, &layouts[i], jp_span_of(table->columns.data[i].name), i + 1 == width);
    for (size_t i = 0; i < table->cells.count; i++) {
        const struct jp_column *const column = &table->columns.data[i % width];
        add_aligned(out, &layouts[i % width], make_line(&cell, column, table->cells.data[i]),
                    (i + 1) % width == 0);
    }
    jp_buf_release(&cell);
    free(layouts);
}

/* A cell of markdown: nothing that ends it, begins a tag or a style. */
static void add_markdown(struct jp_buf *out, struct jp_span text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (strchr("\\|`*_<[", text.ptr[i]) && text.ptr[i])
            jp_buf_add_byte(out, '\\');
        jp_buf_add_byte(out, text.ptr[i]);
    }
}

void jp_table_print_markdown(struct jp_buf *out, const struct jp_table *table)
{
    const size_t width = table->columns.count;
    struct layout *const layouts = find_layouts(table);
    struct jp_buf cell = JP_BUF_INIT;

    for (size_t i = 0; i < width; i++) {
        jp_buf_add_text(out, "| ");
        add_markdown(out, jp_span_of(table->columns.data[i].name));
        jp_buf_add_text(out, i + 1 < width ? " " : " |\n");
    }
    for (size_t i = 0; i < width; i++)
        jp_buf_format(out, "%s%s",
                      layouts[i].is_left ? "| ---" : "| ---:", i + 1 < width ? " " : " |\n");
    for (size_t i = 0; i < table->cells.count; i++) {
        jp_buf_add_text(out, "| ");
        add_markdown(out, make_line(&cell, &table->columns.data[i % width], table->cells.data[i]));
        jp_buf_add_text(out, (i + 1) % width ? " " : " |\n");
    }
    jp_buf_release(&cell);
    free(layouts);
}
