/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All files below a folder that the user named. A walk is bounded, stays on one file system and
 * follows no link to a folder.
 */
#ifndef JP_FOLDER_WALK_H
#define JP_FOLDER_WALK_H

#include <stdbool.h>

/* A regular file, or a link to one. False: no more is wanted. */
typedef bool jp_folder_visit(void *context, const char *path);

/*
 * Call VISIT for the files below ROOT, those of a folder in the order of their names. False when
 * there were too many or VISIT wanted no more. The root of this machine is not walked: as a folder
 * of files it means the paths themselves, and not all disks.
 */
bool jp_folder_walk(const char *root, jp_folder_visit *visit, void *context);

#endif
