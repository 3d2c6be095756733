/* SPDX-License-Identifier: BSD-2-Clause */
/* The canvas of --pdf, --ps and --png. */
#ifndef JP_CANVAS_CAIRO_H
#define JP_CANVAS_CAIRO_H

#include "jp_canvas.h"
#include "jp_canvas_svg.h"

#include <cairo.h>

enum jp_cairo_format { JP_CAIRO_PDF, JP_CAIRO_PS, JP_CAIRO_PNG };

struct jp_canvas_cairo {
    struct jp_canvas canvas; /* first: operations get a pointer to it */
    enum jp_cairo_format format;
    struct jp_buf *out;
    size_t start; /* of this picture in it */
    struct jp_fonts *fonts;
    cairo_surface_t *surface;
    cairo_t *cairo;
    enum jp_part_kind open; /* what end() ends */
};

/*
 * DPI is the resolution of PNG. False: the picture would be larger than the format allows, and
 * there is nothing to finish.
 */
JP_MUST_CHECK bool jp_canvas_cairo_start(struct jp_canvas_cairo *canvas,
                                         enum jp_cairo_format format, struct jp_buf *out,
                                         const struct jp_picture *picture, double dpi,
                                         struct jp_fonts *fonts, struct jp_error *error);
/* An entry of the PDF's outline that leads to a box; nothing in other formats. */
void jp_canvas_cairo_bookmark(struct jp_canvas_cairo *canvas, const char *name, uint32_t box);
/* Write what is left; false: cairo has failed. */
JP_MUST_CHECK bool jp_canvas_cairo_finish(struct jp_canvas_cairo *canvas, struct jp_error *error);

#endif
