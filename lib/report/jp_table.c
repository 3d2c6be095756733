/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_table.h"

#include "jp_json.h"
#include "jp_number.h"
#include "jp_table_private.h"

#include <math.h>

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

double jp_table_cell_share(double share)
{
    return round(share * 1e6) / 1e6 + 0.0;
}

void jp_table_cell_real(struct jp_buf *out, double value)
{
    if (isfinite(value))
        jp_buf_format(out, "%.6g", value + 0.0);
    else
        jp_buf_add_text(out, "null");
}

void jp_table_cell_plain(struct jp_buf *out, const struct jp_column *column, struct jp_cell cell)
{
    if (column->type == JP_CELL_TEXT || column->type == JP_CELL_ANY)
        jp_buf_add(out, cell.text);
    else if (!isfinite(cell.number))
        return;
    else if (column->type == JP_CELL_WHOLE)
        jp_number_integer(out, cell.number);
    else if (column->type == JP_CELL_REAL)
        jp_table_cell_real(out, cell.number);
    else
        jp_json_number(out, jp_table_cell_share(cell.number));
}

void jp_table_print(struct jp_buf *out, const struct jp_table *table, enum jp_table_format format)
{
    switch (format) {
    case JP_TABLE_TEXT:
        jp_table_print_text(out, table);
        break;
    case JP_TABLE_JSONL:
        jp_table_print_json_lines(out, table);
        break;
    case JP_TABLE_JSON:
        jp_table_print_json(out, table);
        break;
    case JP_TABLE_CSV:
        jp_table_print_separated(out, table, ',');
        break;
    case JP_TABLE_MARKDOWN:
        jp_table_print_markdown(out, table);
        break;
    case JP_TABLE_TSV:
        jp_table_print_separated(out, table, '\t');
        break;
    }
}
