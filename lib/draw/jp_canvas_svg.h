/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The canvas of --svg. The file stands for itself: text in it can be searched and selected, each
 * box and edge is a group with its numbers as data- attributes and as a title that viewers show
 * where the pointer is. The script that comes with it (jp_graph.js) adds moving, searching and
 * highlighting; the picture is complete without it.
 */
#ifndef JP_CANVAS_SVG_H
#define JP_CANVAS_SVG_H

#include "jp_canvas.h"

struct jp_canvas_svg {
    struct jp_canvas canvas; /* first: operations get a pointer to it */
    struct jp_buf *out;
    enum jp_part_kind open; /* what end() ends */
};

struct jp_picture {
    double width, height; /* points */
    double scale;         /* how much larger than that it is shown */
    const char *title;
    const char *unit; /* of the numbers: "B" or "objects" */
    double total;     /* what shares are of */
};

/* Appends the head; what is drawn follows; jp_canvas_svg_finish ends it. */
void jp_canvas_svg_start(struct jp_canvas_svg *svg, struct jp_buf *out,
                         const struct jp_picture *picture);
void jp_canvas_svg_finish(struct jp_canvas_svg *svg);

#endif
