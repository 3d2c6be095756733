/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_chart_private.h"

#include <math.h>

enum { ARROW = 7 };

static void find_places(struct jp_chart *chart)
{
    const struct jp_keys *const keys = chart->context->keys;
    const size_t key_count = keys->strings.spans.count;
    const size_t location_count = chart->context->profile->locations.count;

    chart->location_of_key = jp_mem_resize(NULL, key_count, sizeof(uint32_t));
    chart->frame_of_key = jp_mem_resize(NULL, key_count, sizeof(uint32_t));
    for (size_t key = 0; key < key_count; key++) {
        chart->location_of_key[key] = JP_NO_LOCATION;
        chart->frame_of_key[key] = JP_NO_FRAME;
    }
    for (uint32_t location = 0; location < location_count; location++) {
        for (uint32_t i = keys->first[location]; i < keys->first[location + 1]; i++) {
            const uint32_t key = keys->list.data[i];
            if (chart->location_of_key[key] != JP_NO_LOCATION)
                continue;
            chart->location_of_key[key] = location;
            chart->frame_of_key[key] = keys->frames.data[i];
        }
    }
}

static void fill_layout(struct jp_layout *layout, const struct jp_chart *chart)
{
    for (size_t i = 0; i < chart->boxes.count; i++) {
        const struct jp_rectangle *const at = &chart->boxes.data[i].at;
        jp_vec_push(&layout->boxes,
                    (struct jp_layout_box){.width = at->width, .height = at->height});
    }
    for (size_t i = 0; i < chart->edges.count; i++) {
        const struct jp_chart_edge *const edge = &chart->edges.data[i];
        const double height = edge->label.text.len ? JP_CHART_SMALLEST * 1.3 : 0;
        jp_vec_push(
            &layout->edges,
            (struct jp_layout_edge){
                .source = edge->source,
                .target = edge->target,
                .weight = edge->edge->is_again ? 0 : jp_chart_share(chart, edge->edge->size),
                .arrow = ARROW + edge->width,
                .label_width = edge->label.width + (height > 0 ? 6 : 0),
                .label_height = height,
            });
    }
}

static void take_layout(struct jp_chart *chart, const struct jp_layout *layout)
{
    for (size_t i = 0; i < chart->boxes.count; i++) {
        chart->boxes.data[i].at.x = layout->boxes.data[i].at.x;
        chart->boxes.data[i].at.y = layout->boxes.data[i].at.y;
    }
    for (size_t i = 0; i < layout->points.count; i++)
        jp_vec_push(&chart->points, layout->points.data[i]);
    for (size_t i = 0; i < chart->edges.count; i++) {
        struct jp_chart_edge *const edge = &chart->edges.data[i];
        const struct jp_layout_edge *const placed = &layout->edges.data[i];
        edge->first = placed->first;
        edge->point_count = placed->count;
        edge->tip = placed->tip;
        edge->label.at.x = placed->label.x - edge->label.width / 2;
        edge->label.at.y = placed->label.y + JP_CHART_SMALLEST * 0.36;
    }
}

static void move(struct jp_point *point, double x, double y)
{
    point->x += x;
    point->y += y;
}

static void move_all(struct jp_chart *chart, double x, double y)
{
    for (size_t i = 0; i < chart->boxes.count; i++) {
        chart->boxes.data[i].at.x += x;
        chart->boxes.data[i].at.y += y;
    }
    for (size_t i = 0; i < chart->edges.count; i++) {
        move(&chart->edges.data[i].tip, x, y);
        move(&chart->edges.data[i].label.at, x, y);
    }
    for (size_t i = 0; i < chart->points.count; i++)
        move(&chart->points.data[i], x, y);
}

static bool place(struct jp_chart *chart, size_t all_nodes, struct jp_error *error)
{
    struct jp_layout layout = {.is_sideways = chart->is_sideways};

    fill_layout(&layout, chart);
    const bool fine = jp_layout_place(&layout, error);
    if (fine) {
        take_layout(chart, &layout);
        const double top =
            jp_chart_add_legend(chart, all_nodes, layout.width + 2 * JP_CHART_MARGIN);
        chart->height = top + layout.height + 2 * JP_CHART_MARGIN;
        move_all(chart, (chart->width - layout.width) / 2, top + JP_CHART_MARGIN);
    }
    jp_layout_release(&layout);
    return fine;
}

