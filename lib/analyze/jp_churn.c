/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_churn.h"

#include "jp_mem.h"

#include <math.h>
#include <stdlib.h>

/* Sums of one site. */
struct sums {
    double live;
    double allocated;
    double moved;    /* allocated between dumps of one process */
    double freed;    /* in the same time */
    double held;     /* live bytes times length, over the same time */
    bool is_present; /* something was ever there */
};

static double of(const struct jp_series_point *point, enum jp_metric metric)
{
    return point ? point->values.of[metric] : 0;
}

static void add_interval(struct sums *sums, const struct jp_series_pair *pair, double length)
{
    const double before = of(pair->before, JP_INUSE_BYTES);
    const double after = of(pair->after, JP_INUSE_BYTES);
    const double grown =
        fmax(of(pair->after, JP_ALLOC_BYTES) - of(pair->before, JP_ALLOC_BYTES), 0);

    sums->is_present = true;
    sums->moved += grown;
    sums->freed += fmax(grown - (after - before), 0);
    sums->held += (before + after) / 2 * length;
}

static struct jp_churn_row row_of(const struct sums *sums, uint32_t site, double length)
{
    const double rate = length > 0 ? sums->moved / length : NAN;

    return (struct jp_churn_row){
        .site = site,
        .live = sums->live,
        .allocated = sums->allocated,
        .freed_share = sums->allocated > 0 ? fmax(1 - sums->live / sums->allocated, 0) : NAN,
        .rate = rate,
        .lifetime = sums->freed > 0 ? sums->held / sums->freed : NAN,
    };
}

struct sortable {
    struct jp_churn_row row;
    struct jp_span label;
};

static int compare(const void *left, const void *right)
{
    const struct sortable *const a = left;
    const struct sortable *const b = right;
    const double one = a->row.rate > 0 || b->row.rate > 0 ? a->row.rate : a->row.allocated;
    const double other = a->row.rate > 0 || b->row.rate > 0 ? b->row.rate : b->row.allocated;

    if (one != other)
        return one < other ? 1 : -1;
    if (a->row.allocated != b->row.allocated)
        return a->row.allocated < b->row.allocated ? 1 : -1;
    return jp_span_compare(a->label, b->label);
}

static void sort(struct jp_churn *churn, const struct jp_span *labels)
{
    const size_t count = churn->rows.count;
    struct sortable *const list = jp_mem_resize(NULL, count, sizeof *list);

    for (size_t i = 0; i < count; i++)
        list[i] = (struct sortable){churn->rows.data[i], labels[churn->rows.data[i].site]};
    if (count)
        qsort(list, count, sizeof *list, compare);
    for (size_t i = 0; i < count; i++)
        churn->rows.data[i] = list[i].row;
    free(list);
}

static void add_last(const struct jp_series *series, const struct jp_profile *profile,
                     const struct jp_sites *sites, struct sums *of_site, struct sums *total)
{
    const struct jp_series_dump *const last = &series->dumps.data[series->dumps.count - 1];

    for (size_t i = 0; i < last->count; i++) {
        const struct jp_series_point *const point = &series->points.data[last->first + i];
        const uint32_t site = jp_sites_of(sites, profile->samples.keys[point->sample]);
        if (site == JP_NO_SITE)
            continue;
        of_site[site].is_present = true;
        of_site[site].live += of(point, JP_INUSE_BYTES);
        of_site[site].allocated += of(point, JP_ALLOC_BYTES);
        total->live += of(point, JP_INUSE_BYTES);
        total->allocated += of(point, JP_ALLOC_BYTES);
    }
}

static void add_intervals(struct jp_churn *churn, const struct jp_series *series,
                          const struct jp_profile *profile, const struct jp_sites *sites,
                          const struct jp_axis *axis, struct sums *of_site, struct sums *total)
{
    for (size_t dump = 1; dump < series->dumps.count; dump++) {
        const double length = axis->at[dump] - axis->at[dump - 1];
        struct jp_series_cursor at = {0, 0};
        struct jp_series_pair pair;
        if (series->dumps.data[dump].is_restart)
            continue;
        churn->length += length;
        while (jp_series_next(series, dump - 1, dump, &at, &pair)) {
            const uint32_t site = jp_sites_of(sites, profile->samples.keys[pair.sample]);
            if (site == JP_NO_SITE)
                continue;
            add_interval(&of_site[site], &pair, length);
            add_interval(total, &pair, length);
        }
    }
}

void jp_churn_init(struct jp_churn *churn, const struct jp_series *series,
                   const struct jp_profile *profile, const struct jp_sites *sites,
                   const struct jp_axis *axis, const struct jp_span *labels)
{
    struct sums *const of_site = jp_mem_zeroed(sites->count, sizeof *of_site);
    struct sums total = {.live = 0};

    *churn = (struct jp_churn){.length = 0};
    add_last(series, profile, sites, of_site, &total);
    add_intervals(churn, series, profile, sites, axis, of_site, &total);
    for (uint32_t site = 0; site < sites->count; site++)
        if (of_site[site].is_present)
            jp_vec_push(&churn->rows, row_of(&of_site[site], site, churn->length));
    churn->total = row_of(&total, JP_NO_SITE, churn->length);
    sort(churn, labels);
    free(of_site);
}

void jp_churn_release(struct jp_churn *churn)
{
    jp_vec_release(&churn->rows);
}
