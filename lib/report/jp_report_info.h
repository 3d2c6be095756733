/* SPDX-License-Identifier: BSD-2-Clause */
/* --info: what the profile consists of, and for each module how well it is named and why not. */
#ifndef JP_REPORT_INFO_H
#define JP_REPORT_INFO_H

#include "jp_buf.h"
#include "jp_profile.h"
#include "jp_table.h"

/*
 * For people; PROFILE is resolved. Modules come as they matter: the program, the others by their
 * bytes, the allocator. The places where files were looked for are counted, and listed with
 * SHOW_PLACES.
 */
void jp_report_info(struct jp_buf *out, const struct jp_profile *profile, bool show_places);

/*
 * "info": module, bytes, share, file, build_id, debug_file, names_from, locations, named, lined,
 * inlined, judged, calls, missing; in the same order. Initializes TABLE, which the caller releases.
 */
void jp_report_table_info(struct jp_table *table, const struct jp_profile *profile);

#endif
