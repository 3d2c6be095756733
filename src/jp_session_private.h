/* SPDX-License-Identifier: BSD-2-Clause */
/* Steps of a session's load and of its change of options that have files of their own. */
#ifndef JP_SESSION_PRIVATE_H
#define JP_SESSION_PRIVATE_H

#include "jp_session.h"

/* The patterns of the options; what was there before must have been released. */
JP_MUST_CHECK bool jp_session_init_filters(struct jp_session *session, struct jp_error *error);

/* A report without rows must not look like good news. */
JP_MUST_CHECK bool jp_session_check_content(const struct jp_session *session,
                                            struct jp_error *error);
/* --one-process is about the noise of a difference, and would not be obeyed elsewhere. */
JP_MUST_CHECK bool jp_session_check_one_process(const struct jp_session *session,
                                                struct jp_error *error);
/* Without a period nothing is known of the noise: what reports show of it would be none. */
void jp_session_warn_without_period(struct jp_session *session);
/* --diff: what a dump lacks looks freed. A series has left such dumps out. */
void jp_session_warn_of_lost_records(struct jp_session *session);

/* For the kinds that were chosen; needs names. */
void jp_session_make_fold(struct jp_session *session);

#endif
