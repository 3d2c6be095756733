/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_chart_private.h"

#include "jp_thin.h"

#include <math.h>
#include <stdlib.h>

enum {
    THICKEST = 7,
    LABELLED = 150, /* boxes of a picture whose edges have labels */
};

/*
 * An edge's number is in the box it leads to, unless several lead there. In large pictures the
 * titles of edges have to do: labels would take as much room as boxes.
 */
static bool needs_label(const struct jp_chart *chart, const struct jp_run_edge *from)
{
    const struct jp_graph_edge *const edge = &chart->graph->edges.data[from->edge];
    const struct jp_run *const target = &chart->runs.list.data[from->target];

    return chart->boxes.count <= LABELLED &&
           (edge->is_again || fabs(edge->value - target->cum) > chart->graph->node_limit);
}

static void add_label(struct jp_chart *chart, struct jp_chart_edge *edge)
{
    const struct jp_font font = {JP_CHART_SMALLEST, false};
    struct jp_buf out = JP_BUF_INIT;

    if (!edge->edge->is_again) {
        jp_chart_add_value(&out, chart, edge->edge->value);
    } else {
        jp_buf_add_text(&out, "\xe2\x86\xbb ");
        jp_chart_add_value(&out, chart, edge->edge->again);
    }
    edge->label =
        jp_chart_line_of(chart, jp_arena_span(&chart->arena, jp_buf_span(&out)), font, true);
    jp_buf_release(&out);
}

void jp_chart_add_edge(struct jp_chart *chart, const struct jp_run_edge *from)
{
    const struct jp_graph_edge *const data = &chart->graph->edges.data[from->edge];
    const bool is_again = data->is_again;
    const double value = is_again ? data->again : data->value;
    struct jp_chart_edge edge = {
        .edge = data,
        .source = from->source,
        .target = from->target,
        .width = 0.8 + (is_again ? 0 : (THICKEST - 0.8) * jp_chart_share(chart, value)),
        .colour = jp_chart_edge_colour(chart, value),
        .title = jp_chart_edge_title(chart, data),
    };

    if (is_again)
        edge.dash = JP_DASH_DOTTED;
    else if (chart->graph->nodes.data[data->target].is_inlined)
        edge.dash = JP_DASH_DASHED;
    if (needs_label(chart, from))
        add_label(chart, &edge);
    jp_vec_push(&chart->edges, edge);
}

void jp_chart_thin_edges(struct jp_chart *chart)
{
    const size_t count = chart->edges.count;
    struct jp_thin_edge *const list = jp_mem_zeroed(count, sizeof *list);
    bool *const is_reached = jp_mem_zeroed(chart->boxes.count, sizeof *is_reached);
    bool has_labels = false;
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        const struct jp_chart_edge *const edge = &chart->edges.data[i];
        has_labels |= edge->label.text.len > 0;
        list[i] = (struct jp_thin_edge){
            .source = edge->source,
            .target = edge->target,
            .is_needed = !is_reached[edge->target] && !edge->edge->is_again,
        };
        is_reached[edge->target] |= list[i].is_needed;
    }
    chart->thinned_count =
        jp_thin(list, count, chart->boxes.count, has_labels ? JP_THIN_SPAN / 2 : JP_THIN_SPAN);
    for (size_t i = 0; i < count; i++)
        if (!list[i].is_dropped)
            chart->edges.data[kept++] = chart->edges.data[i];
    chart->edges.count = kept;
    free(list);
    free(is_reached);
}
