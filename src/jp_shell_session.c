/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_shell_session.h"

#include "jp_choice.h"
#include "jp_session_read.h"
#include "jp_stored.h"

#include <stdlib.h>

enum jp_shell_source jp_shell_source_of(const struct jp_mode *mode)
{
    enum jp_shell_source source = JP_SHELL_SUM;
    struct jp_options options;

    if (mode->option == JP_OPT_SYMBOLS)
        return JP_SHELL_QUESTIONS;
    jp_options_init(&options);
    options.values[mode->option].is_on = true;
    options.values[mode->option].text = "x";
    if (jp_choice_is_series(&options))
        source = JP_SHELL_SERIES;
    else if (jp_stored_is_whole(&options))
        source = JP_SHELL_STORE;
    jp_options_release(&options);
    return source;
}

static void free_session(struct jp_session *session)
{
    if (session)
        jp_session_release(session);
    free(session);
}

static struct jp_session *load(struct jp_shell *shell, const struct jp_options *options,
                               struct jp_error *error)
{
    struct jp_session *const session = jp_mem_zeroed(1, sizeof *session);

    jp_session_init(session, options);
    const bool fine = jp_session_load(session, error);
    jp_progress_end(&session->progress);
    session->has_total = true;
    if (fine)
        return session;
    jp_say_diags(&shell->say, &session->diags, 0);
    free_session(session);
    return NULL;
}

/* Of the arguments only the program is left. */
static struct jp_session *
load_without_dumps(struct jp_shell *shell, const struct jp_options *options, struct jp_error *error)
{
    const char *const program = shell->session->arguments.program;
    struct jp_options bare = *options;

    bare.arguments.data = NULL;
    bare.arguments.count = bare.arguments.capacity = 0;
    /* A store may know a program that nobody named today. */
    for (size_t i = 0; i < options->arguments.count; i++)
        if (options->arguments.data[i] == program)
            jp_vec_push(&bare.arguments, program);
    struct jp_session *const session = load(shell, &bare, error);
    if (session)
        session->options = options;
    jp_vec_release(&bare.arguments);
    return session;
}

static struct jp_session *take_series(struct jp_shell *shell, const struct jp_mode *mode,
                                      const struct jp_options *options, struct jp_error *error)
{
    const bool needs_threads = jp_choice_site_kind(options) == JP_SITE_THREAD;

    if (shell->series && shell->series_mode == mode &&
        !(needs_threads && shell->series->profile.without_threads)) {
        const bool fine = jp_session_adopt(shell->series, options, error) &&
                          jp_session_check_series(shell->series, error);
        return fine ? shell->series : NULL;
    }
    free_session(shell->series);
    shell->series = load(shell, options, error);
    shell->series_mode = mode;
    return shell->series;
}

struct jp_session *jp_shell_session_take(struct jp_shell *shell, const struct jp_mode *mode,
                                         const struct jp_options *options, struct jp_error *error)
{
    switch (jp_shell_source_of(mode)) {
    case JP_SHELL_SERIES:
        return take_series(shell, mode, options, error);
    case JP_SHELL_STORE:
    case JP_SHELL_QUESTIONS:
        return load_without_dumps(shell, options, error);
    case JP_SHELL_SUM:
        break;
    }
    return jp_session_adopt(shell->session, options, error) ? shell->session : NULL;
}

void jp_shell_session_give_back(struct jp_shell *shell, struct jp_session *session)
{
    if (session != shell->session && session != shell->series)
        free_session(session);
    shell->session->options = &shell->options;
    if (shell->series)
        shell->series->options = &shell->options;
}

bool jp_shell_session_reload(struct jp_shell *shell, struct jp_error *error)
{
    struct jp_options options = shell->options;

    options.values[JP_OPT_INTERACTIVE].is_on = true;
    struct jp_session *const fresh = load(shell, &options, error);
    if (!fresh)
        return false;
    fresh->options = &shell->options;
    jp_say_diags(&shell->say, &fresh->diags, 0);
    fresh->told = fresh->diags.list.count;
    jp_shell_session_release(shell);
    shell->own = shell->session = fresh;
    return true;
}

void jp_shell_session_release(struct jp_shell *shell)
{
    free_session(shell->series);
    free_session(shell->own);
    shell->series = NULL;
    shell->own = NULL;
}
