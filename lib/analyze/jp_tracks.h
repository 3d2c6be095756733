/* SPDX-License-Identifier: BSD-2-Clause */
/* The way of each site through a series: its value and its noise, dump by dump. */
#ifndef JP_TRACKS_H
#define JP_TRACKS_H

#include "jp_series.h"
#include "jp_sites.h"

/* One site. All arrays have one element per dump. */
struct jp_track {
    const double *value;    /* live bytes */
    const double *variance; /* of value, bytes^2 */
    /*
     * Variance brought in since the process's first dump by objects that were born or died: the
     * difference of two elements bounds that of the change between the dumps.
     */
    const double *turnover;
    const uint32_t *process; /* counted from 0; one more behind each restart */
    double ends_variance;    /* of last - first; at most what the above gives */
    double count;            /* recorded objects, all dumps together */
    uint32_t peak_stack;     /* the stack that grew most; JP_NO_SITE: none */
};

struct jp_tracks {
    size_t site_count;
    size_t dump_count;
    struct jp_track *of_site;
    double *numbers; /* what the arrays lie in */
    uint32_t *process;
};

void jp_tracks_init(struct jp_tracks *tracks, const struct jp_series *series,
                    const struct jp_profile *profile, const struct jp_sites *sites);
void jp_tracks_release(struct jp_tracks *tracks);

/* Upper bound of the variance of the change from dump FROM to dump TO > FROM. */
double jp_track_variance(const struct jp_track *track, size_t from, size_t to);

#endif
