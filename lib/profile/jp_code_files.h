/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files for the modules of a profile that brought its names along, as one out of a store does: to
 * show code they are needed after all. Nothing else about the profile changes.
 */
#ifndef JP_CODE_FILES_H
#define JP_CODE_FILES_H

#include "jp_profile.h"

/*
 * Look for the files of modules that have none and that the functions IS_WANTED (per function) lie
 * in. PROFILE has its mappings. A file that is not the build that was recorded counts as none. What
 * is not found is told in DIAGS.
 */
void jp_code_files_find(struct jp_profile *profile, const bool *is_wanted, struct jp_finder *finder,
                        struct jp_diags *diags);

#endif
