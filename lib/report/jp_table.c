/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_table.h"

#include "jp_json.h"
#include "jp_number.h"

#include <math.h>
#include <string.h>

void jp_table_init(struct jp_table *table, const char *schema, int version)
{
    *table = (struct jp_table){.schema = schema, .version = version};
}

void jp_table_release(struct jp_table *table)
{
    jp_arena_release(&table->arena);
    jp_vec_release(&table->facts);
    jp_vec_release(&table->columns);
    jp_vec_release(&table->cells);
}

void jp_table_fact_text(struct jp_table *table, const char *name, struct jp_span text)
{
    const struct jp_cell value = {.text = jp_arena_span(&table->arena, text)};

    jp_vec_push(&table->facts, (struct jp_fact){{name, "", JP_CELL_TEXT}, value});
}

void jp_table_row_fact(struct jp_table *table, const char *name, struct jp_span text)
{
    jp_table_fact_text(table, name, text);
    table->has_row_fact = true;
}

void jp_table_fact_number(struct jp_table *table, const char *name, const char *unit,
                          enum jp_cell_type type, double number)
{
    jp_vec_push(&table->facts,
                (struct jp_fact){{name, unit, type}, (struct jp_cell){.number = number}});
}

void jp_table_column(struct jp_table *table, const char *name, const char *unit,
                     enum jp_cell_type type)
{
    jp_vec_push(&table->columns, (struct jp_column){name, unit, type});
}

void jp_table_add_text(struct jp_table *table, struct jp_span text)
{
    jp_vec_push(&table->cells, (struct jp_cell){.text = jp_arena_span(&table->arena, text)});
}

void jp_table_add_digits(struct jp_table *table, struct jp_span digits)
{
    jp_vec_push(&table->cells, (struct jp_cell){.text = jp_arena_span(&table->arena, digits),
                                                .kind = JP_CELL_IS_DIGITS});
}

void jp_table_add_nothing(struct jp_table *table)
{
    jp_vec_push(&table->cells, (struct jp_cell){.kind = JP_CELL_IS_NOTHING});
}

void jp_table_add_number(struct jp_table *table, double number)
{
    jp_vec_push(&table->cells, (struct jp_cell){.number = number});
}

static double rounded_share(double share)
{
    return round(share * 1e6) / 1e6 + 0.0;
}

/* Six digits; the point does not follow the locale, which is never set. */
static void add_real(struct jp_buf *out, double value)
{
    if (isfinite(value))
        jp_buf_format(out, "%.6g", value + 0.0);
    else
        jp_buf_add_text(out, "null");
}

/* What a cell looks like where no type can be written. */
static void add_plain(struct jp_buf *out, const struct jp_column *column, struct jp_cell cell)
{
    if (column->type == JP_CELL_TEXT || column->type == JP_CELL_ANY)
        jp_buf_add(out, cell.text);
    else if (!isfinite(cell.number))
        return;
    else if (column->type == JP_CELL_WHOLE)
        jp_number_integer(out, cell.number);
    else if (column->type == JP_CELL_REAL)
        add_real(out, cell.number);
    else
        jp_json_number(out, rounded_share(cell.number));
}

static void add_json(struct jp_buf *out, const struct jp_column *column, struct jp_cell cell)
{
    const bool is_any = column->type == JP_CELL_ANY;

    if (is_any && cell.kind == JP_CELL_IS_DIGITS)
        jp_buf_add(out, cell.text);
    else if (is_any && cell.kind == JP_CELL_IS_NOTHING)
        jp_buf_add_text(out, "null");
    else if (is_any || column->type == JP_CELL_TEXT)
        jp_json_text(out, cell.text);
    else if (column->type == JP_CELL_REAL)
        add_real(out, cell.number);
    else
        jp_json_number(out, column->type == JP_CELL_WHOLE ? trunc(cell.number)
                                                          : rounded_share(cell.number));
}

static void add_json_name(struct jp_buf *out, const struct jp_column *column)
{
    jp_json_text(out, jp_span_of(column->name));
}

/* The cells of one row: {"name":value,...} */
static void add_json_row(struct jp_buf *out, const struct jp_table *table, size_t first)
{
    for (size_t i = 0; i < table->columns.count; i++) {
        jp_buf_add_byte(out, i ? ',' : '{');
        add_json_name(out, &table->columns.data[i]);
        jp_buf_add_byte(out, ':');
        add_json(out, &table->columns.data[i], table->cells.data[first + i]);
    }
    jp_buf_add_byte(out, '}');
}

static void print_json_lines(struct jp_buf *out, const struct jp_table *table)
{
    for (size_t i = 0; i < table->cells.count; i += table->columns.count) {
        add_json_row(out, table, i);
        jp_buf_add_byte(out, '\n');
    }
}

static void print_json(struct jp_buf *out, const struct jp_table *table)
{
    const size_t width = table->columns.count;

    jp_buf_format(out, "{\"schema\":\"%s\",\"version\":%d", table->schema, table->version);
    for (size_t i = 0; i < table->facts.count; i++) {
        const struct jp_fact *const fact = &table->facts.data[i];
        jp_buf_format(out, ",\n\"%s\":", fact->head.name);
        add_json(out, &fact->head, fact->value);
    }
    jp_buf_add_text(out, ",\n\"columns\":[");
    for (size_t i = 0; i < width; i++) {
        jp_buf_format(out, "%s\n{\"name\":", i ? "," : "");
        add_json_name(out, &table->columns.data[i]);
        jp_buf_format(out, ",\"unit\":\"%s\"}", table->columns.data[i].unit);
    }
    jp_buf_add_text(out, "],\n\"rows\":[");
    for (size_t i = 0; i < table->cells.count; i += width) {
        jp_buf_add_text(out, i ? ",\n" : "\n");
        add_json_row(out, table, i);
    }
    jp_buf_add_text(out, "]}\n");
}

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

    add_plain(&plain, column, cell);
    /* What the format has a way to write is left to it. */
    jp_visible_add(&text, jp_buf_span(&plain), "\t\n\r");
    jp_buf_release(&plain);
    if (separator == ',')
        add_csv(out, jp_buf_span(&text));
    else
        add_tsv(out, jp_buf_span(&text));
    jp_buf_release(&text);
}

static void print_separated(struct jp_buf *out, const struct jp_table *table, char separator)
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

/* A cell on a terminal. */
static struct jp_span make_line(struct jp_buf *cell, const struct jp_column *column,
                                struct jp_cell value)
{
    jp_buf_clear(cell);
    add_plain(cell, column, value);
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

static void print_text(struct jp_buf *out, const struct jp_table *table)
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

static void print_markdown(struct jp_buf *out, const struct jp_table *table)
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

void jp_table_print(struct jp_buf *out, const struct jp_table *table, enum jp_table_format format)
{
    switch (format) {
    case JP_TABLE_TEXT:
        print_text(out, table);
        break;
    case JP_TABLE_JSONL:
        print_json_lines(out, table);
        break;
    case JP_TABLE_JSON:
        print_json(out, table);
        break;
    case JP_TABLE_CSV:
        print_separated(out, table, ',');
        break;
    case JP_TABLE_MARKDOWN:
        print_markdown(out, table);
        break;
    case JP_TABLE_TSV:
        print_separated(out, table, '\t');
        break;
    }
}
