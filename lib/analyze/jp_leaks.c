/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_leaks.h"

#include "jp_mem.h"
#include "jp_tail.h"

#include <math.h>
#include <stdlib.h>

struct sortable {
    struct jp_leak leak;
    struct jp_span label;
};

static int descending(double a, double b)
{
    return (a < b) - (a > b);
}

static int compare(const void *left, const void *right)
{
    const struct sortable *const a = left;
    const struct sortable *const b = right;
    const bool a_grows = a->leak.shape == JP_SHAPE_GROWING;
    const bool b_grows = b->leak.shape == JP_SHAPE_GROWING;
    int order = b_grows - a_grows;

    if (!order)
        order = descending(a->leak.score, b->leak.score);
    if (!order)
        order = descending(a->leak.trend.change, b->leak.trend.change);
    if (!order)
        order = jp_span_compare(a->label, b->label);
    return order ? order : (a->leak.site > b->leak.site) - (a->leak.site < b->leak.site);
}

static void sort(struct jp_leaks *leaks, const struct jp_span *labels)
{
    const size_t count = leaks->list.count;
    struct sortable *const list = jp_mem_resize(NULL, count, sizeof *list);

    for (size_t i = 0; i < count; i++) {
        const struct jp_leak *const leak = &leaks->list.data[i];
        list[i] = (struct sortable){*leak, labels ? labels[leak->site] : JP_SPAN("")};
    }
    if (count)
        qsort(list, count, sizeof *list, compare);
    for (size_t i = 0; i < count; i++)
        leaks->list.data[i] = list[i].leak;
    free(list);
}

static void add_trends(struct jp_leaks *leaks, const struct jp_tracks *tracks, const double *axis,
                       double period_bytes)
{
    for (uint32_t site = 0; site < tracks->site_count; site++) {
        const struct jp_track *const track = &tracks->of_site[site];
        if (!(track->count > 0))
            continue;
        jp_vec_push(
            &leaks->list,
            (struct jp_leak){.site = site,
                             .trend = jp_trend_of(track, axis, tracks->dump_count, period_bytes)});
    }
    leaks->tested_count = leaks->list.count;
}

/* Of shrinking sites too, so that they are told by the same rule. */
static double *adjust(const struct jp_leaks *leaks, const struct jp_tracks *tracks, double sign,
                      double period_bytes)
{
    const size_t count = leaks->list.count;
    double *const q = jp_mem_resize(NULL, count, sizeof *q);

    for (size_t i = 0; i < count; i++) {
        const struct jp_leak *const leak = &leaks->list.data[i];
        q[i] = jp_tail_growth(sign * leak->trend.change, tracks->of_site[leak->site].ends_variance,
                              period_bytes);
    }
    jp_tail_false_discovery(q, q, count);
    return q;
}

static bool is_proven(double q, double z)
{
    return q <= JP_LEAKS_FALSE_DISCOVERY && z >= JP_LEAKS_DEVIATIONS;
}

static void judge(struct jp_leaks *leaks, const struct jp_tracks *tracks, const double *axis,
                  double period_bytes)
{
    double *const up = adjust(leaks, tracks, 1, period_bytes);
    double *const down = adjust(leaks, tracks, -1, period_bytes);

    for (size_t i = 0; i < leaks->list.count; i++) {
        struct jp_leak *const leak = &leaks->list.data[i];
        leak->q = up[i];
        leak->is_proven = is_proven(up[i], leak->trend.z);
        leak->shape =
            jp_trend_shape(&tracks->of_site[leak->site], &leak->trend, axis, tracks->dump_count,
                           period_bytes, leak->is_proven, is_proven(down[i], -leak->trend.z));
        leak->score = leak->trend.rate * (1 - leak->q) * fmax(leak->trend.tau, 0);
    }
    free(up);
    free(down);
}

/*
 * What a site must grow by to be proven, were it the only one to grow, with 90 % probability; see
 * doc/sampling.md. A site that held nothing needs as many recorded objects as heads in a row that
 * are less likely than the level; one with noise needs its standard deviations.
 */
static void find_limits(struct jp_leaks *leaks, const struct jp_tracks *tracks, double period_bytes)
{
    static const double POWER = 1.2815515655446004; /* 90 % quantile of the normal distribution */
    const double level = JP_LEAKS_FALSE_DISCOVERY / fmax((double)leaks->tested_count, 1);
    const double heads = fmax(-log2(level), JP_LEAKS_DEVIATIONS * JP_LEAKS_DEVIATIONS);
    const double root = (POWER + sqrt(POWER * POWER + 4 * heads)) / 2;
    const double z = fmax(jp_tail_normal_quantile(level), JP_LEAKS_DEVIATIONS) + POWER;
    double noise = 0;

    leaks->noisiest = JP_NO_SITE;
    for (size_t i = 0; i < leaks->list.count; i++) {
        const uint32_t site = leaks->list.data[i].site;
        const double variance = tracks->of_site[site].ends_variance;
        if (variance > noise) {
            noise = variance;
            leaks->noisiest = site;
        }
    }
    if (!(leaks->length > 0))
        return;
    const double certain = z * z * period_bytes;
    leaks->least_new = root * root * period_bytes / leaks->length;
    leaks->least_noisy =
        (certain + sqrt(certain * certain + 4 * z * z * noise)) / 2 / leaks->length;
}

void jp_leaks_init(struct jp_leaks *leaks, const struct jp_tracks *tracks, const double *axis,
                   double period_bytes, const struct jp_span *labels)
{
    *leaks = (struct jp_leaks){.length = axis[tracks->dump_count - 1] - axis[0]};
    add_trends(leaks, tracks, axis, period_bytes);
    judge(leaks, tracks, axis, period_bytes);
    find_limits(leaks, tracks, period_bytes);
    sort(leaks, labels);
}

void jp_leaks_release(struct jp_leaks *leaks)
{
    jp_vec_release(&leaks->list);
}
