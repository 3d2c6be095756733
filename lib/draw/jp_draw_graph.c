/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_draw_graph.h"

#include "jp_canvas_cairo.h"
#include "jp_chart_private.h"

#include <math.h>
#include <stdlib.h>

static const struct jp_colour black = {0, 0, 0};
static const struct jp_colour frame = {0.35, 0.35, 0.35};

/* Less strong than the ink of BACKGROUND, but with enough contrast to be read (4.5 to 1). */
static struct jp_colour faint_ink(struct jp_colour background)
{
    const struct jp_colour ink = jp_palette_ink(background);
    struct jp_colour faint = ink;

    for (int step = 0; step < 8; step++) {
        const double part = 0.05;
        const struct jp_colour next = {faint.red + (background.red - ink.red) * part,
                                       faint.green + (background.green - ink.green) * part,
                                       faint.blue + (background.blue - ink.blue) * part};
        if (jp_palette_contrast(next, background) < 4.5)
            break;
        faint = next;
    }
    return faint;
}

static void draw_line(struct jp_canvas *canvas, const struct jp_chart_line *line, double x,
                      double y, struct jp_colour colour)
{
    const struct jp_canvas_text text = {
        .text = line->text,
        .font = line->font,
        .colour = colour,
        .at = {line->at.x + x, line->at.y + y},
        .width = line->width,
    };

    canvas->ops->text(canvas, &text);
}

static void draw_box(struct jp_canvas *canvas, const struct jp_chart *chart, uint32_t id)
{
    const struct jp_chart_box *const box = &chart->boxes.data[id];
    const struct jp_part part = {
        .kind = JP_PART_BOX,
        .id = id,
        .flat = box->run->flat,
        .value = box->run->cum,
        .name = box->name,
        .title = box->title,
        .at = box->at,
    };
    const struct jp_pen pen = {.has_fill = true, .fill = box->fill, .width = 0.8, .line = frame};
    const struct jp_pen outline = {.width = 0.8, .line = frame};
    const struct jp_colour ink = jp_palette_ink(box->fill);
    const struct jp_colour faint = faint_ink(box->fill);

    canvas->ops->begin(canvas, &part);
    canvas->ops->box(canvas, &box->at, &pen);
    for (int i = 1; i < box->outline_count; i++) {
        const double inset = 2.0 * i;
        const struct jp_rectangle inner = {box->at.x + inset, box->at.y + inset,
                                           box->at.width - 2 * inset, box->at.height - 2 * inset,
                                           box->at.radius};
        canvas->ops->box(canvas, &inner, &outline);
    }
    for (uint32_t i = 0; i < box->line_count; i++) {
        const struct jp_chart_line *const line = &chart->lines.data[box->first_line + i];
        draw_line(canvas, line, box->at.x, box->at.y, line->is_faint ? faint : ink);
    }
    canvas->ops->end(canvas);
}

/* A triangle from the end of the curve to the tip. */
static void draw_arrow(struct jp_canvas *canvas, struct jp_point from, struct jp_point tip,
                       double width, struct jp_colour colour)
{
    const double length = hypot(tip.x - from.x, tip.y - from.y);
    const double half = 2.2 + width * 0.65;
    const struct jp_pen pen = {.has_fill = true, .fill = colour};

    if (length < 0.1)
        return;
    const double across_x = -(tip.y - from.y) / length * half;
    const double across_y = (tip.x - from.x) / length * half;
    const struct jp_point points[] = {
        {from.x + across_x, from.y + across_y}, tip, {from.x - across_x, from.y - across_y}};
    canvas->ops->polygon(canvas, points, JP_COUNT_OF(points), &pen);
}

static void draw_edge(struct jp_canvas *canvas, const struct jp_chart *chart, uint32_t id)
{
    static const struct jp_colour white = {1, 1, 1};
    const struct jp_chart_edge *const edge = &chart->edges.data[id];
    const struct jp_point *const points = &chart->points.data[edge->first];
    const struct jp_part part = {
        .kind = JP_PART_EDGE,
        .id = id,
        .source = edge->source,
        .target = edge->target,
        .value = edge->edge->value,
        .again = edge->edge->again,
        .title = edge->title,
    };
    const struct jp_pen pen = {.width = edge->width, .line = edge->colour, .dash = edge->dash};

    canvas->ops->begin(canvas, &part);
    canvas->ops->curve(canvas, points, edge->point_count, &pen);
    draw_arrow(canvas, points[edge->point_count - 1], edge->tip, edge->width, edge->colour);
    if (edge->label.text.len) {
        const struct jp_rectangle behind = {edge->label.at.x - 2, edge->label.at.y - 9,
                                            edge->label.width + 4, 12, 2};
        canvas->ops->box(canvas, &behind, &(struct jp_pen){.has_fill = true, .fill = white});
        draw_line(canvas, &edge->label, 0, 0, black);
    }
    canvas->ops->end(canvas);
}

static void draw_words(struct jp_canvas *canvas, const struct jp_chart *chart, double x, double y,
                       const char *words)
{
    const struct jp_font font = {JP_CHART_SMALLEST, false};
    const struct jp_span text = jp_span_of(words);
    const struct jp_chart_line line = {
        .text = text, .font = font, .width = jp_fonts_width(chart->fonts, text, font)};

    draw_line(canvas, &line, x, y, black);
}

