/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What pictures are drawn on: one routine draws, and the canvas makes PDF, PS, PNG (with cairo) or
 * SVG of it. cairo's own SVG has outlines for text; ours has text, which can be searched and
 * selected. Lengths are in points, y grows downwards.
 */
#ifndef JP_CANVAS_H
#define JP_CANVAS_H

#include "jp_buf.h"
#include "jp_font.h"
#include "jp_layout.h"
#include "jp_palette.h"

enum jp_dash { JP_DASH_NONE, JP_DASH_DASHED, JP_DASH_DOTTED };

struct jp_pen {
    bool has_fill;
    struct jp_colour fill;
    double width; /* of the line; 0: none */
    struct jp_colour line;
    enum jp_dash dash;
};

/* Lengths of the dashes and of the gaps between them: they grow with the line's width. */
static inline void jp_pen_dashes(const struct jp_pen *pen, double lengths[2])
{
    lengths[0] = pen->dash == JP_DASH_DOTTED ? 2 : 4 + 2 * pen->width;
    lengths[1] = pen->dash == JP_DASH_DOTTED ? 3 : 3 + pen->width;
}

struct jp_rectangle {
    double x, y, width, height;
    double radius; /* of the corners */
};

struct jp_canvas_text {
    struct jp_span text; /* valid UTF-8 */
    struct jp_font font;
    struct jp_colour colour;
    struct jp_point at; /* left end of the base line */
    double width;       /* as measured */
};

enum jp_part_kind { JP_PART_LEGEND, JP_PART_BOX, JP_PART_EDGE };

/* Things that belong together, and what is known about them. */
struct jp_part {
    enum jp_part_kind kind;
    uint32_t id;             /* of a box or edge, from 0 */
    uint32_t source, target; /* ids of an edge's boxes */
    double flat;             /* of a box */
    double value;            /* of an edge; cumulative value of a box */
    double again;            /* of an edge: see jp_graph.h */
    struct jp_span name;     /* of a box: one line */
    struct jp_span title;    /* all numbers, several lines */
    struct jp_rectangle at;  /* of a box */
};

struct jp_canvas {
    const struct jp_canvas_ops *ops;
};

struct jp_canvas_ops {
    void (*begin)(struct jp_canvas *canvas, const struct jp_part *part);
    void (*end)(struct jp_canvas *canvas);
    void (*box)(struct jp_canvas *canvas, const struct jp_rectangle *at, const struct jp_pen *pen);
    /* Cubic Bezier curves: 3 n + 1 points. */
    void (*curve)(struct jp_canvas *canvas, const struct jp_point *points, size_t count,
                  const struct jp_pen *pen);
    void (*polygon)(struct jp_canvas *canvas, const struct jp_point *points, size_t count,
                    const struct jp_pen *pen);
    void (*text)(struct jp_canvas *canvas, const struct jp_canvas_text *text);
};

#endif
