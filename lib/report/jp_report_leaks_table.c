/* SPDX-License-Identifier: BSD-2-Clause */
/* --leaks for programs and for tickets. */
#include "config.h"

#include "jp_number.h"
#include "jp_report_leaks.h"

#include <math.h>

enum { TREND_WIDTH = 20, MARKDOWN_ROWS = 10 };

static const char *axis_name(const struct jp_axis *axis)
{
    static const char *const names[] = {"", "name", "mtime", "number"};

    return names[axis->kind];
}

static void add_facts(struct jp_table *table, const struct jp_report_leaks_input *input)
{
    const struct jp_leaks *const leaks = input->leaks;
    const uint32_t noisiest = leaks->noisiest;

    jp_table_fact_text(table, "program", jp_span_of(input->program));
    jp_table_fact_text(table, "metric", JP_SPAN("inuse_space"));
    jp_table_fact_text(table, "unit", JP_SPAN("B"));
    jp_table_fact_text(table, "by",
                       jp_span_of(jp_report_site_word(input->names->sites->kind, true)));
    jp_table_fact_number(table, "dumps", "", JP_CELL_WHOLE, (double)input->series->dumps.count);
    jp_table_fact_text(table, "axis", jp_span_of(axis_name(input->axis)));
    jp_table_fact_text(table, "axis_unit", jp_span_of(jp_axis_unit(input->axis)));
    jp_table_fact_number(table, "axis_length", "", JP_CELL_REAL, leaks->length);
    jp_table_fact_number(table, "period", "B", JP_CELL_WHOLE, input->series->period_bytes);
    jp_table_fact_number(table, "tested", "", JP_CELL_WHOLE, (double)leaks->tested_count);
    jp_table_fact_number(table, "false_discovery", "", JP_CELL_REAL, JP_LEAKS_FALSE_DISCOVERY);
    jp_table_fact_number(table, "least_new", "B", JP_CELL_WHOLE, leaks->least_new);
    jp_table_fact_number(table, "least_noisy", "B", JP_CELL_WHOLE, leaks->least_noisy);
    jp_table_fact_text(table, "noisiest",
                       noisiest == JP_NO_SITE ? JP_SPAN("") : input->names->names[noisiest]);
    struct jp_buf funnel = JP_BUF_INIT;
    jp_report_funnel(&funnel, input);
    jp_table_fact_text(table, "funnel", jp_buf_span(&funnel));
    jp_table_fact_number(table, "funnel_share", "", JP_CELL_SHARE, input->funnel.share);
    jp_buf_release(&funnel);
}

static void add_columns(struct jp_table *table, bool show_stacks)
{
    static const struct jp_column columns[] = {
        {"rank", "", JP_CELL_WHOLE},  {"name", "", JP_CELL_TEXT},   {"first", "B", JP_CELL_WHOLE},
        {"last", "B", JP_CELL_WHOLE}, {"peak", "B", JP_CELL_WHOLE}, {"change", "B", JP_CELL_WHOLE},
        {"rate", "B", JP_CELL_REAL},  {"z", "", JP_CELL_REAL},      {"p", "", JP_CELL_REAL},
        {"q", "", JP_CELL_REAL},      {"tau", "", JP_CELL_REAL},    {"shape", "", JP_CELL_TEXT},
        {"proven", "", JP_CELL_TEXT}, {"score", "B", JP_CELL_REAL}, {"values", "B", JP_CELL_TEXT},
        {"trend", "", JP_CELL_TEXT},
    };

    for (size_t i = 0; i < JP_COUNT_OF(columns); i++)
        jp_table_column(table, columns[i].name, columns[i].unit, columns[i].type);
    if (show_stacks)
        jp_table_column(table, "stack", "", JP_CELL_TEXT);
}

static void add_course(struct jp_table *table, const struct jp_report_leaks_input *input,
                       const struct jp_track *track, struct jp_buf *text)
{
    jp_buf_clear(text);
    for (size_t i = 0; i < input->tracks->dump_count; i++) {
        if (i)
            jp_buf_add_byte(text, ' ');
        jp_number_integer(text, track->value[i]);
    }
    jp_table_add_text(table, jp_buf_span(text));
    jp_buf_clear(text);
    jp_report_sparkline(text, track->value, input->tracks->dump_count, TREND_WIDTH);
    jp_table_add_text(table, jp_buf_span(text));
    if (!input->show_stacks)
        return;
    jp_buf_clear(text);
    if (track->peak_stack != JP_NO_SITE)
        jp_report_site_stack(text, input->names, track->peak_stack);
    jp_table_add_text(table, jp_buf_span(text));
}

