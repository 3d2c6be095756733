/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_leaks.h"

#include "jp_number.h"
#include "jp_visible.h"

#include <math.h>
#include <string.h>

enum { TREND_WIDTH = 20 };

void jp_report_sparkline(struct jp_buf *out, const double *values, size_t count, size_t width)
{
    const size_t columns = count < width ? count : width;
    double peak = 0;

    for (size_t i = 0; i < count; i++)
        peak = fmax(peak, values[i]);
    for (size_t column = 0; column < columns; column++) {
        const size_t first = column * count / columns;
        const size_t end = (column + 1) * count / columns;
        double sum = 0;
        for (size_t i = first; i < end; i++)
            sum += values[i];
        const double height = peak > 0 ? sum / (double)(end - first) / peak : 0;
        const int step = height > 0 ? (int)fmin(height * 8, 7) : 0;
        /* U+2581 ... U+2588, lower one eighth block to full block. */
        jp_buf_format(out, "\xe2\x96%c", 0x81 + step);
    }
}

void jp_report_rate(struct jp_buf *out, const struct jp_axis *axis, double rate)
{
    if (rate > 0)
        jp_buf_add_byte(out, '+');
    jp_number_bytes(out, rate);
    jp_buf_format(out, "/%s", jp_axis_unit(axis));
}

static void add_bytes(struct jp_buf *out, const struct jp_report_leaks_input *input, double bytes)
{
    if (input->show_bytes)
        jp_number_integer(out, bytes);
    else
        jp_number_bytes(out, bytes);
}

static void add_signed(struct jp_buf *out, const struct jp_report_leaks_input *input, double bytes)
{
    if (bytes > 0)
        jp_buf_add_byte(out, '+');
    add_bytes(out, input, bytes);
}

static size_t count_proven(const struct jp_leaks *leaks)
{
    size_t count = 0;

    for (size_t i = 0; i < leaks->list.count; i++)
        count += leaks->list.data[i].is_proven;
    return count;
}

/* Dumps that nothing cancels out in front of, because of their period, or for another reason. */
static size_t count_restarts(const struct jp_series *series, bool is_resampled)
{
    size_t count = 0;

    for (size_t i = 1; i < series->dumps.count; i++) {
        const struct jp_series_dump *const dump = &series->dumps.data[i];
        count += dump->is_restart && dump->is_resampled == is_resampled;
    }
    return count;
}

static void add_length(struct jp_buf *out, const struct jp_report_leaks_input *input)
{
    const double length = input->leaks->length;

    if (input->axis->kind == JP_AXIS_NUMBER)
        jp_buf_add_text(out, "; their times are of no use, so rates are per dump");
    else
        jp_buf_format(out, " over %.3g %s, by %s", length >= 1 ? length : length * 60,
                      length >= 1 ? "hours" : "minutes",
                      input->axis->kind == JP_AXIS_NAME ? "the times in their names"
                                                        : "the times of their files");
}

/* What the noise between the dumps is made of. */
static void add_sampling(struct jp_buf *out, const struct jp_series *series)
{
    const size_t restarts = count_restarts(series, false);
    const size_t resampled = count_restarts(series, true);

    if (!(series->period_bytes > 0)) {
        jp_buf_add_text(out, "Every allocation was recorded\n");
        return;
    }
    jp_buf_add_text(out, "One sample every ");
    jp_number_bytes(out, series->period_bytes);
    if (restarts)
        jp_buf_format(out,
                      "; %zu %s not known to be of the process of the dump before (--one-process)",
                      restarts, jp_number_words(restarts, "dump is", "dumps are"));
    if (resampled)
        jp_buf_format(out, "; %zu %s another sample period than the dump before", resampled,
                      jp_number_words(resampled, "dump has", "dumps have"));
    if (!restarts && !resampled)
        jp_buf_add_text(out, "; one process: what survived is no noise");
    jp_buf_add_byte(out, '\n');
}

