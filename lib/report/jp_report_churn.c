/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_churn.h"

#include "jp_number.h"

#include <math.h>

static void add_cell(struct jp_buf *out, struct jp_buf *text, int width)
{
    jp_buf_format(out, "%*.*s  ", width, JP_SPAN_ARG(jp_buf_span(text)));
    jp_buf_clear(text);
}

static void write_lifetime(struct jp_buf *text, const struct jp_axis *axis, double lifetime)
{
    static const struct {
        double hours;
        const char *word;
    } units[] = {{1 / 3600.0, "s"}, {1 / 60.0, "min"}, {1, "h"}, {24, "d"}};
    size_t unit = 0;

    if (!isfinite(lifetime)) {
        jp_buf_add_byte(text, '-');
        return;
    }
    if (axis->kind == JP_AXIS_NUMBER) {
        jp_buf_format(text, "%.3g dumps", lifetime);
        return;
    }
    while (unit + 1 < JP_COUNT_OF(units) && lifetime >= units[unit + 1].hours)
        unit++;
    jp_buf_format(text, "%.3g %s", lifetime / units[unit].hours, units[unit].word);
}

static void add_row(struct jp_buf *out, const struct jp_report_churn_input *input,
                    const struct jp_churn_row *row, struct jp_span name)
{
    struct jp_buf text = JP_BUF_INIT;

    jp_number_bytes(&text, row->live);
    add_cell(out, &text, 10);
    jp_number_bytes(&text, row->allocated);
    add_cell(out, &text, 10);
    if (isfinite(row->freed_share))
        jp_buf_format(&text, "%.1f %%", 100 * row->freed_share);
    else
        jp_buf_add_byte(&text, '-');
    add_cell(out, &text, 7);
    if (isfinite(row->rate)) {
        jp_number_bytes(&text, row->rate);
        jp_buf_format(&text, "/%s", jp_axis_unit(input->axis));
    } else {
        jp_buf_add_byte(&text, '-');
    }
    add_cell(out, &text, 15);
    write_lifetime(&text, input->axis, row->lifetime);
    add_cell(out, &text, 11);
    jp_buf_add(out, name);
    jp_buf_add_byte(out, '\n');
    jp_buf_release(&text);
}

void jp_report_churn(struct jp_buf *out, const struct jp_report_churn_input *input)
{
    const struct jp_churn *const churn = input->churn;
    const enum jp_site_kind kind = input->names->sites->kind;

    if (input->dump_count > 1 && churn->length == 0)
        jp_buf_add_text(out, "No two neighbouring dumps are known to be of one process "
                             "(--one-process): no rates\n");
    jp_buf_format(out, "%10s  %10s  %7s  %15s  %11s  %s\n", "live", "allocated", "freed", "rate",
                  "lifetime", jp_report_site_word(kind, true));
    add_row(out, input, &churn->total, JP_SPAN("total"));
    for (size_t i = 0; i < churn->rows.count && i < input->limit; i++)
        add_row(out, input, &churn->rows.data[i], input->names->names[churn->rows.data[i].site]);
    if (churn->rows.count > input->limit)
        jp_buf_format(out, "%zu more\n", churn->rows.count - input->limit);
}

void jp_report_table_churn(struct jp_table *table, const struct jp_report_churn_input *input)
{
    jp_table_init(table, "churn", 1);
    jp_table_fact_text(table, "program", jp_span_of(input->program));
    jp_table_fact_text(table, "by",
                       jp_span_of(jp_report_site_word(input->names->sites->kind, true)));
    jp_table_fact_number(table, "dumps", "", JP_CELL_WHOLE, (double)input->dump_count);
    jp_table_fact_text(table, "axis_unit", jp_span_of(jp_axis_unit(input->axis)));
    jp_table_fact_number(table, "axis_length", "", JP_CELL_REAL, input->churn->length);
    jp_table_column(table, "name", "", JP_CELL_TEXT);
    jp_table_column(table, "live", "B", JP_CELL_WHOLE);
    jp_table_column(table, "allocated", "B", JP_CELL_WHOLE);
    jp_table_column(table, "freed_share", "", JP_CELL_SHARE);
    jp_table_column(table, "rate", "B", JP_CELL_REAL);
    jp_table_column(table, "lifetime", "", JP_CELL_REAL);
    for (size_t i = 0; i < input->churn->rows.count; i++) {
        const struct jp_churn_row *const row = &input->churn->rows.data[i];
        jp_table_add_text(table, input->names->names[row->site]);
        jp_table_add_number(table, row->live);
        jp_table_add_number(table, row->allocated);
        jp_table_add_number(table, row->freed_share);
        jp_table_add_number(table, row->rate);
        jp_table_add_number(table, row->lifetime);
    }
}
