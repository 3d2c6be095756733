/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines about the report that go to standard error. */
#ifndef JP_HEADLINE_H
#define JP_HEADLINE_H

#include "jp_buf.h"
#include "jp_report.h"
#include "jp_session.h"

/*
 * "base X, current Y, change Z": a difference alone is easily taken for the size of the process.
 * Nothing without --base, or for several threads.
 */
void jp_headline(struct jp_buf *out, const struct jp_session *session);

/*
 * Adds "folded: N names shortened, M frames left out" to the session's words; nothing when both
 * are 0. It is said with every report, so that nobody takes a short name for the whole one.
 */
void jp_headline_folded(struct jp_session *session, size_t names, size_t frames);

/*
 * "N more functions, with smaller values", of COUNT rows that --nodecount left out of the flat
 * table of THREAD_NAME, or of the process (NULL).
 */
void jp_headline_cut(struct jp_session *session, size_t count, const char *thread_name);

/* That most of the report is in plumbing, and which option moves it to the program's functions. */
void jp_headline_plumbing(struct jp_session *session);

/*
 * "the filters keep X of Y": beside a total of everything, shares of what was kept are easily taken
 * for shares of the total. Nothing when all was kept, and in the shell, which says it in the
 * report.
 */
void jp_headline_kept(struct jp_session *session, const struct jp_report_context *context);

/* In megabytes with one decimal there is not much to see of TOTAL bytes: what to do about it. */
void jp_headline_small(struct jp_session *session, double total);

/* After a report of other modes in megabytes: the same when each of its values is 0.0. */
void jp_headline_zeros(struct jp_session *session);

#endif
