/* SPDX-License-Identifier: BSD-2-Clause */
/* A memory map as dumps have it: "MAPPED_LIBRARIES:" and a line for each mapping. */
#ifndef JP_RAW_MAP_H
#define JP_RAW_MAP_H

#include "jp_profile.h"

/* LIST has COUNT mappings of PROFILE, or such that were moved. */
void jp_raw_map_write(struct jp_buf *out, const struct jp_profile *profile,
                      const struct jp_kept_mapping *list, size_t count);

#endif
