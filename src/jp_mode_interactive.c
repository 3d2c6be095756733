/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"
#include "jp_shell.h"
#include "jp_shell_input.h"
#include "jp_shell_session.h"

#include <stdio.h>
#include <unistd.h>

/* Options of the shell's own, which it may change; the mode is each command's. */
static void copy_options(struct jp_options *copy, const struct jp_options *options)
{
    jp_options_copy(copy, options);
    for (size_t i = 0; i < JP_OPTION_COUNT; i++)
        if (jp_option_table[i].set == JP_SET_MODE)
            jp_options_reset(copy, (enum jp_option_id)i);
}

/* A command that fails costs nothing but a message; only output that cannot be written ends it. */
static bool read_commands(struct jp_shell *shell, struct jp_error *error)
{
    struct jp_shell_input *const input = jp_shell_input_new(shell);
    struct jp_span line;
    bool fine = true;

    while (fine && !shell->is_done && jp_shell_input_take(input, &line)) {
        struct jp_error failure = JP_ERROR_INIT;
        if (jp_shell_do(shell, line, &failure))
            continue;
        if (shell->is_mute) {
            *error = failure;
            fine = false;
        } else {
            jp_say_error(&shell->say, &failure);
        }
    }
    jp_shell_input_free(input);
    return fine;
}

/* Reports are written as they are made, so nothing is left for OUT. */
bool jp_mode_interactive(struct jp_session *session, JP_UNUSED struct jp_buf *out,
                         struct jp_error *error)
{
    const struct jp_options *const given = session->options;
    struct jp_shell shell = {.session = session, .say = jp_say_of(given)};

    copy_options(&shell.options, given);
    session->has_total = true;
    session->options = &shell.options;
    jp_progress_end(&session->progress);
    jp_say_diags(&shell.say, &session->diags, 0);
    session->told = session->diags.list.count;
    if (isatty(STDIN_FILENO))
        jp_say_text(&shell.say,
                    JP_SPAN("type top for the largest functions, help for help, quit to leave\n"));
    const bool fine = read_commands(&shell, error);
    jp_shell_session_release(&shell);
    /* What was said is not said again. */
    session->diags.list.count = 0;
    jp_buf_clear(&session->words);
    jp_session_forget(session);
    session->options = given;
    jp_options_release(&shell.options);
    jp_buf_release(&shell.folded);
    jp_arena_release(&shell.arena);
    return fine;
}
