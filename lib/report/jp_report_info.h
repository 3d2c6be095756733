/* SPDX-License-Identifier: BSD-2-Clause */
/* --info: what the profile consists of, and for each module how well it is named and why not. */
#ifndef JP_REPORT_INFO_H
#define JP_REPORT_INFO_H

#include "jp_buf.h"
#include "jp_profile.h"
#include "jp_table.h"

/* For people; PROFILE is resolved. */
void jp_report_info(struct jp_buf *out, const struct jp_profile *profile);

/*
 * "info": module, bytes, share, file, build_id, debug_file, names_from, locations, named, lined,
 * inlined, judged, calls, missing. Initializes TABLE, which the caller releases.
 */
void jp_report_table_info(struct jp_table *table, const struct jp_profile *profile);

#endif
