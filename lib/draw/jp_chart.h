/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A call graph made ready for drawing: boxes with their lines of text, edges, the legend, and where
 * all of it goes. Functions with one way in and one way out share a box (jp_runs.h).
 *
 * Text has at least JP_CHART_SMALLEST points, and a chart that is not told how many functions to
 * show has as many as fit JP_CHART_PAGE_WIDTH x JP_CHART_PAGE_HEIGHT: a screen of 1920 x 1200
 * pixels at 96 dpi, and still 9 points where a browser's bars take a tenth of it. Where these hold
 * less than half of the memory, all are shown and the page is larger.
 */
#ifndef JP_CHART_H
#define JP_CHART_H

#include "jp_arena.h"
#include "jp_canvas.h"
#include "jp_report.h"
#include "jp_report_labels.h"
#include "jp_runs.h"

enum {
    JP_CHART_SMALLEST = 10,
    JP_CHART_MOST = 5000, /* functions; more would take minutes to place, and nobody reads them */
    JP_CHART_PAGE_WIDTH = 1440,
    JP_CHART_PAGE_HEIGHT = 900,
    JP_CHART_MARGIN = 14,
    JP_CHART_KEY_WIDTH = 250,
    JP_CHART_KEY_HEIGHT = 78,
};

struct jp_chart_options {
    bool heapcheck; /* --heapcheck: gray for what is held, three outlines for what was released */
    bool keep_all;  /* the number of nodes was asked for: the page may grow */
    size_t folded_count; /* frames of plumbing that were left out: see jp_fold.h */
    double folded_share; /* of the total: what moved to their callers */
};

struct jp_chart_line {
    struct jp_span text;
    struct jp_font font;
    bool is_faint;
    double width;
    struct jp_point at; /* left end of the base line: in a box from its corner, else in the page */
};

struct jp_chart_box {
    const struct jp_run *run;
    struct jp_rectangle at;
    uint32_t first_line, line_count;
    struct jp_colour fill;
    int outline_count;
    struct jp_span name;  /* one line; NUL-terminated */
    struct jp_span title; /* all numbers */
};

struct jp_chart_edge {
    const struct jp_graph_edge *edge;
    uint32_t source, target;     /* indices in boxes */
    uint32_t first, point_count; /* in points */
    struct jp_point tip;
    double width;
    struct jp_colour colour;
    enum jp_dash dash;
    struct jp_chart_line label; /* no text: none */
    struct jp_span title;
};

struct jp_chart {
    struct jp_arena arena; /* owns texts */
    struct jp_fonts *fonts;
    const struct jp_report_context *context;
    struct jp_graph *graph;
    struct jp_chart_options options;
    bool is_difference;
    double largest; /* difference: |flat| of the largest change */
    struct jp_runs runs;
    struct jp_report_labels labels;
    JP_VEC(struct jp_chart_line) lines;
    JP_VEC(struct jp_chart_box) boxes; /* as runs.list */
    JP_VEC(struct jp_chart_edge) edges;
    size_t thinned_count; /* edges that were left out because there are too many: see jp_thin.h */
    JP_VEC(struct jp_point) points;
    JP_VEC(struct jp_chart_line) legend;
    struct jp_point key; /* the top left corner of the key to colours and lines */
    double width, height;
    bool is_sideways;          /* callers stand on the left, not on top */
    uint32_t *location_of_key; /* per key: a location that has it, or JP_NO_LOCATION */
    uint32_t *frame_of_key;    /* and the frame there, or JP_NO_FRAME */
};

#define JP_NO_LOCATION UINT32_MAX

/*
 * GRAPH counts stacks; it is cut to what is shown. It has to outlive CHART, as have CONTEXT and
 * FONTS. False: there are no places for it. To be released in any case.
 */
JP_MUST_CHECK bool jp_chart_init(struct jp_chart *chart, const struct jp_report_context *context,
                                 struct jp_graph *graph, const struct jp_chart_options *options,
                                 struct jp_fonts *fonts, struct jp_error *error);
void jp_chart_release(struct jp_chart *chart);

#endif
