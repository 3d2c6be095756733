/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The shell: dumps are read and named once, then each line is a report by the same functions that
 * the options call. Every mode but the shell itself is a command, and so are jeprof's own words for
 * some of them.
 */
#ifndef JP_SHELL_H
#define JP_SHELL_H

#include "jp_mode.h"
#include "jp_say.h"

struct jp_shell {
    struct jp_session *session;        /* the dumps; see jp_shell_session.h */
    struct jp_session *own;            /* the same, when they were read again in here; or NULL */
    struct jp_session *series;         /* the dumps one by one; NULL: not needed yet */
    const struct jp_mode *series_mode; /* that it was made for */
    struct jp_say say;
    struct jp_buf folded;      /* what was said last about folding */
    struct jp_options options; /* as assignments left them */
    struct jp_arena arena;     /* what they point to */
    bool is_done;
    bool is_mute; /* standard output cannot be written */
};

/* Do what LINE says. False: it could not be done; the shell goes on. */
bool jp_shell_do(struct jp_shell *shell, struct jp_span line, struct jp_error *error);

/* What a name stands for: a mode, or one of the shell's own commands. */
struct jp_shell_command {
    const char *name;
    const struct jp_mode *mode; /* NULL: help, options, quit */
    const char *help;
};

/* All commands, for help and completion; the caller frees the list. */
struct jp_shell_command *jp_shell_commands(size_t *count);

/* What it takes to change an option when the dumps have been read. */
enum jp_shell_change {
    JP_CHANGE_NEVER, /* it has no meaning in here */
    JP_CHANGE_AT_ONCE,
    JP_CHANGE_READING, /* they have to be read again */
};

enum jp_shell_change jp_shell_change_of(enum jp_option_id option);

#endif
