/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile, view and keys drawn by hand, for tests of what is made from them.
 *
 *     struct jp_sketch sketch;
 *     jp_sketch_init(&sketch);
 *     jp_sketch_add(&sketch, 4096, "main @m.c:3", "grow[inline] @m.c:9", "append @a.c:7", NULL);
 *     jp_sketch_finish(&sketch);
 *
 * Frames are given root first as NAME[inline] @FILE:LINE, where [inline] and @FILE:LINE may be left
 * out; an inlined frame belongs to the location of the one in front of it. A name of 16 hexadecimal
 * digits without a file is a location without a name. Keys are jeprof's: "grow (inline)".
 */
#ifndef JP_SKETCH_H
#define JP_SKETCH_H

#include "jp_report.h"

struct jp_sketch {
    struct jp_profile profile;
    struct jp_view view;
    struct jp_keys keys;
    struct jp_report_context context;
    JP_VEC(double) values;      /* of the stacks, which are the view's nodes as well */
    struct jp_intern locations; /* the frames of each location as text, id - 1 = location */
};

void jp_sketch_init(struct jp_sketch *sketch);
void jp_sketch_add(struct jp_sketch *sketch, double value, ...) __attribute__((sentinel));
/*
 * Every line of jeprof's --collapsed output in the file tests/data/NAME: "a;b<00..1f>[inline] 12".
 * Address tags and argument lists are taken off the names, as jeprof does for its tables.
 */
void jp_sketch_add_collapsed(struct jp_sketch *sketch, const char *name);
/* The contents of tests/data/NAME, allocated. */
char *jp_sketch_read(const char *name);
/* Adds up the totals and fills the context; nothing may be added afterwards. */
void jp_sketch_finish(struct jp_sketch *sketch);
/*
 * The same view for each metric: live objects are a sixteenth of the bytes, and twice as much was
 * allocated as is live.
 */
void jp_sketch_views(const struct jp_sketch *sketch, struct jp_view views[JP_METRIC_COUNT]);
void jp_sketch_release_views(struct jp_view views[JP_METRIC_COUNT]);
void jp_sketch_release(struct jp_sketch *sketch);

#endif
