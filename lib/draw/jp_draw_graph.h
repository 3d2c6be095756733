/* SPDX-License-Identifier: BSD-2-Clause */
/* --svg, --pdf, --ps and --png: the call graph as a picture. */
#ifndef JP_DRAW_GRAPH_H
#define JP_DRAW_GRAPH_H

#include "jp_chart.h"

enum jp_picture_format { JP_PICTURE_SVG, JP_PICTURE_PDF, JP_PICTURE_PS, JP_PICTURE_PNG };

struct jp_draw_options {
    enum jp_picture_format format;
    double dpi;   /* PNG: pixels to the inch */
    double scale; /* how much larger than its natural size the picture is */
};

/* Append the picture of CHART. False: it is too large for the format. */
JP_MUST_CHECK bool jp_draw_graph(struct jp_buf *out, const struct jp_chart *chart,
                                 const struct jp_draw_options *options, struct jp_error *error);

#endif
