/* SPDX-License-Identifier: BSD-2-Clause */
/* What a command of the shell says, as options. */
#ifndef JP_SHELL_OPTIONS_H
#define JP_SHELL_OPTIONS_H

#include "jp_shell.h"
#include "jp_shell_words.h"

/* Is the argument of MODE a regular expression? */
bool jp_shell_has_pattern(const struct jp_mode *mode);

/* Is it one query, blanks and all? */
bool jp_shell_has_query(const struct jp_mode *mode);

/* OPTIONS, a copy of the shell's, for one report: MODE, what WORDS say and where it goes. */
JP_MUST_CHECK bool jp_shell_options_make(struct jp_shell *shell, struct jp_options *options,
                                         const struct jp_mode *mode,
                                         const struct jp_shell_words *words,
                                         struct jp_error *error);

#endif
