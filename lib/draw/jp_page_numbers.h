/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The numbers behind a page: flat and cumulative values of functions, and calls, of each view; and
 * which of them the page has, when there are too many.
 */
#ifndef JP_PAGE_NUMBERS_H
#define JP_PAGE_NUMBERS_H

#include "jp_calls.h"
#include "jp_page.h"

/* A value's views: what is held now and, with a base, what was before and what changed. */
enum jp_page_side {
    JP_PAGE_AFTER,
    JP_PAGE_BEFORE,
    JP_PAGE_CHANGE,
    JP_PAGE_SIDE_COUNT,
};

/* Of one view. */
struct jp_page_columns {
    double *flat; /* per key */
    double *cum;
    struct jp_calls_values calls; /* per call of jp_page_numbers.calls */
};

struct jp_page_numbers {
    const struct jp_page *page;
    size_t side_count;
    size_t key_count;
    struct jp_page_columns columns[JP_METRIC_COUNT][JP_PAGE_SIDE_COUNT];
    struct jp_calls calls;
    JP_VEC(uint32_t) functions;   /* keys of the page's functions, the largest first */
    uint32_t *number_of_key;      /* index in functions; UINT32_MAX: the page has not got it */
    JP_VEC(uint32_t) shown_calls; /* index in calls.list, the largest first */
    size_t functions_left;        /* with a value, but not in functions */
    uint32_t *callers_left;       /* per function: calls with a value that are not in shown_calls */
    uint32_t *callees_left;
};

void jp_page_numbers_init(struct jp_page_numbers *numbers, const struct jp_page *page);
void jp_page_numbers_release(struct jp_page_numbers *numbers);

const struct jp_view *jp_page_view(const struct jp_page *page, size_t value,
                                   enum jp_page_side side);

/* LIMIT, or less with a base: a page has about the same size then. */
size_t jp_page_limit(const struct jp_page *page, size_t limit);

#endif
