/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lines of the shell: on a terminal with editing, history and completion, where the program was
 * built with libedit; else as they come.
 */
#ifndef JP_SHELL_INPUT_H
#define JP_SHELL_INPUT_H

#include "jp_shell.h"

struct jp_shell_input;

/* SHELL must live as long. Never NULL. */
struct jp_shell_input *jp_shell_input_new(const struct jp_shell *shell);
void jp_shell_input_free(struct jp_shell_input *input);

/* The next line, valid until the next call; false at the end of the input. */
bool jp_shell_input_take(struct jp_shell_input *input, struct jp_span *line);

#endif
