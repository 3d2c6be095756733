/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What places of code hold, for listings: a location belongs to any number of buckets (a line of
 * each function that has code there, an instruction), and all of them get its value.
 */
#ifndef JP_TALLY_H
#define JP_TALLY_H

#include "jp_view.h"

struct jp_tally {
    double *flat; /* per bucket: stacks whose youngest location is in it */
    double *cum;  /* per bucket: stacks that have it, each once */
};

/*
 * BUCKETS are keys (first and list, made for VIEW's profile) whose ids are buckets below
 * BUCKET_COUNT. No location has a bucket twice.
 */
void jp_tally_init(struct jp_tally *tally, const struct jp_view *view,
                   const struct jp_keys *buckets, size_t bucket_count);
void jp_tally_release(struct jp_tally *tally);

#endif
