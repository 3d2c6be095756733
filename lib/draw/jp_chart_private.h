/* SPDX-License-Identifier: BSD-2-Clause */
/* Between the files of jp_chart. */
#ifndef JP_CHART_PRIVATE_H
#define JP_CHART_PRIVATE_H

#include "jp_chart.h"

/* Numbers. */
bool jp_chart_counts_objects(const struct jp_chart *chart);
void jp_chart_add_value(struct jp_buf *out, const struct jp_chart *chart, double value);
void jp_chart_add_share(struct jp_buf *out, const struct jp_chart *chart, double value);
/* |VALUE| as a part of everything, 0 to 1. */
double jp_chart_share(const struct jp_chart *chart, double value);
struct jp_colour jp_chart_fill(const struct jp_chart *chart, double flat);
struct jp_colour jp_chart_edge_colour(const struct jp_chart *chart, double value);

/* Titles: every number of a box or an edge, in words. */
struct jp_span jp_chart_box_title(struct jp_chart *chart, const struct jp_run *run);
struct jp_span jp_chart_edge_title(struct jp_chart *chart, const struct jp_graph_edge *edge);
/* The key's name as it is shown in full; valid UTF-8. */
struct jp_span jp_chart_name(struct jp_chart *chart, uint32_t key);

/* Lines, size and colour of the box of RUN. */
void jp_chart_add_box(struct jp_chart *chart, const struct jp_run *run);

/* Width, colour, title and label of an edge. The boxes must be there. */
void jp_chart_add_edge(struct jp_chart *chart, const struct jp_run_edge *from);
/*
 * What would take too long to place goes; never the largest way to a box. Where some edge has a
 * label, dot doubles all ranks.
 */
void jp_chart_thin_edges(struct jp_chart *chart);

/*
 * The lines of the legend of a picture that is WIDTH wide without it; sets chart->width and returns
 * the legend's height.
 */
double jp_chart_add_legend(struct jp_chart *chart, size_t all_nodes, double width);

/* A line measured, not placed. */
struct jp_chart_line jp_chart_line_of(struct jp_chart *chart, struct jp_span text,
                                      struct jp_font font, bool is_faint);

#endif
