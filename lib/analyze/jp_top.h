/* SPDX-License-Identifier: BSD-2-Clause */
/* The flat table: per key the value held itself (flat) and with all it called (cumulative). */
#ifndef JP_TOP_H
#define JP_TOP_H

#include "jp_view.h"

struct jp_top_row {
    uint32_t key; /* string id in keys.strings */
    double flat;
    double cum; /* each stack counts once per key, however often the key recurs in it */
};

struct jp_top {
    JP_VEC(struct jp_top_row) rows; /* descending by flat (or cum), then by key text */
    double flat_total;              /* sum of flat: what percentages of jeprof relate to */
};

/* The aggregation walks the trie twice (down for recursion, up for sums): linear in its nodes. */
void jp_top_init(struct jp_top *top, const struct jp_view *view, const struct jp_keys *keys,
                 bool sort_by_cum);
void jp_top_release(struct jp_top *top);

#endif
