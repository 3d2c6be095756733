/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_diff.h"

#include "jp_interval.h"
#include "jp_report_tables.h"

#include <math.h>

static double error_of(const struct jp_diff_row *row)
{
    const struct jp_measure measure = {row->change, row->variance, row->count};

    return jp_interval_of_difference(measure).high - row->change;
}

static void add_signed(struct jp_buf *out, const struct jp_report_context *context, double value)
{
    if (value > 0)
        jp_buf_add_byte(out, '+');
    jp_report_value(out, context, value);
}

static void add_share(struct jp_buf *out, double part, double whole)
{
    if (whole > 0)
        jp_buf_format(out, "%.1f %%", 100 * part / whole);
    else
        jp_buf_add_byte(out, '-');
}

/* What the limits stand on; nothing where all was recorded. */
static const char *noise_text(const struct jp_noise *noise)
{
    if (!(noise->period_bytes > 0))
        return "";
    if (noise->has_mixed_periods)
        return "The dumps have different sample periods: the noise of both adds up. ";
    return noise->is_one_process ? "Both dumps are of one process: what survived is no noise. "
                                 : "The dumps are not known to be of one process: the noise of "
                                   "both adds up. ";
}

static void add_head(struct jp_buf *out, const struct jp_report_diff_input *input)
{
    const struct jp_report_context *const context = input->context;
    const struct jp_diff *const diff = input->diff;
    const char *const unit = jp_report_unit(context);

    if (context->thread_name)
        jp_buf_format(out, "%sThread %s: before ", out->len ? "\n" : "", context->thread_name);
    else
        jp_buf_add_text(out, "Before ");
    jp_report_value(out, context, diff->total.before);
    jp_buf_format(out, " %s, after ", unit);
    jp_report_value(out, context, diff->total.after);
    jp_buf_format(out, " %s, change ", unit);
    add_signed(out, context, diff->total.change);
    jp_buf_format(out, " %s, \xc2\xb1", unit);
    jp_report_limit(out, context, error_of(&diff->total));
    jp_buf_add_text(out, " at 95 %\n");
    jp_buf_add_text(out, noise_text(&diff->noise));
    jp_buf_add_text(out, diff->is_whole
                             ? "* is more than noise.\n"
                             : "A dump lacks records: nothing is marked as more than noise.\n");
    jp_buf_add_text(out, "Only before: ");
    add_share(out, diff->unmatched_before, diff->total.before);
    jp_buf_add_text(out, " of it, only after: ");
    add_share(out, diff->unmatched_after, diff->total.after);
    jp_buf_add_text(out, " of it\n");
}

static void add_row(struct jp_buf *out, const struct jp_report_diff_input *input,
                    const struct jp_diff_row *row)
{
    const struct jp_report_context *const context = input->context;
    struct jp_buf text = JP_BUF_INIT;

    jp_buf_format(out, "%s ", row->is_proven ? "*" : " ");
    jp_report_value_column(out, context, row->before);
    jp_buf_add_byte(out, ' ');
    jp_report_value_column(out, context, row->after);
    add_signed(&text, context, row->change);
    jp_buf_format(out, " %9.*s", JP_SPAN_ARG(jp_buf_span(&text)));
    jp_buf_clear(&text);
    if (row->before > 0)
        jp_buf_format(&text, "%+.1f%%", 100 * row->change / row->before);
    else
        jp_buf_add_byte(&text, '-');
    jp_buf_format(out, " %8.*s", JP_SPAN_ARG(jp_buf_span(&text)));
    jp_buf_clear(&text);
    jp_report_limit(&text, context, error_of(row));
    jp_buf_format(out, " %*s\xc2\xb1%.*s  ", (int)(text.len < 8 ? 8 - text.len : 0), "",
                  JP_SPAN_ARG(jp_buf_span(&text)));
    jp_buf_add(out, input->names->names[row->site]);
    jp_buf_add_byte(out, '\n');
    if (input->show_stacks && row->stack_change != 0)
        jp_report_site_frames(out, input->names, row->stack, "        ");
    jp_buf_release(&text);
}

static const char *const headings[JP_DIFF_COUNT] = {"Grown", "Shrunk", "New", "Gone", ""};

static void add_list(struct jp_buf *out, const struct jp_report_diff_input *input,
                     enum jp_diff_list list)
{
    const enum jp_site_kind kind = input->names->sites->kind;
    size_t count = 0;
    size_t cut = 0;
    double rest = 0;

    for (size_t i = 0; i < input->diff->rows.count; i++) {
        const struct jp_diff_row *const row = &input->diff->rows.data[i];
        if (row->list != list)
            continue;
        if (count++ == 0)
            jp_buf_format(out,
                          "\n%s\n    before    after    change        %%     \xc2\xb1"
                          "95%%  %s\n",
                          headings[list], jp_report_site_word(kind, true));
        if (count <= input->limit) {
            add_row(out, input, row);
        } else {
            cut++;
            rest += row->change;
        }
    }
    if (cut == 0)
        return;
    jp_buf_format(out, "  %zu more, ", cut);
    add_signed(out, input->context, rest);
    jp_buf_format(out, " %s in all\n", jp_report_unit(input->context));
}

