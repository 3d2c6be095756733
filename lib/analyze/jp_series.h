/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Many dumps side by side: the values of each sample in each dump, in the order of time. Stacks,
 * threads and names are those of one profile that all dumps were joined to.
 *
 *     jp_profile.is_series = true;
 *     for each dump, the oldest first:
 *         jp_join(...);
 *         jp_series_take(&series, &profile);
 *     jp_series_finish(&series, &profile);
 */
#ifndef JP_SERIES_H
#define JP_SERIES_H

#include "jp_profile.h"

struct jp_series_point {
    uint32_t sample; /* index in profile.samples, which has the stack and the thread */
    struct jp_values values;
    double variance; /* of the live bytes */
    double count;    /* recorded live objects */
};

struct jp_series_dump {
    uint32_t source; /* index in profile.sources */
    size_t first;    /* its points are points[first] ... points[first + count - 1] */
    size_t count;
    double period_bytes; /* 0: all was recorded */
    /*
     * Nothing cancels out between the dump before and this one: they are not known to be of one
     * process, or the sample period was changed, which forgets all that was recorded (prof.reset).
     */
    bool is_restart;
    bool is_resampled; /* the latter */
};

struct jp_series {
    JP_VEC(struct jp_series_dump) dumps;
    JP_VEC(struct jp_series_point) points; /* dump by dump, ascending by sample */
    double period_bytes;                   /* the largest of all dumps; 0: all was recorded */
    bool has_mixed_periods;
};

void jp_series_release(struct jp_series *series);

/* Move the main side of PROFILE's samples, which the last jp_join filled, into a new dump. */
void jp_series_take(struct jp_series *series, struct jp_profile *profile);

/*
 * After the last dump: puts the sum over all dumps into PROFILE's samples (for reports about names)
 * and finds restarts: dumps are of one process when their names say so, and where names may have
 * been made up, when no counter of allocations went back; or when profile.is_one_process says so.
 */
void jp_series_finish(struct jp_series *series, struct jp_profile *profile);

/* Points of two dumps for the same sample; either may be NULL. */
struct jp_series_pair {
    const struct jp_series_point *before;
    const struct jp_series_point *after;
    uint32_t sample;
};

/* Walks two dumps in the order of samples: set AT to zeros, then until false. */
struct jp_series_cursor {
    size_t before;
    size_t after;
};
bool jp_series_next(const struct jp_series *series, size_t before, size_t after,
                    struct jp_series_cursor *at, struct jp_series_pair *pair);

#endif
