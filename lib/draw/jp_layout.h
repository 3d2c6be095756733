/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where boxes and edges of a call graph go: Graphviz' dot, used as a library. Boxes have the sizes
 * that are given and never overlap; nothing depends on Graphviz' own fonts. Lengths are in points,
 * y grows downwards. The same input gives the same places.
 */
#ifndef JP_LAYOUT_H
#define JP_LAYOUT_H

#include "jp_error.h"
#include "jp_vec.h"

struct jp_point {
    double x, y;
};

struct jp_layout_box {
    double width, height;
    struct jp_point at; /* result: the top left corner */
};

struct jp_layout_edge {
    uint32_t source; /* index in boxes; not the same as target */
    uint32_t target;
    double weight;                    /* 0 to 1: how short and straight it should be */
    double arrow;                     /* length of the arrow head */
    double label_width, label_height; /* room for a text; 0: none */
    uint32_t first, count;            /* result: cubic Bezier curves in points, 3 n + 1 */
    struct jp_point tip;              /* result: where the arrow head ends */
    struct jp_point label;            /* result: the middle of the text */
};

struct jp_layout {
    JP_VEC(struct jp_layout_box) boxes;
    JP_VEC(struct jp_layout_edge) edges;
    JP_VEC(struct jp_point) points;
    bool is_sideways;     /* callers on the left, not on top */
    double width, height; /* result */
};

/* Fill in the results. False: Graphviz has failed, which is a fault of the program. */
JP_MUST_CHECK bool jp_layout_place(struct jp_layout *layout, struct jp_error *error);
void jp_layout_release(struct jp_layout *layout);

#endif
