/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a command of the shell reports from. Most do from the dumps that were read when the shell
 * began; modes that look at dumps one by one, at a store as a whole or at no dump have a session of
 * their own, loaded as from the command line.
 */
#ifndef JP_SHELL_SESSION_H
#define JP_SHELL_SESSION_H

#include "jp_shell.h"

enum jp_shell_source {
    JP_SHELL_SUM,       /* all dumps together */
    JP_SHELL_SERIES,    /* the same dumps one by one; kept for the next command of that mode */
    JP_SHELL_STORE,     /* the store of --db */
    JP_SHELL_QUESTIONS, /* addresses: no dump, but the memory map of the first */
};

enum jp_shell_source jp_shell_source_of(const struct jp_mode *mode);

/*
 * The session for MODE with OPTIONS, which the caller keeps until it gives the session back. NULL:
 * ERROR says why there is none.
 */
struct jp_session *jp_shell_session_take(struct jp_shell *shell, const struct jp_mode *mode,
                                         const struct jp_options *options, struct jp_error *error);
void jp_shell_session_give_back(struct jp_shell *shell, struct jp_session *session);

/* Read everything again, as the shell's options say now. False: all stays as it was. */
JP_MUST_CHECK bool jp_shell_session_reload(struct jp_shell *shell, struct jp_error *error);

/* Free what was loaded in here. */
void jp_shell_session_release(struct jp_shell *shell);

#endif
