/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_tally.h"

#include "jp_walk.h"

#include <stdlib.h>

static double *values_of(struct jp_sum *sums, size_t count)
{
    double *const values = jp_mem_zeroed(count, sizeof *values);

    for (size_t i = 0; i < count; i++)
        values[i] = jp_sum_value(sums[i]);
    free(sums);
    return values;
}

void jp_tally_init(struct jp_tally *tally, const struct jp_view *view,
                   const struct jp_keys *buckets, size_t bucket_count)
{
    struct jp_sum *const flat = jp_mem_zeroed(bucket_count, sizeof *flat);
    struct jp_sum *const cum = jp_mem_zeroed(bucket_count, sizeof *cum);
    struct jp_walk walk;

    jp_walk_init_unordered(&walk, view, buckets);
    for (uint32_t node = 1; node < walk.count; node++) {
        const struct jp_walk_keys own = jp_walk_keys(&walk, node);
        for (uint32_t i = 0; i < own.count; i++)
            jp_sum_add(&flat[own.ids[i]], jp_view_value(view, node));
    }
    jp_walk_cum(&walk, cum, bucket_count);
    jp_walk_release(&walk);
    tally->flat = values_of(flat, bucket_count);
    tally->cum = values_of(cum, bucket_count);
}

void jp_tally_release(struct jp_tally *tally)
{
    free(tally->flat);
    free(tally->cum);
    *tally = (struct jp_tally){0};
}
