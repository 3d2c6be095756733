/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_chart_private.h"

#include "jp_caption.h"
#include "jp_number.h"

#include <inttypes.h>
#include <math.h>

static const struct jp_font title_font = {16, true};
static const struct jp_font text_font = {JP_CHART_SMALLEST, false};

static void add_text(struct jp_chart *chart, struct jp_buf *text, struct jp_font font)
{
    const struct jp_span copy = jp_arena_span(&chart->arena, jp_buf_span(text));
    const struct jp_span clean = jp_caption_clean(copy, &chart->arena);

    jp_vec_push(&chart->legend, jp_chart_line_of(chart, clean, font, false));
    jp_buf_clear(text);
}

static const char *metric_name(enum jp_metric metric)
{
    switch (metric) {
    case JP_INUSE_OBJECTS:
        return "live objects";
    case JP_ALLOC_BYTES:
        return "bytes allocated since the start";
    case JP_ALLOC_OBJECTS:
        return "objects allocated since the start";
    default:
        return "live bytes";
    }
}

static void add_title(struct jp_chart *chart, struct jp_buf *text)
{
    const struct jp_report_context *const context = chart->context;
    const struct jp_span program = jp_span_basename(jp_span_of(context->program));

    jp_buf_add(text, program.len ? program : JP_SPAN("heap"));
    jp_buf_format(text, ": %s%s", chart->is_difference ? "change of " : "",
                  metric_name(context->view->metric));
    if (context->thread_name)
        jp_buf_format(text, ", thread %s", context->thread_name);
    jp_buf_add_text(text, ", ");
    jp_chart_add_value(text, chart, context->view->total);
    add_text(chart, text, title_font);
}

static void add_dumps_of(const struct jp_profile *profile, struct jp_buf *text, enum jp_side side,
                         const char *word)
{
    enum { SHOWN = 3 };
    size_t count = 0;

    for (size_t i = 0; i < profile->sources.count; i++) {
        const struct jp_source *const source = &profile->sources.data[i];
        if (source->side != side || count++ >= SHOWN)
            continue;
        jp_buf_add_text(text, count == 1 ? word : ", ");
        jp_buf_add(text, jp_span_basename(jp_intern_span(&profile->strings, source->path)));
    }
    if (count > SHOWN)
        jp_buf_format(text, " and %zu more", count - SHOWN);
}

/* "one sample in 512 KiB", or that the dumps differ. */
static void add_period(const struct jp_profile *profile, struct jp_buf *text)
{
    const uint64_t period = profile->sources.count ? profile->sources.data[0].period_bytes : 0;

    for (size_t i = 1; i < profile->sources.count; i++) {
        if (profile->sources.data[i].period_bytes != period) {
            jp_buf_add_text(text, "; sampling periods differ");
            return;
        }
    }
    if (period > 1) {
        jp_buf_add_text(text, "; one sample in ");
        jp_number_bytes(text, (double)period);
    }
}

static void add_dumps(struct jp_chart *chart, struct jp_buf *text)
{
    const struct jp_profile *const profile = chart->context->profile;

    add_dumps_of(profile, text, JP_SIDE_MAIN, "");
    add_dumps_of(profile, text, JP_SIDE_BASE, " less ");
    add_period(profile, text);
    add_text(chart, text, text_font);
}

/* What filters left, where there are any. */
static void add_kept(struct jp_chart *chart, struct jp_buf *text)
{
    const struct jp_view *const view = chart->context->view;

    if (fabs(view->kept - view->total) < 0.5)
        return;
    jp_buf_add_text(text, "Filters leave ");
    jp_chart_add_value(text, chart, view->kept);
    jp_buf_add_text(text, " (");
    jp_report_share(text, view->kept, view->total);
    jp_buf_add_text(text, " of the total); shares are of that");
    add_text(chart, text, text_font);
}

static void add_change(struct jp_chart *chart, struct jp_buf *text)
{
    const struct jp_graph *const graph = chart->graph;

    if (!chart->is_difference)
        return;
    jp_buf_add_text(text, "Grew ");
    jp_chart_add_value(text, chart, (graph->flat_size + graph->flat_total) / 2);
    jp_buf_add_text(text, ", shrank ");
    jp_chart_add_value(text, chart, (graph->flat_total - graph->flat_size) / 2);
    jp_buf_add_text(text, "; shares are of both together");
    add_text(chart, text, text_font);
}

