/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_canvas_cairo.h"

#include <cairo-pdf.h>
#include <cairo-ps.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    POINTS_PER_INCH = 72,
    PIXEL_LIMIT = 32767, /* of cairo's images, in either direction */
};

static struct jp_canvas_cairo *of(struct jp_canvas *canvas)
{
    return (struct jp_canvas_cairo *)canvas;
}

static void set_colour(cairo_t *cairo, struct jp_colour colour)
{
    cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue);
}

/* Fill and draw the path that was laid. */
static void use_pen(cairo_t *cairo, const struct jp_pen *pen)
{
    double dashes[2];

    if (pen->has_fill) {
        set_colour(cairo, pen->fill);
        cairo_fill_preserve(cairo);
    }
    if (pen->width > 0) {
        set_colour(cairo, pen->line);
        cairo_set_line_width(cairo, pen->width);
        jp_pen_dashes(pen, dashes);
        cairo_set_dash(cairo, dashes, pen->dash == JP_DASH_NONE ? 0 : 2, 0);
        cairo_stroke_preserve(cairo);
    }
    cairo_new_path(cairo);
}

/* Tags are links and their targets in PDF; other surfaces take no notice. */
static void begin(struct jp_canvas *canvas, const struct jp_part *part)
{
    struct jp_canvas_cairo *const self = of(canvas);
    char text[128];

    self->open = part->kind;
    if (self->format != JP_CAIRO_PDF || part->kind == JP_PART_LEGEND)
        return;
    if (part->kind == JP_PART_BOX) {
        snprintf(text, sizeof text, "name='n%u' x=%.0f y=%.0f", part->id + 1, part->at.x,
                 part->at.y);
        cairo_tag_begin(self->cairo, CAIRO_TAG_DEST, text);
    } else {
        snprintf(text, sizeof text, "dest='n%u'", part->target + 1);
        cairo_tag_begin(self->cairo, CAIRO_TAG_LINK, text);
    }
}

static void end(struct jp_canvas *canvas)
{
    struct jp_canvas_cairo *const self = of(canvas);

    if (self->format == JP_CAIRO_PDF && self->open != JP_PART_LEGEND)
        cairo_tag_end(self->cairo, self->open == JP_PART_BOX ? CAIRO_TAG_DEST : CAIRO_TAG_LINK);
}

static void box(struct jp_canvas *canvas, const struct jp_rectangle *at, const struct jp_pen *pen)
{
    cairo_t *const cairo = of(canvas)->cairo;
    const double radius = at->radius;
    const double right = at->x + at->width;
    const double bottom = at->y + at->height;

    if (radius > 0) {
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, right - radius, at->y + radius, radius, -M_PI_2, 0);
        cairo_arc(cairo, right - radius, bottom - radius, radius, 0, M_PI_2);
        cairo_arc(cairo, at->x + radius, bottom - radius, radius, M_PI_2, M_PI);
        cairo_arc(cairo, at->x + radius, at->y + radius, radius, M_PI, 3 * M_PI_2);
        cairo_close_path(cairo);
    } else {
        cairo_rectangle(cairo, at->x, at->y, at->width, at->height);
    }
    use_pen(cairo, pen);
}

static void curve(struct jp_canvas *canvas, const struct jp_point *points, size_t count,
                  const struct jp_pen *pen)
{
    cairo_t *const cairo = of(canvas)->cairo;

    cairo_move_to(cairo, points[0].x, points[0].y);
    for (size_t i = 1; i + 2 < count; i += 3)
        cairo_curve_to(cairo, points[i].x, points[i].y, points[i + 1].x, points[i + 1].y,
                       points[i + 2].x, points[i + 2].y);
    use_pen(cairo, pen);
}

static void polygon(struct jp_canvas *canvas, const struct jp_point *points, size_t count,
                    const struct jp_pen *pen)
{
    cairo_t *const cairo = of(canvas)->cairo;

    for (size_t i = 0; i < count; i++)
        cairo_line_to(cairo, points[i].x, points[i].y);
    cairo_close_path(cairo);
    use_pen(cairo, pen);
}

static void text(struct jp_canvas *canvas, const struct jp_canvas_text *text)
{
    struct jp_canvas_cairo *const self = of(canvas);

    set_colour(self->cairo, text->colour);
    jp_fonts_show(self->fonts, self->cairo, text->at.x, text->at.y, text->text, text->font);
}

static const struct jp_canvas_ops ops = {begin, end, box, curve, polygon, text};

static cairo_status_t append(void *closure, const unsigned char *data, unsigned int length)
{
    jp_buf_add(closure, (struct jp_span){(const char *)data, length});
    return CAIRO_STATUS_SUCCESS;
}

/* No date: the same input gives the same bytes. */
static cairo_surface_t *new_pdf(struct jp_buf *out, double width, double height, const char *title)
{
    cairo_surface_t *const surface =
        cairo_pdf_surface_create_for_stream(append, out, width, height);

    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, PACKAGE_STRING);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, NULL);
    return surface;
}

