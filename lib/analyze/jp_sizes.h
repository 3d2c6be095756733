/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --sizes: which size classes hold the memory, and which sites fill them. jemalloc records the size
 * of the class and not what was asked for, so the mean size of a stack that allocates one size is a
 * class, but for rounding. A stack of several sizes shows their mean only: it counts in the class
 * that is nearest, and is marked.
 */
#ifndef JP_SIZES_H
#define JP_SIZES_H

#include "jp_sites.h"

/* One site's objects in one class. */
struct jp_size_row {
    double class_bytes;
    uint32_t site;
    double objects;
    double bytes;
    bool is_mixed; /* some of them are the mean of several sizes */
};

/* A class with its rows. */
struct jp_size_group {
    double class_bytes;
    double objects;
    double bytes;
    size_t first; /* its rows: rows[first] ... rows[first + count - 1] */
    size_t count;
};

struct jp_sizes {
    JP_VEC(struct jp_size_row) rows;     /* class by class, the largest site first */
    JP_VEC(struct jp_size_group) groups; /* ascending by class */
    double bytes;
};

/* Live objects, or those allocated since the start. LABELS: one per site, to break ties. */
void jp_sizes_init(struct jp_sizes *sizes, const struct jp_profile *profile,
                   const struct jp_sites *sites, bool allocated, const struct jp_span *labels);
void jp_sizes_release(struct jp_sizes *sizes);

#endif