void jp_report_diff(struct jp_buf *out, const struct jp_report_diff_input *input)
{
    const enum jp_site_kind kind = input->names->sites->kind;
    size_t same = 0;

    add_head(out, input);
    for (int list = JP_DIFF_GROWN; list < JP_DIFF_SAME; list++)
        add_list(out, input, (enum jp_diff_list)list);
    for (size_t i = 0; i < input->diff->rows.count; i++)
        same += input->diff->rows.data[i].list == JP_DIFF_SAME;
    if (same)
        jp_buf_format(out, "\n%zu %s unchanged\n", same, jp_report_site_word(kind, same == 1));
}

static void add_columns(struct jp_table *table, const char *unit, bool show_stacks)
{
    jp_table_column(table, "list", "", JP_CELL_TEXT);
    jp_table_column(table, "name", "", JP_CELL_TEXT);
    jp_table_column(table, "before", unit, JP_CELL_WHOLE);
    jp_table_column(table, "after", unit, JP_CELL_WHOLE);
    jp_table_column(table, "change", unit, JP_CELL_WHOLE);
    jp_table_column(table, "change_share", "", JP_CELL_SHARE);
    jp_table_column(table, "low", unit, JP_CELL_WHOLE);
    jp_table_column(table, "high", unit, JP_CELL_WHOLE);
    jp_table_column(table, "z", "", JP_CELL_REAL);
    jp_table_column(table, "q", "", JP_CELL_REAL);
    jp_table_column(table, "proven", "", JP_CELL_TEXT);
    if (show_stacks)
        jp_table_column(table, "stack", "", JP_CELL_TEXT);
}

static void add_table_row(struct jp_table *table, const struct jp_report_diff_input *input,
                          const struct jp_diff_row *row)
{
    struct jp_buf text = JP_BUF_INIT;

    jp_table_add_text(table, jp_span_of(jp_diff_text(row->list)));
    jp_table_add_text(table, input->names->names[row->site]);
    jp_table_add_number(table, row->before);
    jp_table_add_number(table, row->after);
    jp_table_add_number(table, row->change);
    jp_table_add_number(table, row->before > 0 ? row->change / row->before : NAN);
    jp_table_add_number(table, row->change - error_of(row));
    jp_table_add_number(table, row->change + error_of(row));
    jp_table_add_number(table, row->z);
    jp_table_add_number(table, row->q);
    jp_table_add_text(table, row->is_proven ? JP_SPAN("yes") : JP_SPAN("no"));
    if (input->show_stacks) {
        if (row->stack_change != 0)
            jp_report_site_stack(&text, input->names, row->stack);
        jp_table_add_text(table, jp_buf_span(&text));
    }
    jp_buf_release(&text);
}

void jp_report_table_diff(struct jp_table *table, const struct jp_report_diff_input *input)
{
    const struct jp_report_context *const context = input->context;
    const struct jp_diff *const diff = input->diff;
    const char *const unit = jp_report_table_unit(context);

    jp_table_init(table, "diff", 1);
    if (context->thread_name)
        jp_table_row_fact(table, "thread", jp_span_of(context->thread_name));
    jp_table_fact_text(table, "program", jp_span_of(context->program));
    jp_table_fact_text(table, "metric", jp_span_of(jp_report_metric(context->view->metric)));
    jp_table_fact_text(table, "unit", jp_span_of(unit));
    jp_table_fact_text(table, "by",
                       jp_span_of(jp_report_site_word(input->names->sites->kind, true)));
    jp_table_fact_number(table, "before", unit, JP_CELL_WHOLE, diff->total.before);
    jp_table_fact_number(table, "after", unit, JP_CELL_WHOLE, diff->total.after);
    jp_table_fact_number(table, "change", unit, JP_CELL_WHOLE, diff->total.change);
    jp_table_fact_number(table, "low", unit, JP_CELL_WHOLE,
                         diff->total.change - error_of(&diff->total));
    jp_table_fact_number(table, "high", unit, JP_CELL_WHOLE,
                         diff->total.change + error_of(&diff->total));
    jp_table_fact_text(table, "one_process",
                       diff->noise.is_one_process ? JP_SPAN("yes") : JP_SPAN("no"));
    jp_table_fact_text(table, "whole", diff->is_whole ? JP_SPAN("yes") : JP_SPAN("no"));
    jp_table_fact_number(table, "only_before", unit, JP_CELL_WHOLE, diff->unmatched_before);
    jp_table_fact_number(table, "only_after", unit, JP_CELL_WHOLE, diff->unmatched_after);
    add_columns(table, unit, input->show_stacks);
    for (size_t i = 0; i < diff->rows.count; i++)
        if (diff->rows.data[i].list != JP_DIFF_SAME)
            add_table_row(table, input, &diff->rows.data[i]);
}
