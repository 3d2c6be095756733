/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_shell_report.h"

#include "jp_deliver.h"
#include "jp_target.h"

#include <string.h>
#include <unistd.h>

enum { TOP_ROWS = 10 };

bool jp_shell_has_pattern(const struct jp_mode *mode)
{
    return strcmp(jp_option_table[mode->option].metavar, "regexp") == 0;
}

/* "-cum" sets an option for one command; every other word with a dash is a pattern to ignore. */
static bool take_switches(struct jp_shell *shell, struct jp_options *options,
                          const struct jp_shell_words *words, struct jp_error *error)
{
    JP_VEC(struct jp_span) ignored = {0};
    bool fine = true;

    for (size_t i = 0; i < words->switches.count && fine; i++) {
        bool is_option = false;
        for (size_t o = 0; o < JP_OPTION_COUNT && fine; o++) {
            const enum jp_option_id id = (enum jp_option_id)o;
            if (jp_option_table[o].kind != JP_KIND_SWITCH || !jp_shell_is_assignable(id) ||
                !jp_span_equal(jp_span_of(jp_option_table[o].name), words->switches.data[i]))
                continue;
            is_option = true;
            fine = jp_options_assign(options, id, "1", error);
        }
        if (!is_option)
            jp_vec_push(&ignored, words->switches.data[i]);
    }
    if (ignored.count && fine)
        fine = jp_options_assign(options, JP_OPT_IGNORE,
                                 jp_shell_join(&shell->arena, ignored.data, ignored.count, "|"),
                                 error);
    jp_vec_release(&ignored);
    return fine;
}

/* "profile001.svg", or a later number where that file is there already. */
static const char *fresh_name(struct jp_shell *shell, const char *suffixes)
{
    const struct jp_span suffix = {suffixes, strcspn(suffixes, "|")};

    for (unsigned i = 1;; i++) {
        const char *const name =
            jp_arena_format(&shell->arena, "profile%03u.%.*s", i, JP_SPAN_ARG(suffix));
        if (access(name, F_OK) != 0)
            return name;
    }
}

/* Where the report goes: "" for the terminal. */
static const char *find_target(struct jp_shell *shell, const struct jp_mode *mode,
                               const struct jp_shell_words *words)
{
    if (words->has_target)
        return jp_arena_text(&shell->arena, words->target);
    /* jeprof: "callgrind FILE" */
    if (mode->option == JP_OPT_CALLGRIND && words->words.count)
        return jp_arena_text(&shell->arena, words->words.data[0]);
    return mode->has_table || mode->suffixes[0] == '\0' ? "" : fresh_name(shell, mode->suffixes);
}

/* OPTIONS for one report. */
static bool make_options(struct jp_shell *shell, struct jp_options *options,
                         const struct jp_mode *mode, const struct jp_shell_words *words,
                         struct jp_error *error)
{
    const bool has_argument = jp_option_table[mode->option].kind == JP_KIND_TEXT;
    const bool is_file = mode->option == JP_OPT_CALLGRIND;
    const char *const argument =
        jp_shell_join(&shell->arena, words->words.data, words->words.count,
                      has_argument && !jp_shell_has_pattern(mode) ? " " : "|");

    for (size_t i = 0; i < JP_OPTION_COUNT; i++)
        if (jp_option_table[i].set == JP_SET_MODE)
            jp_options_reset(options, (enum jp_option_id)i);
    if (has_argument && words->words.count == 0)
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "%s needs a %s",
                            jp_option_table[mode->option].name,
                            jp_shell_has_pattern(mode) ? "regular expression"
                                                       : jp_option_table[mode->option].metavar);
    if (words->has_target && words->target.len == 0)
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "> needs the name of a file");
    if (!jp_options_assign(options, mode->option, has_argument ? argument : "1", error))
        return false;
    if (!has_argument && !is_file && words->words.count &&
        !jp_options_assign(options, JP_OPT_FOCUS, argument, error))
        return false;
    options->values[JP_OPT_OUTPUT].text = find_target(shell, mode, words);
    options->values[JP_OPT_OUTPUT].is_given = options->values[JP_OPT_OUTPUT].text[0] != '\0';
    return take_switches(shell, options, words, error);
}

/* "After ignoring 'store': 1.0 MB of 1.9 (51.1%)" */
static void add_remark(struct jp_session *session, const char *what, enum jp_option_id option,
                       const struct jp_view_options *view_options)
{
    struct jp_view view;

    jp_view_init(&view, &session->profile, view_options);
    const struct jp_report_context context = {
        .view = &view,
        .show_bytes = jp_options_is_on(session->options, JP_OPT_SHOW_BYTES),
    };
    if (jp_options_text(session->options, option)[0] && view.total != 0) {
        jp_buf_format(&session->remark, "After %s '%s': ", what,
                      jp_options_text(session->options, option));
        jp_report_value(&session->remark, &context, view.kept);
        jp_buf_format(&session->remark, " %s of ", jp_report_unit(&context));
        jp_report_value(&session->remark, &context, view.total);
        jp_buf_format(&session->remark, " (%.1f%%)\n", 100 * view.kept / view.total);
    }
    jp_view_release(&view);
}

static void make_remarks(struct jp_session *session)
{
    jp_buf_clear(&session->remark);
    if (session->threads.list.count != 1)
        return;
    struct jp_view_options options = jp_session_view(session, session->threads.list.data[0]);
    struct jp_regex *const ignore = options.ignore;
    options.ignore = NULL;
    add_remark(session, "focusing on", JP_OPT_FOCUS, &options);
    options.ignore = ignore;
    add_remark(session, "ignoring", JP_OPT_IGNORE, &options);
}

static bool make_report(struct jp_shell *shell, const struct jp_options *options,
                        const struct jp_mode *mode, struct jp_buf *out, struct jp_error *error)
{
    struct jp_session *const session = shell->session;

    if (!jp_mode_check(options, error) || !jp_session_adopt(session, options, error) ||
        !jp_target_check(options, &session->arguments, error))
        return false;
    make_remarks(session);
    return jp_deliver_make(mode->run, session, out, error);
}

bool jp_shell_report(struct jp_shell *shell, const struct jp_mode *mode,
                     const struct jp_shell_words *words, struct jp_error *error)
{
    struct jp_session *const session = shell->session;
    struct jp_options options = shell->options; /* no list is changed */
    struct jp_viewer viewer = {.command = NULL};
    struct jp_buf out = JP_BUF_INIT;
    const bool is_text = mode->option == JP_OPT_TEXT;

    jp_buf_clear(&session->words);
    session->most_rows = is_text ? (words->number ? words->number : TOP_ROWS) : 0;
    bool fine = make_options(shell, &options, mode, words, error) &&
                jp_viewer_find(&viewer, &options, error) &&
                make_report(shell, &options, mode, &out, error);
    jp_progress_end(&session->progress);
    jp_say_diags(&shell->say, &session->diags, shell->told);
    shell->told = session->diags.list.count;
    if (fine) {
        const char *const target = jp_options_text(&options, JP_OPT_OUTPUT);
        if (target[0] && !words->has_target)
            jp_buf_format(&session->words, "writing %s to %s\n", jp_option_table[mode->option].name,
                          target);
        jp_say_text(&shell->say, jp_buf_span(&session->words));
        fine = jp_deliver(&viewer, target, jp_buf_span(&out), &shell->say, error);
        shell->is_mute = !fine && !target[0] && !viewer.command;
    }
    jp_viewer_release(&viewer);
    jp_buf_release(&out);
    session->options = &shell->options;
    return fine;
}