static void add_series(struct jp_buf *out, const struct jp_report_leaks_input *input)
{
    jp_buf_format(out, "%zu dumps", input->series->dumps.count);
    add_length(out, input);
    jp_buf_add_byte(out, '\n');
    add_sampling(out, input->series);
}

static bool is_shown(const struct jp_leak *leak)
{
    return leak->is_proven || leak->shape == JP_SHAPE_SAWTOOTH;
}

/* A row as text: cells with the width that each column needs. */
enum { CELL_COUNT = 9 };

struct row {
    struct jp_buf cells[CELL_COUNT];
    const struct jp_leak *leak;
};

static const char *const headings[CELL_COUNT] = {"rate", "change", "first", "last", "peak",
                                                 "z",    "tau",    "shape", "trend"};

static void fill_row(struct row *row, const struct jp_report_leaks_input *input,
                     const struct jp_leak *leak)
{
    const struct jp_trend *const trend = &leak->trend;
    const struct jp_track *const track = &input->tracks->of_site[leak->site];

    row->leak = leak;
    jp_report_rate(&row->cells[0], input->axis, trend->rate);
    add_signed(&row->cells[1], input, trend->change);
    add_bytes(&row->cells[2], input, trend->first);
    add_bytes(&row->cells[3], input, trend->last);
    add_bytes(&row->cells[4], input, trend->peak);
    if (isinf(trend->z))
        jp_buf_add_text(&row->cells[5], "exact");
    else
        jp_buf_format(&row->cells[5], "%.1f", trend->z);
    jp_buf_format(&row->cells[6], "%.2f", trend->tau);
    jp_buf_add_text(&row->cells[7], jp_shape_text(leak->shape));
    jp_report_sparkline(&row->cells[8], track->value, input->tracks->dump_count, TREND_WIDTH);
}

/* Numbers to the right, the two texts behind them to the left. */
static void add_cell(struct jp_buf *out, struct jp_span text, size_t width, size_t column)
{
    const int blanks = (int)(width - jp_utf8_width(text));

    if (column < 7)
        jp_buf_format(out, "%*s", blanks, "");
    jp_buf_add(out, text);
    jp_buf_format(out, "%*s", column < 7 ? 2 : blanks + 2, "");
}

static void add_rows(struct jp_buf *out, const struct jp_report_leaks_input *input,
                     struct row *rows, size_t count)
{
    size_t widths[CELL_COUNT];

    for (size_t column = 0; column < CELL_COUNT; column++) {
        widths[column] = strlen(headings[column]);
        for (size_t i = 0; i < count; i++) {
            const size_t width = jp_utf8_width(jp_buf_span(&rows[i].cells[column]));
            widths[column] = width > widths[column] ? width : widths[column];
        }
    }
    for (size_t column = 0; column < CELL_COUNT; column++)
        add_cell(out, jp_span_of(headings[column]), widths[column], column);
    jp_buf_format(out, "%s\n", jp_report_site_word(input->names->sites->kind, true));
    for (size_t i = 0; i < count; i++) {
        const uint32_t site = rows[i].leak->site;
        const uint32_t stack = input->tracks->of_site[site].peak_stack;
        for (size_t column = 0; column < CELL_COUNT; column++)
            add_cell(out, jp_buf_span(&rows[i].cells[column]), widths[column], column);
        jp_buf_add(out, input->names->names[site]);
        jp_buf_add_byte(out, '\n');
        if (input->show_stacks && stack != JP_NO_SITE)
            jp_report_site_frames(out, input->names, stack, "        ");
    }
}

static void add_table(struct jp_buf *out, const struct jp_report_leaks_input *input)
{
    const struct jp_leaks *const leaks = input->leaks;
    JP_VEC(struct row) rows = {0};
    size_t more = 0;

    for (size_t i = 0; i < leaks->list.count; i++) {
        if (!is_shown(&leaks->list.data[i]))
            continue;
        if (rows.count == input->limit) {
            more++;
            continue;
        }
        jp_vec_push(&rows, (struct row){.leak = NULL});
        fill_row(&rows.data[rows.count - 1], input, &leaks->list.data[i]);
    }
    if (rows.count) {
        jp_buf_add_byte(out, '\n');
        add_rows(out, input, rows.data, rows.count);
    }
    if (more)
        jp_buf_format(out, "%zu more, with smaller rates\n", more);
    for (size_t i = 0; i < rows.count; i++)
        for (size_t column = 0; column < CELL_COUNT; column++)
            jp_buf_release(&rows.data[i].cells[column]);
    jp_vec_release(&rows);
}

