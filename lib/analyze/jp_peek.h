/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One key and its surroundings: who calls it, what it calls, and how much of its value comes
 * through each. A stack counts once on either side, by the outermost occurrence of the key for the
 * callers and by the innermost one for the callees, so both sides add up to the cumulative value
 * however the key recurs.
 */
#ifndef JP_PEEK_H
#define JP_PEEK_H

#include "jp_walk.h"

struct jp_peek_row {
    uint32_t key; /* string id in keys.strings; 0: no caller, the key is outermost */
    double value;
};

struct jp_peek {
    double cum;
    double flat;                        /* the part of cum that the key holds itself */
    JP_VEC(struct jp_peek_row) callers; /* descending by |value|, then by key text */
    JP_VEC(struct jp_peek_row) callees; /* the same; together with flat they make cum */
};

void jp_peek_init(struct jp_peek *peek, const struct jp_walk *walk, uint32_t key);
void jp_peek_release(struct jp_peek *peek);

#endif