static void clear(struct jp_chart *chart)
{
    jp_runs_release(&chart->runs);
    chart->lines.count = 0;
    chart->boxes.count = 0;
    chart->edges.count = 0;
    chart->points.count = 0;
    jp_arena_release(&chart->arena);
}

static bool build(struct jp_chart *chart, size_t all_nodes, struct jp_error *error)
{
    clear(chart);
    jp_runs_init(&chart->runs, chart->graph);
    chart->largest = 0;
    for (size_t i = 0; i < chart->runs.list.count; i++)
        chart->largest = fmax(chart->largest, fabs(chart->runs.list.data[i].flat));
    for (size_t i = 0; i < chart->runs.list.count; i++)
        jp_chart_add_box(chart, &chart->runs.list.data[i]);
    for (size_t i = 0; i < chart->runs.edges.count; i++)
        jp_chart_add_edge(chart, &chart->runs.edges.data[i]);
    jp_chart_thin_edges(chart);
    return place(chart, all_nodes, error);
}

static bool fits(const struct jp_chart *chart)
{
    return chart->width <= JP_CHART_PAGE_WIDTH && chart->height <= JP_CHART_PAGE_HEIGHT;
}

/* The COUNT most important nodes, with the callers on top or, where only that fits, on the left. */
static bool try_count(struct jp_chart *chart, const struct jp_graph *whole, size_t count,
                      struct jp_error *error)
{
    jp_graph_release(chart->graph);
    jp_graph_copy(chart->graph, whole);
    jp_graph_cut(chart->graph, count);
    chart->is_sideways = false;
    if (!build(chart, whole->nodes.count, error))
        return false;
    if (fits(chart))
        return true;
    chart->is_sideways = true;
    return build(chart, whole->nodes.count, error);
}

/* What the nodes hold themselves. */
static double held(const struct jp_graph *graph)
{
    double sum = 0;

    for (size_t i = 0; i < graph->nodes.count; i++)
        sum += fabs(graph->nodes.data[i].flat);
    return sum;
}

/* The largest number of nodes that fits, by halving; one node is shown in any case. */
static bool find_fitting(struct jp_chart *chart, const struct jp_graph *whole,
                         struct jp_error *error)
{
    size_t fitting = 1;
    size_t excessive = whole->nodes.count + 1;
    size_t last = 0;

    for (size_t count = whole->nodes.count; excessive - fitting > 1;
         count = fitting + (excessive - fitting) / 2) {
        if (!try_count(chart, whole, count, error))
            return false;
        if (fits(chart))
            fitting = count;
        else
            excessive = count;
        last = count;
    }
    if (last != fitting && !try_count(chart, whole, fitting, error))
        return false;
    return held(chart->graph) < 0.5 * held(whole)
               ? try_count(chart, whole, whole->nodes.count, error)
               : true;
}

bool jp_chart_init(struct jp_chart *chart, const struct jp_report_context *context,
                   struct jp_graph *graph, const struct jp_chart_options *options,
                   struct jp_fonts *fonts, struct jp_error *error)
{
    struct jp_graph whole;

    *chart = (struct jp_chart){
        .fonts = fonts,
        .context = context,
        .graph = graph,
        .options = *options,
        .is_difference = jp_profile_has_base(context->profile),
    };
    if (graph->nodes.count > JP_CHART_MOST)
        jp_graph_cut(graph, JP_CHART_MOST);
    jp_report_labels_init(&chart->labels, context->profile, context->keys);
    find_places(chart);
    if (options->keep_all)
        return build(chart, graph->nodes.count, error);
    jp_graph_copy(&whole, graph);
    const bool fine = find_fitting(chart, &whole, error);
    jp_graph_release(&whole);
    return fine;
}

void jp_chart_release(struct jp_chart *chart)
{
    clear(chart);
    jp_report_labels_release(&chart->labels);
    jp_vec_release(&chart->lines);
    jp_vec_release(&chart->boxes);
    jp_vec_release(&chart->edges);
    jp_vec_release(&chart->points);
    jp_vec_release(&chart->legend);
    free(chart->location_of_key);
    free(chart->frame_of_key);
}