void jp_report_funnel(struct jp_buf *out, const struct jp_report_leaks_input *input)
{
    if (input->funnel.key)
        jp_report_site_key(out, input->names, input->funnel.key);
}

/* What all growing sites have in common comes first: it is the likely cause. */
static void add_funnel(struct jp_buf *out, const struct jp_report_leaks_input *input)
{
    double rate = 0;

    if (!input->funnel.key)
        return;
    for (size_t i = 0; i < input->leaks->list.count; i++)
        if (input->leaks->list.data[i].shape == JP_SHAPE_GROWING)
            rate += input->leaks->list.data[i].trend.rate;
    jp_buf_format(out, "%.0f %% of what keeps growing (", 100 * input->funnel.share);
    jp_report_rate(out, input->axis, rate);
    jp_buf_add_text(out, ") comes through ");
    jp_report_funnel(out, input);
    jp_buf_add_byte(out, '\n');
}

static void add_rest(struct jp_buf *out, const struct jp_report_leaks_input *input)
{
    const struct jp_leaks *const leaks = input->leaks;
    double held = 0;
    size_t count = 0;

    for (size_t i = 0; i < leaks->list.count; i++) {
        if (is_shown(&leaks->list.data[i]))
            continue;
        held += leaks->list.data[i].trend.last;
        count++;
    }
    if (count == 0)
        return;
    jp_buf_format(out, "%zu other %s", count,
                  jp_report_site_word(input->names->sites->kind, count == 1));
    jp_buf_add_text(out, " without proven growth, ");
    add_bytes(out, input, held);
    jp_buf_add_text(out, " in the last dump\n");
}

/* What the series could have shown, and what would show more. */
static void add_limits(struct jp_buf *out, const struct jp_report_leaks_input *input)
{
    const struct jp_leaks *const leaks = input->leaks;

    if (!(input->series->period_bytes > 0) || !(leaks->length > 0))
        return;
    jp_buf_format(out, "\nSmallest leak that this series would show (9 of 10 times):\n  ");
    jp_report_rate(out, input->axis, leaks->least_new);
    jp_buf_format(out, " in a %s that held nothing\n",
                  jp_report_site_word(input->names->sites->kind, true));
    if (leaks->noisiest != JP_NO_SITE) {
        jp_buf_add_text(out, "  ");
        jp_report_rate(out, input->axis, leaks->least_noisy);
        jp_buf_add_text(out, " in ");
        jp_buf_add(out, input->names->names[leaks->noisiest]);
        jp_buf_add_text(out, ", which has the most noise\n");
    }
    jp_buf_add_text(out, "The first would be ");
    jp_report_rate(out, input->axis, leaks->least_new / 4);
    jp_buf_add_text(out, " with a quarter of the sample period (lg_prof_sample less 2),\n"
                         "or with a series four times as long");
    if (input->names->sites->kind != JP_SITE_STACK)
        jp_buf_add_text(out, "; the second may be smaller --by=stack");
    jp_buf_add_text(out, ".\n");
}

void jp_report_leaks(struct jp_buf *out, const struct jp_report_leaks_input *input)
{
    const size_t proven = count_proven(input->leaks);
    const enum jp_site_kind kind = input->names->sites->kind;

    add_series(out, input);
    jp_buf_format(out,
                  "Growth is proven for %zu of %zu %s (of such claims 1 %% are wrong, at most)\n",
                  proven, input->leaks->tested_count,
                  jp_report_site_word(kind, input->leaks->tested_count == 1));
    add_funnel(out, input);
    add_table(out, input);
    add_rest(out, input);
    add_limits(out, input);
}
