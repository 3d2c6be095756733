/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_canvas_svg.h"

#include "jp_number.h"
#include "jp_svg.h"

#include <math.h>

extern const unsigned char jp_graph_css[];
extern const unsigned char jp_graph_js[];

static struct jp_buf *out_of(struct jp_canvas *canvas)
{
    return ((struct jp_canvas_svg *)canvas)->out;
}

static void add_colour(struct jp_buf *out, const char *name, struct jp_colour colour)
{
    jp_buf_format(out, " %s=\"#%02x%02x%02x\"", name, (unsigned)lround(colour.red * 255),
                  (unsigned)lround(colour.green * 255), (unsigned)lround(colour.blue * 255));
}

static void add_pen(struct jp_buf *out, const struct jp_pen *pen)
{
    if (pen->has_fill)
        add_colour(out, "fill", pen->fill);
    else
        jp_buf_add_text(out, " fill=\"none\"");
    if (pen->width > 0) {
        add_colour(out, "stroke", pen->line);
        jp_svg_attribute(out, "stroke-width", pen->width);
    }
    if (pen->dash != JP_DASH_NONE) {
        double dashes[2];
        jp_pen_dashes(pen, dashes);
        jp_buf_add_text(out, " stroke-dasharray=\"");
        jp_svg_number(out, dashes[0]);
        jp_buf_add_byte(out, ' ');
        jp_svg_number(out, dashes[1]);
        jp_buf_add_byte(out, '"');
    }
    jp_buf_add_text(out, "/>\n");
}

static void add_point(struct jp_buf *out, struct jp_point point)
{
    jp_svg_number(out, point.x);
    jp_buf_add_byte(out, ' ');
    jp_svg_number(out, point.y);
}

/* Whole bytes or objects, as --show_bytes prints them. */
static void add_value(struct jp_buf *out, const char *name, double value)
{
    jp_buf_format(out, " data-%s=\"", name);
    jp_number_integer(out, value);
    jp_buf_add_byte(out, '"');
}

static void begin_box(struct jp_buf *out, const struct jp_part *part)
{
    jp_buf_format(out, "<g class=\"box\" id=\"n%u\" tabindex=\"0\" role=\"img\"", part->id + 1);
    add_value(out, "flat", part->flat);
    add_value(out, "cum", part->value);
    jp_buf_add_text(out, " data-name=\"");
    jp_svg_text(out, part->name);
    jp_buf_add_text(out, "\">");
}

static void begin_edge(struct jp_buf *out, const struct jp_part *part)
{
    jp_buf_format(out, "<a class=\"edge\" id=\"e%u\" href=\"#n%u\" tabindex=\"-1\"", part->id + 1,
                  part->target + 1);
    jp_buf_format(out, " data-from=\"n%u\" data-to=\"n%u\"", part->source + 1, part->target + 1);
    add_value(out, "value", part->value);
    if (part->again != 0)
        add_value(out, "again", part->again);
    jp_buf_add_byte(out, '>');
}

static const char *tag_of(enum jp_part_kind kind)
{
    return kind == JP_PART_EDGE ? "a" : "g";
}

static void begin(struct jp_canvas *canvas, const struct jp_part *part)
{
    struct jp_canvas_svg *const svg = (struct jp_canvas_svg *)canvas;

    svg->open = part->kind;
    if (part->kind == JP_PART_BOX)
        begin_box(svg->out, part);
    else if (part->kind == JP_PART_EDGE)
        begin_edge(svg->out, part);
    else
        jp_buf_add_text(svg->out, "<g class=\"legend\">");
    if (part->title.len) {
        jp_buf_add_text(svg->out, "<title>");
        jp_svg_text(svg->out, part->title);
        jp_buf_add_text(svg->out, "</title>");
    }
    jp_buf_add_byte(svg->out, '\n');
}

static void end(struct jp_canvas *canvas)
{
    const struct jp_canvas_svg *const svg = (struct jp_canvas_svg *)canvas;

    jp_buf_format(svg->out, "</%s>\n", tag_of(svg->open));
}