/* Colours from the smallest to the largest share. */
static void draw_scale(struct jp_canvas *canvas, const struct jp_chart *chart, double x, double y)
{
    enum { STEPS = 7, WIDTH = 18, HEIGHT = 11 };

    for (int i = 0; i < STEPS; i++) {
        const double part = (double)i / (STEPS - 1);
        const struct jp_rectangle at = {x + i * WIDTH, y, WIDTH, HEIGHT, 0};
        const struct jp_pen pen = {
            .has_fill = true,
            .fill = chart->is_difference ? jp_palette_change(2 * part - 1) : jp_palette_share(part),
            .width = 0.4,
            .line = frame,
        };
        canvas->ops->box(canvas, &at, &pen);
    }
    draw_words(canvas, chart, x + STEPS * WIDTH + 8, y + 9,
               chart->is_difference ? "shrank \xe2\x80\xa6 grew"
                                    : "held here: none \xe2\x80\xa6 all");
}

static void draw_sample(struct jp_canvas *canvas, const struct jp_chart *chart, double x, double y,
                        struct jp_pen pen, const char *words)
{
    const struct jp_point points[] = {{x, y}, {x + 15, y}, {x + 30, y}, {x + 40, y}};

    canvas->ops->curve(canvas, points, JP_COUNT_OF(points), &pen);
    draw_words(canvas, chart, x + 50, y + 3.5, words);
}

static void draw_key(struct jp_canvas *canvas, const struct jp_chart *chart)
{
    const double x = chart->key.x;
    const double y = chart->key.y;
    const struct jp_colour strong = jp_chart_edge_colour(chart, chart->graph->flat_size);

    if (chart->options.heapcheck)
        draw_words(canvas, chart, x, y + 9, "gray: holds memory; three outlines: released some");
    else
        draw_scale(canvas, chart, x, y);
    draw_sample(canvas, chart, x, y + 23, (struct jp_pen){.width = 6, .line = strong},
                "call: as wide as what comes through it");
    draw_sample(canvas, chart, x, y + 39,
                (struct jp_pen){.width = 1.5, .line = frame, .dash = JP_DASH_DASHED},
                "inlined call");
    draw_sample(canvas, chart, x, y + 55,
                (struct jp_pen){.width = 1.5, .line = frame, .dash = JP_DASH_DOTTED},
                "\xe2\x86\xbb recursion, counted once");
}

static void draw(struct jp_canvas *canvas, const struct jp_chart *chart)
{
    const struct jp_part legend = {.kind = JP_PART_LEGEND};

    canvas->ops->begin(canvas, &legend);
    for (size_t i = 0; i < chart->legend.count; i++)
        draw_line(canvas, &chart->legend.data[i], 0, 0, black);
    draw_key(canvas, chart);
    canvas->ops->end(canvas);
    for (uint32_t i = (uint32_t)chart->edges.count; i-- > 0;)
        draw_edge(canvas, chart, i); /* the widest ones last, on top */
    for (uint32_t i = 0; i < chart->boxes.count; i++)
        draw_box(canvas, chart, i);
}

struct entry {
    uint32_t box;
    double size;
};

static int compare_entries(const void *left, const void *right)
{
    const struct entry *const a = left;
    const struct entry *const b = right;

    if (a->size != b->size)
        return a->size < b->size ? 1 : -1;
    return (a->box > b->box) - (a->box < b->box);
}

/* What holds memory, the largest first. */
static void add_bookmarks(struct jp_canvas_cairo *canvas, const struct jp_chart *chart)
{
    JP_VEC(struct entry) list = {0};

    for (uint32_t i = 0; i < chart->boxes.count; i++) {
        const double size = fabs(chart->boxes.data[i].run->flat);
        if (size > 0)
            jp_vec_push(&list, (struct entry){i, size});
    }
    if (list.count)
        qsort(list.data, list.count, sizeof *list.data, compare_entries);
    for (size_t i = 0; i < list.count; i++) {
        struct jp_buf text = JP_BUF_INIT;
        const struct jp_chart_box *const box = &chart->boxes.data[list.data[i].box];
        jp_chart_add_value(&text, chart, box->run->flat);
        jp_buf_add_text(&text, "  ");
        jp_buf_add(&text, box->name);
        jp_canvas_cairo_bookmark(canvas, text.ptr, list.data[i].box);
        jp_buf_release(&text);
    }
    jp_vec_release(&list);
}

static bool draw_cairo(struct jp_buf *out, const struct jp_chart *chart,
                       const struct jp_draw_options *options, const struct jp_picture *picture,
                       struct jp_error *error)
{
    const enum jp_cairo_format format = options->format == JP_PICTURE_PDF  ? JP_CAIRO_PDF
                                        : options->format == JP_PICTURE_PS ? JP_CAIRO_PS
                                                                           : JP_CAIRO_PNG;
    struct jp_canvas_cairo canvas;

    if (!jp_canvas_cairo_start(&canvas, format, out, picture, options->dpi, chart->fonts, error))
        return false;
    draw(&canvas.canvas, chart);
    add_bookmarks(&canvas, chart);
    return jp_canvas_cairo_finish(&canvas, error);
}

bool jp_draw_graph(struct jp_buf *out, const struct jp_chart *chart,
                   const struct jp_draw_options *options, struct jp_error *error)
{
    struct jp_buf title = JP_BUF_INIT;
    bool fine = true;

    jp_buf_add(&title, chart->legend.data[0].text);
    const struct jp_picture picture = {
        .width = ceil(chart->width),
        .height = ceil(chart->height),
        .scale = options->scale,
        .title = title.ptr,
        .unit = jp_chart_counts_objects(chart) ? "objects" : "B",
        .total = chart->graph->flat_size,
    };
    if (options->format == JP_PICTURE_SVG) {
        struct jp_canvas_svg canvas;
        jp_canvas_svg_start(&canvas, out, &picture);
        draw(&canvas.canvas, chart);
        jp_canvas_svg_finish(&canvas);
    } else {
        fine = draw_cairo(out, chart, options, &picture, error);
    }
    jp_buf_release(&title);
    return fine;
}
