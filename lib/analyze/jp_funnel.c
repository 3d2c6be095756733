/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_funnel.h"

#include "jp_mem.h"

#include <stdlib.h>

static const double NEARLY_ALL = 0.98;

/* Sums per key. */
struct sums {
    const struct jp_sites *sites;
    double *through; /* growth of the stacks that have the key */
    double *depth;   /* the same, times the distance of its innermost frame from the root */
    uint32_t *seen;  /* number of the stack that had it last, from 1 */
    uint32_t stack_count;
    double total;
};

static uint32_t depth_of(const struct jp_view *view, uint32_t node)
{
    uint32_t depth = 0;

    for (uint32_t at = node; at != 0; at = view->nodes.data[at].parent)
        depth++;
    return depth;
}

static void add_location(struct sums *sums, uint32_t location, double growth, double depth)
{
    const struct jp_keys *const keys = sums->sites->keys;

    for (uint32_t i = keys->first[location]; i < keys->first[location + 1]; i++) {
        const uint32_t key = sums->sites->plain[keys->list.data[i]];
        if (sums->seen[key] == sums->stack_count ||
            jp_plumbing_of(&sums->sites->plumbing, location, keys->frames.data[i]))
            continue;
        sums->seen[key] = sums->stack_count;
        sums->through[key] += growth;
        sums->depth[key] += growth * depth;
    }
}

static void add_stack(struct sums *sums, uint32_t stack, double growth)
{
    const struct jp_view *const view = sums->sites->view;
    const uint32_t node = jp_view_of_stack(view, stack);
    double depth = depth_of(view, node);

    sums->stack_count++;
    sums->total += growth;
    for (uint32_t at = node; at != 0; at = view->nodes.data[at].parent)
        add_location(sums, view->nodes.data[at].location, growth, depth--);
}

static void add_stacks(struct sums *sums, const struct jp_series *series, const bool *is_growing)
{
    const struct jp_profile *const profile = sums->sites->view->profile;
    struct jp_series_cursor at = {0, 0};
    struct jp_series_pair pair;

    while (jp_series_next(series, 0, series->dumps.count - 1, &at, &pair)) {
        const struct jp_sample_key key = profile->samples.keys[pair.sample];
        const uint32_t site = jp_sites_of(sums->sites, key);
        const double growth = (pair.after ? pair.after->values.of[JP_INUSE_BYTES] : 0) -
                              (pair.before ? pair.before->values.of[JP_INUSE_BYTES] : 0);
        if (site != JP_NO_SITE && is_growing[site] && growth > 0)
            add_stack(sums, key.stack, growth);
    }
}

/* The deepest of the keys that nearly all comes through. */
static struct jp_funnel choose(const struct sums *sums)
{
    const size_t count = sums->sites->keys->strings.spans.count;
    struct jp_funnel funnel = {0, 0};
    double deepest = 0;

    for (uint32_t key = 1; key < count; key++) {
        if (!(sums->through[key] > 0) || sums->through[key] < NEARLY_ALL * sums->total)
            continue;
        const double depth = sums->depth[key] / sums->through[key];
        if (depth > deepest) {
            deepest = depth;
            funnel = (struct jp_funnel){key, sums->through[key] / sums->total};
        }
    }
    return funnel;
}

struct jp_funnel jp_funnel_of(const struct jp_leaks *leaks, const struct jp_sites *sites,
                              const struct jp_series *series)
{
    const size_t key_count = sites->keys->strings.spans.count;
    bool *const is_growing = jp_mem_zeroed(sites->count, sizeof *is_growing);
    struct sums sums = {
        .sites = sites,
        .through = jp_mem_zeroed(key_count, sizeof *sums.through),
        .depth = jp_mem_zeroed(key_count, sizeof *sums.depth),
        .seen = jp_mem_zeroed(key_count, sizeof *sums.seen),
    };

    for (size_t i = 0; i < leaks->list.count; i++) {
        const struct jp_leak *const leak = &leaks->list.data[i];
        is_growing[leak->site] = leak->shape == JP_SHAPE_GROWING;
    }
    add_stacks(&sums, series, is_growing);
    const struct jp_funnel funnel = choose(&sums);
    free(sums.through);
    free(sums.depth);
    free(sums.seen);
    free(is_growing);
    return funnel;
}
