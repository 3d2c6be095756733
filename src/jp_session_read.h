/* SPDX-License-Identifier: BSD-2-Clause */
/* The part of a session that reads: dumps, profiles and stored dumps into the one profile. */
#ifndef JP_SESSION_READ_H
#define JP_SESSION_READ_H

#include "jp_session.h"

/* What no mode of a series can do with the options. */
JP_MUST_CHECK bool jp_session_check_series(const struct jp_session *session,
                                           struct jp_error *error);

/* The same, and: a series is two dumps at least, and in the order in which they were taken. */
JP_MUST_CHECK bool jp_session_prepare_series(struct jp_session *session, struct jp_error *error);

/* From files, or from a store; what is only to be stored makes no profile. */
JP_MUST_CHECK bool jp_session_read(struct jp_session *session, struct jp_error *error);

/*
 * A series, and what goes into a store, do without the file at PATH, for it is empty: true, and
 * told. Never with --strict.
 */
bool jp_session_leaves_out(struct jp_session *session, const char *path);

/*
 * The dump that was just joined is the next of the series, or one more of its baseline; or is left
 * out, and told, because it lacks records.
 */
void jp_session_take_dump(struct jp_session *session, bool is_baseline);

/* Once all dumps of the series have been read. */
void jp_session_finish_series(struct jp_session *session);

#endif