static void box(struct jp_canvas *canvas, const struct jp_rectangle *at, const struct jp_pen *pen)
{
    struct jp_buf *const out = out_of(canvas);

    jp_buf_add_text(out, "<rect");
    jp_svg_attribute(out, "x", at->x);
    jp_svg_attribute(out, "y", at->y);
    jp_svg_attribute(out, "width", at->width);
    jp_svg_attribute(out, "height", at->height);
    if (at->radius > 0)
        jp_svg_attribute(out, "rx", at->radius);
    add_pen(out, pen);
}

static void curve(struct jp_canvas *canvas, const struct jp_point *points, size_t count,
                  const struct jp_pen *pen)
{
    struct jp_buf *const out = out_of(canvas);

    jp_buf_add_text(out, "<path d=\"M");
    for (size_t i = 0; i < count; i++) {
        jp_buf_add_text(out, i == 0 ? "" : i % 3 == 1 ? "C" : " ");
        add_point(out, points[i]);
    }
    jp_buf_add_byte(out, '"');
    add_pen(out, pen);
}

static void polygon(struct jp_canvas *canvas, const struct jp_point *points, size_t count,
                    const struct jp_pen *pen)
{
    struct jp_buf *const out = out_of(canvas);

    jp_buf_add_text(out, "<polygon points=\"");
    for (size_t i = 0; i < count; i++) {
        jp_buf_add_text(out, i ? " " : "");
        add_point(out, points[i]);
    }
    jp_buf_add_byte(out, '"');
    add_pen(out, pen);
}

/* The width keeps the text inside its box where the browser has another font. */
static void text(struct jp_canvas *canvas, const struct jp_canvas_text *text)
{
    struct jp_buf *const out = out_of(canvas);

    jp_buf_add_text(out, "<text");
    jp_svg_attribute(out, "x", text->at.x);
    jp_svg_attribute(out, "y", text->at.y);
    jp_svg_attribute(out, "font-size", text->font.size);
    if (text->font.is_bold)
        jp_buf_add_text(out, " font-weight=\"bold\"");
    jp_svg_attribute(out, "textLength", text->width);
    jp_buf_add_text(out, " lengthAdjust=\"spacingAndGlyphs\"");
    add_colour(out, "fill", text->colour);
    jp_buf_add_byte(out, '>');
    jp_svg_text(out, text->text);
    jp_buf_add_text(out, "</text>\n");
}

static const struct jp_canvas_ops ops = {begin, end, box, curve, polygon, text};

void jp_canvas_svg_start(struct jp_canvas_svg *svg, struct jp_buf *out,
                         const struct jp_picture *picture)
{
    *svg = (struct jp_canvas_svg){.canvas = {&ops}, .out = out};
    jp_buf_add_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                         "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    jp_buf_add_text(out, " width=\"");
    jp_svg_number(out, picture->width * picture->scale);
    jp_buf_add_text(out, "pt\" height=\"");
    jp_svg_number(out, picture->height * picture->scale);
    jp_buf_add_text(out, "pt\" viewBox=\"0 0 ");
    jp_svg_number(out, picture->width);
    jp_buf_add_byte(out, ' ');
    jp_svg_number(out, picture->height);
    jp_buf_add_byte(out, '"');
    add_value(out, "total", picture->total);
    jp_buf_add_text(out, " data-unit=\"");
    jp_svg_text(out, jp_span_of(picture->unit));
    jp_buf_add_text(out, "\" font-family=\"" JP_FONT_FAMILIES "\">\n<title>");
    jp_svg_text(out, jp_span_of(picture->title));
    jp_buf_format(out, "</title>\n<style>\n%s</style>\n", (const char *)jp_graph_css);
    jp_buf_add_text(out, "<rect class=\"paper\"");
    jp_svg_attribute(out, "width", picture->width);
    jp_svg_attribute(out, "height", picture->height);
    jp_buf_add_text(out, " fill=\"#ffffff\"/>\n<g id=\"graph\">\n");
}

void jp_canvas_svg_finish(struct jp_canvas_svg *svg)
{
    jp_buf_format(svg->out, "</g>\n<script><![CDATA[\n%s]]></script>\n</svg>\n",
                  (const char *)jp_graph_js);
}
