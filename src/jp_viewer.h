/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --web, --gv and --evince: show the picture with a program of the desktop. The program is named by
 * the user's environment (JEPROF_VIEWER, BROWSER) or is a known viewer on PATH; no shell is asked,
 * and nothing that was read from a dump has a part in it.
 */
#ifndef JP_VIEWER_H
#define JP_VIEWER_H

#include "jp_buf.h"
#include "jp_options.h"

struct jp_viewer {
    char *command;      /* NULL: none was asked for; else owned */
    const char *suffix; /* of the picture's file: ".svg" */
};

/* False, a usage error: a viewer was asked for and there is none. To be released in any case. */
JP_MUST_CHECK bool jp_viewer_find(struct jp_viewer *viewer, const struct jp_options *options,
                                  struct jp_error *error);
/*
 * Write BYTES to PATH, or to a new file in the folder for temporary files when it is "", which
 * stays there, and start the viewer. WORDS gets a line that says where the picture is.
 */
JP_MUST_CHECK bool jp_viewer_show(const struct jp_viewer *viewer, const char *path,
                                  struct jp_span bytes, struct jp_buf *words,
                                  struct jp_error *error);
void jp_viewer_release(struct jp_viewer *viewer);

#endif
