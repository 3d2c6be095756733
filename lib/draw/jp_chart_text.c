/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_chart_private.h"

#include "jp_caption.h"
#include "jp_number.h"

#include <math.h>
#include <string.h>

bool jp_chart_counts_objects(const struct jp_chart *chart)
{
    const enum jp_metric metric = chart->context->view->metric;

    return metric == JP_INUSE_OBJECTS || metric == JP_ALLOC_OBJECTS;
}

static void add_exact(struct jp_buf *out, const struct jp_chart *chart, double value)
{
    jp_number_integer(out, value);
    jp_buf_add_text(out, jp_chart_counts_objects(chart) ? "" : " B");
}

void jp_chart_add_value(struct jp_buf *out, const struct jp_chart *chart, double value)
{
    if (chart->is_difference && value > 0)
        jp_buf_add_byte(out, '+');
    if (chart->context->show_bytes || jp_chart_counts_objects(chart))
        add_exact(out, chart, value);
    else
        jp_number_bytes(out, value);
}

void jp_chart_add_share(struct jp_buf *out, const struct jp_chart *chart, double value)
{
    if (chart->is_difference && value > 0)
        jp_buf_add_byte(out, '+');
    jp_report_share(out, value, chart->graph->flat_size);
}

double jp_chart_share(const struct jp_chart *chart, double value)
{
    const double whole = chart->graph->flat_size;

    return whole > 0 ? fmin(fabs(value) / whole, 1) : 0;
}

/* Small shares are told apart better than large ones: those of a picture are mostly small. */
static double strength(double share)
{
    return pow(share, 0.6);
}

static struct jp_colour mix(struct jp_colour from, struct jp_colour to, double part)
{
    return (struct jp_colour){from.red + (to.red - from.red) * part,
                              from.green + (to.green - from.green) * part,
                              from.blue + (to.blue - from.blue) * part};
}

struct jp_colour jp_chart_fill(const struct jp_chart *chart, double flat)
{
    if (!chart->is_difference)
        return jp_palette_share(strength(jp_chart_share(chart, flat)));
    const double part = chart->largest > 0 ? strength(fabs(flat) / chart->largest) : 0;
    return jp_palette_change(flat < 0 ? -part : part);
}

struct jp_colour jp_chart_edge_colour(const struct jp_chart *chart, double value)
{
    static const struct jp_colour gray = {0.62, 0.62, 0.62};
    const double part = strength(jp_chart_share(chart, value));

    if (!chart->is_difference)
        return mix(gray, jp_palette_share(0.95), part);
    return mix(gray, jp_palette_change(value < 0 ? -1 : 1), 0.3 + 0.7 * part);
}

/* The mark of inlined calls stands behind the function's name, in front of a file and line. */
static void take_mark(struct jp_buf *label)
{
    static const struct jp_span mark = JP_SPAN(" (inline)");
    const size_t at = jp_span_find(jp_buf_span(label), mark, 0);

    if (at == SIZE_MAX)
        return;
    memmove(label->ptr + at, label->ptr + at + mark.len, label->len - at - mark.len + 1);
    label->len -= mark.len;
}

struct jp_span jp_chart_name(struct jp_chart *chart, uint32_t key)
{
    struct jp_buf label = JP_BUF_INIT;

    jp_report_label(&label, &chart->labels, key);
    take_mark(&label);
    const struct jp_span copy = jp_arena_span(&chart->arena, jp_buf_span(&label));
    jp_buf_release(&label);
    return jp_caption_clean(copy, &chart->arena);
}

/* "12.98 MiB (13611008 B), 42.6%" */
static void add_number(struct jp_buf *out, const struct jp_chart *chart, double value)
{
    jp_chart_add_value(out, chart, value);
    if (!chart->context->show_bytes && !jp_chart_counts_objects(chart) && fabs(value) >= 1024) {
        jp_buf_add_text(out, " (");
        add_exact(out, chart, value);
        jp_buf_add_byte(out, ')');
    }
    jp_buf_add_text(out, ", ");
    jp_chart_add_share(out, chart, value);
}

static void add_place(struct jp_buf *out, const struct jp_chart *chart, uint32_t key)
{
    const struct jp_profile *const profile = chart->context->profile;
    const uint32_t location = chart->location_of_key[key];
    const uint32_t frame = chart->frame_of_key[key];

    if (location == JP_NO_LOCATION)
        return;
    jp_buf_add_text(out, "\n    ");
    if (frame != JP_NO_FRAME && profile->frames.data[frame].file) {
        jp_report_file_line(out, profile, frame);
        jp_buf_add_text(out, " in ");
    }
    const uint32_t module = profile->locations.data[location].module;
    jp_buf_add_text(out, jp_intern_text(&profile->strings, profile->modules.data[module].path));
}

static void add_member(struct jp_buf *out, struct jp_chart *chart, uint32_t index)
{
    const struct jp_graph_node *const node = &chart->graph->nodes.data[index];

    jp_buf_add(out, jp_chart_name(chart, node->key));
    if (node->is_inlined)
        jp_buf_add_text(out, " (inlined)");
    add_place(out, chart, node->key);
    if (node->flat != 0) {
        jp_buf_add_text(out, "\n    held here: ");
        add_number(out, chart, node->flat);
    }
    if (node->flat != node->cum) {
        jp_buf_add_text(out, "\n    with all it called: ");
        add_number(out, chart, node->cum);
    }
}

struct jp_span jp_chart_box_title(struct jp_chart *chart, const struct jp_run *run)
{
    struct jp_buf out = JP_BUF_INIT;

    for (uint32_t i = 0; i < run->count; i++) {
        if (i)
            jp_buf_add_byte(&out, '\n');
        add_member(&out, chart, chart->runs.members.data[run->first + i]);
    }
    if (run->again != 0)
        jp_buf_add_text(&out, "\nCalls itself, directly or through others.");
    const struct jp_span title = jp_arena_span(&chart->arena, jp_buf_span(&out));
    jp_buf_release(&out);
    return title;
}

struct jp_span jp_chart_edge_title(struct jp_chart *chart, const struct jp_graph_edge *edge)
{
    const struct jp_graph_node *const source = &chart->graph->nodes.data[edge->source];
    const struct jp_graph_node *const target = &chart->graph->nodes.data[edge->target];
    struct jp_buf out = JP_BUF_INIT;

    jp_buf_add(&out, jp_chart_name(chart, source->key));
    jp_buf_add_text(&out, "\n\xe2\x86\x92 "); /* arrow to the right */
    jp_buf_add(&out, jp_chart_name(chart, target->key));
    if (target->is_inlined)
        jp_buf_add_text(&out, " (inlined)");
    if (!edge->is_again) {
        jp_buf_add_byte(&out, '\n');
        add_number(&out, chart, edge->value);
    }
    if (edge->again != 0) {
        jp_buf_add_text(&out, "\nrecursion: ");
        add_number(&out, chart, edge->again);
    }
    const struct jp_span title = jp_arena_span(&chart->arena, jp_buf_span(&out));
    jp_buf_release(&out);
    return title;
}
