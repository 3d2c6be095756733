/* SPDX-License-Identifier: BSD-2-Clause */
/* Completion: what may stand where the cursor is. */
#ifndef JP_SHELL_COMPLETE_H
#define JP_SHELL_COMPLETE_H

#include "jp_shell.h"

struct jp_shell_completions {
    struct jp_arena arena;
    JP_VEC(const char *) list; /* whole words, sorted, each once */
    size_t typed;              /* bytes of the word in front of the cursor */
    size_t common;             /* bytes that all of them begin with */
    bool is_complete;          /* the only one, and nothing follows it directly */
};

/*
 * The words that LINE, the text in front of the cursor, may end with: commands and options at its
 * beginning, behind that switches and functions. Names of functions are regular expressions that
 * match themselves: what has a meaning there is escaped. To be released.
 */
void jp_shell_complete(struct jp_shell_completions *completions, const struct jp_shell *shell,
                       struct jp_span line);
void jp_shell_completions_release(struct jp_shell_completions *completions);

#endif
