/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_diff.h"

#include "jp_leaks.h"
#include "jp_mem.h"
#include "jp_sum.h"
#include "jp_tail.h"
#include "jp_whole.h"

#include <math.h>
#include <stdlib.h>

/* Sums of one site, which cancel out where the two sides are equal. */
struct sums {
    struct jp_sum before;
    struct jp_sum after;
    struct jp_sum variance;
    double count;
    uint32_t up;   /* the stack that grew most */
    uint32_t down; /* and the one that shrank most */
    double most_up;
    double most_down;
};

static void add_sample(struct sums *sums, const struct jp_sample *sample,
                       const struct jp_noise *noise, enum jp_metric metric)
{
    const double change = sample->main.of[metric] - sample->base.of[metric];

    jp_sum_add(&sums->before, sample->base.of[metric]);
    jp_sum_add(&sums->after, sample->main.of[metric]);
    jp_sum_add(&sums->variance, jp_noise_variance(noise, sample, metric));
    sums->count += jp_noise_count(noise, sample, metric);
    if (change > sums->most_up) {
        sums->most_up = change;
        sums->up = sample->stack;
    }
    if (change < sums->most_down) {
        sums->most_down = change;
        sums->down = sample->stack;
    }
}

static enum jp_diff_list list_of(const struct jp_diff_row *row)
{
    if (row->change == 0)
        return JP_DIFF_SAME;
    if (row->before == 0)
        return JP_DIFF_NEW;
    if (row->after == 0)
        return JP_DIFF_GONE;
    return row->change > 0 ? JP_DIFF_GROWN : JP_DIFF_SHRUNK;
}

static struct jp_diff_row row_of(const struct sums *sums, uint32_t site)
{
    struct jp_diff_row row = {
        .site = site,
        .before = jp_sum_value(sums->before),
        .after = jp_sum_value(sums->after),
        .variance = jp_sum_value(sums->variance),
        .count = sums->count,
    };

    row.change = row.after - row.before;
    row.list = list_of(&row);
    row.stack = row.change > 0 ? sums->up : sums->down;
    row.stack_change = row.change > 0 ? sums->most_up : sums->most_down;
    if (row.variance > 0)
        row.z = row.change / sqrt(row.variance);
    else
        row.z = row.change == 0 ? 0 : copysign(INFINITY, row.change);
    return row;
}

static void add_rows(struct jp_diff *diff, const struct jp_profile *profile,
                     const struct jp_sites *sites, enum jp_metric metric)
{
    struct sums *const of_site = jp_mem_zeroed(sites->count, sizeof *of_site);
    bool *const is_met = jp_mem_zeroed(sites->count, sizeof *is_met);
    struct sums total = {.count = 0};

    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&profile->samples, i);
        const uint32_t site = jp_sites_of(sites, profile->samples.keys[i]);
        if (site == JP_NO_SITE || (sample.main.of[metric] == 0 && sample.base.of[metric] == 0))
            continue;
        is_met[site] = true;
        add_sample(&of_site[site], &sample, &diff->noise, metric);
        add_sample(&total, &sample, &diff->noise, metric);
    }
    for (uint32_t site = 0; site < sites->count; site++)
        if (is_met[site])
            jp_vec_push(&diff->rows, row_of(&of_site[site], site));
    diff->total = row_of(&total, JP_NO_SITE);
    free(of_site);
    free(is_met);
}

/* What one recorded object brings: of bytes the sample period at most, of objects what they do. */
static double unit_of(const struct jp_diff_row *row, enum jp_metric metric, double period_bytes)
{
    if (metric == JP_INUSE_BYTES || metric == JP_ALLOC_BYTES)
        return period_bytes;
    return row->count > 0 ? sqrt(row->variance / row->count) : 0;
}

static void judge(struct jp_diff *diff, enum jp_metric metric)
{
    const size_t count = diff->rows.count;
    double *const q = jp_mem_resize(NULL, count, sizeof *q);

    for (size_t i = 0; i < count; i++) {
        const struct jp_diff_row *const row = &diff->rows.data[i];
        const double unit = unit_of(row, metric, diff->noise.period_bytes);
        q[i] = fmin(1, 2 * jp_tail_growth(fabs(row->change), row->variance, unit));
    }
    jp_tail_false_discovery(q, q, count);
    for (size_t i = 0; i < count; i++) {
        struct jp_diff_row *const row = &diff->rows.data[i];
        row->q = q[i];
        row->is_proven = diff->is_whole && row->change != 0 && q[i] <= JP_LEAKS_FALSE_DISCOVERY &&
                         fabs(row->z) >= JP_LEAKS_DEVIATIONS;
        if (row->list == JP_DIFF_GONE)
            diff->unmatched_before += row->before;
        if (row->list == JP_DIFF_NEW)
            diff->unmatched_after += row->after;
    }
    free(q);
}

struct sortable {
    struct jp_diff_row row;
    struct jp_span label;
};

static int compare(const void *left, const void *right)
{
    const struct sortable *const a = left;
    const struct sortable *const b = right;
    const double one = fabs(a->row.change);
    const double other = fabs(b->row.change);

    if (a->row.list != b->row.list)
        return a->row.list < b->row.list ? -1 : 1;
    if (one != other)
        return one < other ? 1 : -1;
    const int order = jp_span_compare(a->label, b->label);
    return order ? order : (a->row.site > b->row.site) - (a->row.site < b->row.site);
}

static void sort(struct jp_diff *diff, const struct jp_span *labels)
{
    const size_t count = diff->rows.count;
    struct sortable *const list = jp_mem_resize(NULL, count, sizeof *list);

    for (size_t i = 0; i < count; i++)
        list[i] = (struct sortable){diff->rows.data[i], labels[diff->rows.data[i].site]};
    if (count)
        qsort(list, count, sizeof *list, compare);
    for (size_t i = 0; i < count; i++)
        diff->rows.data[i] = list[i].row;
    free(list);
}

void jp_diff_init(struct jp_diff *diff, const struct jp_profile *profile,
                  const struct jp_sites *sites, enum jp_metric metric, const struct jp_span *labels)
{
    *diff = (struct jp_diff){.noise = jp_noise_of(profile), .is_whole = jp_whole_are_all(profile)};
    add_rows(diff, profile, sites, metric);
    judge(diff, metric);
    sort(diff, labels);
}

void jp_diff_release(struct jp_diff *diff)
{
    jp_vec_release(&diff->rows);
}

const char *jp_diff_text(enum jp_diff_list list)
{
    static const char *const words[JP_DIFF_COUNT] = {
#define X(id, word) word,
        JP_DIFF_LIST(X)
#undef X
    };

    return words[list];
}
