/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables as JSON: one object, or one for each row. */
#include "config.h"

#include "jp_json.h"
#include "jp_table_private.h"

#include <math.h>

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
        jp_table_cell_real(out, cell.number);
    else
        jp_json_number(out, column->type == JP_CELL_WHOLE ? trunc(cell.number)
                                                          : jp_table_cell_share(cell.number));
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

void jp_table_print_json_lines(struct jp_buf *out, const struct jp_table *table)
{
    for (size_t i = 0; i < table->cells.count; i += table->columns.count) {
        add_json_row(out, table, i);
        jp_buf_add_byte(out, '\n');
    }
}

void jp_table_print_json(struct jp_buf *out, const struct jp_table *table)
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