void jp_report_table_leaks(struct jp_table *table, const struct jp_report_leaks_input *input)
{
    struct jp_buf text = JP_BUF_INIT;

    jp_table_init(table, "leaks", 1);
    add_facts(table, input);
    add_columns(table, input->show_stacks);
    for (size_t i = 0; i < input->leaks->list.count; i++) {
        const struct jp_leak *const leak = &input->leaks->list.data[i];
        const struct jp_trend *const trend = &leak->trend;
        jp_table_add_number(table, (double)i + 1);
        jp_table_add_text(table, input->names->names[leak->site]);
        jp_table_add_number(table, trend->first);
        jp_table_add_number(table, trend->last);
        jp_table_add_number(table, trend->peak);
        jp_table_add_number(table, trend->change);
        jp_table_add_number(table, trend->rate);
        jp_table_add_number(table, trend->z);
        jp_table_add_number(table, trend->p);
        jp_table_add_number(table, leak->q);
        jp_table_add_number(table, trend->tau);
        jp_table_add_text(table, jp_span_of(jp_shape_text(leak->shape)));
        jp_table_add_text(table, leak->is_proven ? JP_SPAN("yes") : JP_SPAN("no"));
        jp_table_add_number(table, leak->score);
        add_course(table, input, &input->tracks->of_site[leak->site], &text);
    }
    jp_buf_release(&text);
}

static const struct jp_leak *first_leak(const struct jp_leaks *leaks)
{
    if (leaks->list.count == 0 || leaks->list.data[0].shape != JP_SHAPE_GROWING)
        return NULL;
    return &leaks->list.data[0];
}

/* Names have characters that mean something, and in a table a vertical bar would end the cell. */
static void add_code(struct jp_buf *out, struct jp_span text, bool is_cell)
{
    jp_buf_add_byte(out, '`');
    for (size_t i = 0; i < text.len; i++) {
        if (is_cell && text.ptr[i] == '|')
            jp_buf_add_byte(out, '\\');
        jp_buf_add_byte(out, text.ptr[i] == '`' ? '\'' : text.ptr[i]);
    }
    jp_buf_add_byte(out, '`');
}

/* "`X` grows by 15 MiB/h and holds 95 MiB; 100 % of what keeps growing comes through `Y`. " */
static void add_leak(struct jp_buf *out, const struct jp_report_leaks_input *input,
                     const struct jp_leak *leak)
{
    struct jp_buf text = JP_BUF_INIT;

    add_code(out, input->names->names[leak->site], false);
    jp_buf_add_text(out, " grows by ");
    jp_report_rate(out, input->axis, leak->trend.rate);
    jp_buf_add_text(out, " and holds ");
    jp_number_bytes(out, leak->trend.last);
    if (input->funnel.key) {
        jp_buf_format(out, "; %.0f %% of what keeps growing comes through ",
                      100 * input->funnel.share);
        jp_report_funnel(&text, input);
        add_code(out, jp_buf_span(&text), false);
    }
    jp_buf_add_text(out, ". ");
    jp_buf_release(&text);
}

static void add_sentences(struct jp_buf *out, const struct jp_report_leaks_input *input)
{
    const struct jp_leaks *const leaks = input->leaks;
    const struct jp_leak *const leak = first_leak(leaks);
    size_t proven = 0;

    for (size_t i = 0; i < leaks->list.count; i++)
        proven += leaks->list.data[i].is_proven;
    jp_buf_format(out, "%zu dumps", input->series->dumps.count);
    if (input->program[0]) {
        jp_buf_add_text(out, " of ");
        add_code(out, jp_span_of(input->program), false);
    }
    jp_buf_format(out, " were compared, and growth is proven for %zu of %zu %s. ", proven,
                  leaks->tested_count,
                  jp_report_site_word(input->names->sites->kind, leaks->tested_count == 1));
    if (leak)
        add_leak(out, input, leak);
    else
        jp_buf_add_text(out, "None of them keeps growing. ");
    if (input->series->period_bytes > 0) {
        jp_buf_add_text(out, "A leak that is slower than ");
        jp_report_rate(out, input->axis, leaks->least_new);
        jp_buf_add_text(out, " would not show in these dumps.\n");
    } else {
        jp_buf_add_text(out, "Every allocation was recorded, so nothing is noise.\n");
    }
}

void jp_report_markdown_leaks(struct jp_buf *out, const struct jp_report_leaks_input *input)
{
    const struct jp_leaks *const leaks = input->leaks;
    size_t shown = 0;

    add_sentences(out, input);
    for (size_t i = 0; i < leaks->list.count && shown < MARKDOWN_ROWS; i++) {
        const struct jp_leak *const leak = &leaks->list.data[i];
        if (!leak->is_proven)
            continue;
        if (shown++ == 0)
            jp_buf_format(out,
                          "\n| %s | rate | change | last | z | shape | trend |\n"
                          "| --- | ---: | ---: | ---: | ---: | --- | --- |\n",
                          jp_report_site_word(input->names->sites->kind, true));
        jp_buf_add_text(out, "| ");
        add_code(out, input->names->names[leak->site], true);
        jp_buf_add_text(out, " | ");
        jp_report_rate(out, input->axis, leak->trend.rate);
        jp_buf_add_text(out, leak->trend.change > 0 ? " | +" : " | ");
        jp_number_bytes(out, leak->trend.change);
        jp_buf_add_text(out, " | ");
        jp_number_bytes(out, leak->trend.last);
        if (isinf(leak->trend.z))
            jp_buf_add_text(out, " | exact | ");
        else
            jp_buf_format(out, " | %.1f | ", leak->trend.z);
        jp_buf_format(out, "%s | ", jp_shape_text(leak->shape));
        jp_report_sparkline(out, input->tracks->of_site[leak->site].value,
                            input->tracks->dump_count, TREND_WIDTH);
        jp_buf_add_text(out, " |\n");
    }
}
