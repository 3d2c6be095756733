/* SPDX-License-Identifier: BSD-2-Clause */
/* Parts of --info in files of their own. */
#ifndef JP_REPORT_INFO_PRIVATE_H
#define JP_REPORT_INFO_PRIVATE_H

#include "jp_module_facts.h"

/* What was found for one module, what is missing, where it was looked for, what to do. */
void jp_report_info_module(struct jp_buf *out, const struct jp_profile *profile,
                           const struct jp_profile_facts *facts, uint32_t id, bool show_places);

#endif
