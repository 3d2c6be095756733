/* SPDX-License-Identifier: BSD-2-Clause */
/* A report from its mode to where it is wanted, for one command line and for the shell alike. */
#ifndef JP_DELIVER_H
#define JP_DELIVER_H

#include "jp_mode.h"
#include "jp_say.h"
#include "jp_viewer.h"

/* The report of RUN, and whether the filters let it be one. */
JP_MUST_CHECK bool jp_deliver_make(jp_mode_run *run, struct jp_session *session, struct jp_buf *out,
                                   struct jp_error *error);

/* Write BYTES to PATH ("": standard output), or show them with VIEWER. */
JP_MUST_CHECK bool jp_deliver(const struct jp_viewer *viewer, const char *path,
                              struct jp_span bytes, const struct jp_say *say,
                              struct jp_error *error);

/* False: --gate found broken limits. */
JP_MUST_CHECK bool jp_deliver_verdict(const struct jp_session *session, struct jp_error *error);

#endif