static cairo_surface_t *new_ps(struct jp_buf *out, double width, double height, const char *title)
{
    cairo_surface_t *const surface = cairo_ps_surface_create_for_stream(append, out, width, height);
    struct jp_buf comment = JP_BUF_INIT;

    /* A comment of PostScript has at most 255 bytes, and parentheses delimit its text. */
    jp_buf_add_text(&comment, "%%Title: ");
    for (const char *c = title; *c && comment.len < 200; c++)
        jp_buf_add_byte(&comment, *c == '(' || *c == ')' || (*c & 0x80) ? '_' : *c);
    cairo_ps_surface_dsc_comment(surface, comment.ptr);
    jp_buf_release(&comment);
    return surface;
}

static cairo_surface_t *new_surface(enum jp_cairo_format format, struct jp_buf *out,
                                    const struct jp_picture *picture, double pixels)
{
    const double width = picture->width * picture->scale;
    const double height = picture->height * picture->scale;
    cairo_surface_t *surface;

    if (format == JP_CAIRO_PDF)
        surface = new_pdf(out, width, height, picture->title);
    else if (format == JP_CAIRO_PS)
        surface = new_ps(out, width, height, picture->title);
    else
        surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(width * pixels),
                                             (int)ceil(height * pixels));
    return surface;
}

static bool fits(const struct jp_picture *picture, double dpi, struct jp_error *error)
{
    const double length = fmax(picture->width, picture->height) * picture->scale / POINTS_PER_INCH;

    if (length * dpi <= PIXEL_LIMIT)
        return true;
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                 "the picture would be %.0f pixels long, and %d is the most", length * dpi,
                 PIXEL_LIMIT);
    return jp_error_hint(error, "--dpi=%.0f fits, and so does a smaller --nodecount",
                         floor(PIXEL_LIMIT / length));
}

bool jp_canvas_cairo_start(struct jp_canvas_cairo *canvas, enum jp_cairo_format format,
                           struct jp_buf *out, const struct jp_picture *picture, double dpi,
                           struct jp_fonts *fonts, struct jp_error *error)
{
    const double pixels = format == JP_CAIRO_PNG ? dpi / POINTS_PER_INCH : 1;
    const double scale = pixels * picture->scale;

    if (format == JP_CAIRO_PNG && !fits(picture, dpi, error))
        return false;
    *canvas = (struct jp_canvas_cairo){
        .canvas = {&ops},
        .format = format,
        .out = out,
        .start = out->len,
        .fonts = fonts,
        .surface = new_surface(format, out, picture, pixels),
    };
    canvas->cairo = cairo_create(canvas->surface);
    cairo_scale(canvas->cairo, scale, scale);
    cairo_set_line_join(canvas->cairo, CAIRO_LINE_JOIN_MITER);
    cairo_set_source_rgb(canvas->cairo, 1, 1, 1);
    cairo_paint(canvas->cairo);
    return true;
}

void jp_canvas_cairo_bookmark(struct jp_canvas_cairo *canvas, const char *name, uint32_t box)
{
    char link[32];

    if (canvas->format != JP_CAIRO_PDF)
        return;
    snprintf(link, sizeof link, "dest='n%u'", box + 1);
    cairo_pdf_surface_add_outline(canvas->surface, CAIRO_PDF_OUTLINE_ROOT, name, link, 0);
}

/* cairo writes the date into a comment of the head; nothing refers to places in the file. */
static void remove_date(struct jp_buf *out, size_t start)
{
    const struct jp_span all = jp_buf_span(out);
    const size_t at = jp_span_find(all, JP_SPAN("\n%%CreationDate:"), start);
    const size_t end = at == SIZE_MAX ? SIZE_MAX : jp_span_find(all, JP_SPAN("\n"), at + 1);

    if (end == SIZE_MAX)
        return;
    memmove(out->ptr + at, out->ptr + end, out->len - end + 1);
    out->len -= end - at;
}

bool jp_canvas_cairo_finish(struct jp_canvas_cairo *canvas, struct jp_error *error)
{
    cairo_show_page(canvas->cairo);
    cairo_status_t status = cairo_status(canvas->cairo);
    cairo_destroy(canvas->cairo);
    if (canvas->format == JP_CAIRO_PNG && status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream(canvas->surface, append, canvas->out);
    cairo_surface_finish(canvas->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(canvas->surface);
    cairo_surface_destroy(canvas->surface);
    if (canvas->format == JP_CAIRO_PS)
        remove_date(canvas->out, canvas->start);
    return status == CAIRO_STATUS_SUCCESS ||
           jp_error_set(error, JP_EXIT_INTERNAL, NULL, 0, "cairo could not draw: %s",
                        cairo_status_to_string(status));
}
