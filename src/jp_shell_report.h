/* SPDX-License-Identifier: BSD-2-Clause */
/* A report of the shell: a mode with the options of one command, and where it goes. */
#ifndef JP_SHELL_REPORT_H
#define JP_SHELL_REPORT_H

#include "jp_shell.h"
#include "jp_shell_words.h"

/* Make and deliver the report that WORDS ask of MODE. False: there is none, ERROR says why. */
JP_MUST_CHECK bool jp_shell_report(struct jp_shell *shell, const struct jp_mode *mode,
                                   const struct jp_shell_words *words, struct jp_error *error);

#endif
