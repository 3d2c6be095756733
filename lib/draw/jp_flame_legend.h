/* SPDX-License-Identifier: BSD-2-Clause */
/* What stands above and below the boxes of a flame graph in a file. */
#ifndef JP_FLAME_LEGEND_H
#define JP_FLAME_LEGEND_H

#include "jp_flame.h"
#include "jp_flame_layout.h"

/* One line of text of a class of jp_flame.css, with its baseline at Y. */
void jp_flame_line(struct jp_buf *out, const char *class, double x, double y, struct jp_span text);

/* Program, dumps, totals, what the widths are. Returns where the boxes may begin. */
double jp_flame_heading(struct jp_buf *out, const struct jp_flame *flame, double x);

/*
 * What the colours in LAYOUT mean, and below it WORDS. It begins at Y and stays left of RIGHT;
 * returns where it ends.
 */
double jp_flame_legend(struct jp_buf *out, const struct jp_flame *flame, double x, double y,
                       const struct jp_flame_layout *layout, double right, struct jp_span words);

#endif
