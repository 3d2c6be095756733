/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --malloc-stats: what slabs waste, shared out to the sites that fill their size class.
 *
 * Which objects lie in which slab is not known, so a class's waste is shared out by the number of
 * objects that each site has in it, by their mean sizes. jemalloc counts more objects than the
 * profile: those in thread caches, and those from before it began.
 */
#ifndef JP_FRAGMENTS_H
#define JP_FRAGMENTS_H

#include "jp_malloc_stats.h"
#include "jp_sizes.h"

struct jp_fragment_row {
    uint32_t site;
    double objects; /* as the profile estimates them */
    double waste;   /* bytes */
};

struct jp_fragment {
    struct jp_malloc_bin bin;
    double profiled; /* objects in the profile */
    double waste;    /* bytes of its slabs that hold no object */
    size_t first;    /* rows[first] ... rows[first + count - 1]; none: nobody in the profile */
    size_t count;
};

struct jp_fragments {
    JP_VEC(struct jp_fragment) list;     /* by waste, then by class */
    JP_VEC(struct jp_fragment_row) rows; /* the largest first in each */
    double slab_bytes;                   /* in all slabs */
    double waste;                        /* of it */
    double unattributed;                 /* of that: in classes that no site fills */
};

void jp_fragments_init(struct jp_fragments *fragments, const struct jp_malloc_stats *stats,
                       const struct jp_sizes *sizes);
void jp_fragments_release(struct jp_fragments *fragments);

#endif