static void add_shown(struct jp_chart *chart, struct jp_buf *text)
{
    const struct jp_graph *const graph = chart->graph;
    const size_t count = graph->nodes.count;
    const size_t calls = graph->dropped_edges + chart->thinned_count;
    double shown = 0;

    for (size_t i = 0; i < count; i++)
        shown += fabs(graph->nodes.data[i].flat);
    jp_buf_format(text, "%zu %s in %zu %s: ", count,
                  jp_number_words(count, "function", "functions"), chart->boxes.count,
                  jp_number_words(chart->boxes.count, "box", "boxes"));
    jp_report_share(text, shown, graph->flat_size);
    jp_buf_add_text(text, chart->is_difference ? " of the change" : " of the memory");
    if (graph->dropped_nodes == 0) {
        jp_buf_add_text(text, ", nothing is hidden");
    } else {
        jp_buf_format(text, "; %zu hidden with ", graph->dropped_nodes);
        jp_chart_add_value(text, chart, graph->dropped_flat);
        jp_buf_add_text(text, " of their own");
    }
    if (calls)
        jp_buf_format(text, ", and %zu %s", calls, jp_number_words(calls, "call", "calls"));
    add_text(chart, text, text_font);
}

static void add_folded(struct jp_chart *chart, struct jp_buf *text)
{
    const size_t count = chart->options.folded_count;

    if (count == 0)
        return;
    jp_buf_format(text,
                  "%zu %s of allocators, containers and libraries folded into callers, with "
                  "%.1f%% of the total: --no-fold",
                  count, jp_number_words(count, "frame", "frames"),
                  100 * chart->options.folded_share);
    add_text(chart, text, text_font);
}

static void add_limits(struct jp_chart *chart, struct jp_buf *text, size_t all_nodes)
{
    const size_t count = chart->graph->nodes.count;

    if (count < all_nodes)
        jp_buf_format(text, "As many as can be read on one page; --nodecount=%zu shows %zu more",
                      all_nodes, all_nodes - count);
    else if (chart->graph->dropped_nodes && chart->graph->node_limit > 0)
        jp_buf_add_text(text, "--nodecount and --nodefraction=0 show more");
    if (text->len)
        add_text(chart, text, text_font);
}

double jp_chart_add_legend(struct jp_chart *chart, size_t all_nodes, double width)
{
    struct jp_buf text = JP_BUF_INIT;
    double y = JP_CHART_MARGIN;
    double text_width = 0;

    chart->legend.count = 0;
    add_title(chart, &text);
    add_dumps(chart, &text);
    add_change(chart, &text);
    add_kept(chart, &text);
    add_shown(chart, &text);
    add_folded(chart, &text);
    add_limits(chart, &text, all_nodes);
    jp_buf_release(&text);
    for (size_t i = 0; i < chart->legend.count; i++) {
        struct jp_chart_line *const line = &chart->legend.data[i];
        line->at.x = JP_CHART_MARGIN;
        line->at.y = y + jp_fonts_ascent(chart->fonts, line->font);
        y = line->at.y + jp_fonts_descent(chart->fonts, line->font) + 2;
        text_width = fmax(text_width, line->width);
    }
    /* The key stands beside the text when the page is wide enough, else below it. */
    const double beside = text_width + 4 * JP_CHART_MARGIN + JP_CHART_KEY_WIDTH;
    chart->width = fmax(width, text_width + 2 * JP_CHART_MARGIN);
    if (fmax(width, beside) <= JP_CHART_PAGE_WIDTH || width >= beside) {
        chart->width = fmax(width, beside);
        chart->key =
            (struct jp_point){chart->width - JP_CHART_MARGIN - JP_CHART_KEY_WIDTH, JP_CHART_MARGIN};
        return fmax(y, JP_CHART_MARGIN + JP_CHART_KEY_HEIGHT);
    }
    chart->key = (struct jp_point){JP_CHART_MARGIN, y + JP_CHART_MARGIN / 2.0};
    return chart->key.y + JP_CHART_KEY_HEIGHT;
}
