/* SPDX-License-Identifier: BSD-2-Clause */
/* Has a dump all the records that its process wrote, or meant to write? */
#ifndef JP_WHOLE_H
#define JP_WHOLE_H

#include "jp_profile.h"

/*
 * How far the records of a dump of jemalloc may be off its header, in bytes: it prints rounded
 * counts, so that each line is off by up to half a sample, which is worth about period / 2 bytes;
 * four standard deviations of the sum of such roundings are allowed for.
 */
double jp_whole_rounding(uint64_t period_bytes, uint64_t record_count);

/*
 * Whether SOURCE has the live bytes that its header counts. A dump that was cut in front of its map
 * has not: the process was killed while it wrote it, or the disk was full. What is missing would
 * look freed. The view "dumps" of a store goes by the same rule.
 */
bool jp_whole_is(const struct jp_source *source);

/* Are all dumps of PROFILE? */
bool jp_whole_are_all(const struct jp_profile *profile);

#endif
