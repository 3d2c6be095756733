/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_shell_report.h"

#include "jp_deliver.h"
#include "jp_file.h"
#include "jp_raw_map.h"
#include "jp_shell_options.h"
#include "jp_shell_session.h"
#include "jp_target.h"

#include <inttypes.h>
#include <unistd.h>

enum { TOP_ROWS = 10 };

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
    if (session->threads.list.count != 1)
        return;
    struct jp_view_options options = jp_session_view(session, session->threads.list.data[0]);
    struct jp_regex *const ignore = options.ignore;
    options.ignore = NULL;
    add_remark(session, "focusing on", JP_OPT_FOCUS, &options);
    options.ignore = ignore;
    add_remark(session, "ignoring", JP_OPT_IGNORE, &options);
}

/* A question each, and the map that they are about. */
static bool make_questions(struct jp_shell *shell, const struct jp_shell_words *words,
                           struct jp_span *questions, struct jp_error *error)
{
    const struct jp_profile *const profile = &shell->session->profile;
    struct jp_buf text = JP_BUF_INIT;
    size_t count = 0;

    for (size_t i = 0; i < words->words.count; i++) {
        struct jp_span digits = words->words.data[i];
        uint64_t address;
        if (jp_span_starts_with(digits, JP_SPAN("0x")))
            digits = jp_span_slice(digits, 2, digits.len);
        if (!jp_span_take_hex(&digits, &address) || digits.len) {
            jp_buf_release(&text);
            return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "\"%.*s\" is no address",
                                JP_SPAN_ARG(words->words.data[i]));
        }
        jp_buf_format(&text, "0x%" PRIx64 "\n", address);
    }
    if (text.len == 0)
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "symbols needs addresses");
    while (count < profile->mappings.count && profile->mappings.data[count].source == 0)
        count++;
    jp_raw_map_write(&text, profile, profile->mappings.data, count);
    *questions = jp_span_of(jp_arena_text(&shell->arena, jp_buf_span(&text)));
    jp_buf_release(&text);
    return true;
}

static bool make_report(struct jp_shell *shell, struct jp_session *session,
                        const struct jp_mode *mode, const struct jp_shell_words *words,
                        struct jp_buf *out, struct jp_error *error)
{
    const bool is_text = mode->option == JP_OPT_TEXT;

    jp_buf_clear(&session->words);
    jp_buf_clear(&session->remark);
    session->broken_limits = 0;
    session->most_rows = is_text ? (words->number ? words->number : TOP_ROWS) : 0;
    if (!jp_target_check(session->options, &shell->session->arguments, error))
        return false;
    if (session == shell->session)
        make_remarks(session);
    if (jp_shell_source_of(mode) == JP_SHELL_QUESTIONS &&
        !make_questions(shell, words, &session->questions, error))
        return false;
    return jp_deliver_make(mode->run, session, out, error);
}

/* What was written to the file before stays, in front. */
static bool put_in_front(const char *path, struct jp_buf *out, struct jp_error *error)
{
    struct jp_file file;
    struct jp_buf both = JP_BUF_INIT;

    if (access(path, F_OK) != 0)
        return true;
    if (!jp_file_open(&file, path, JP_FILE_NAMED_BY_USER, error))
        return false;
    jp_buf_add(&both, file.bytes);
    jp_buf_add(&both, jp_buf_span(out));
    jp_file_release(&file);
    jp_buf_release(out);
    *out = both;
    return true;
}

/* How much is folded concerns all reports: it is said when it is another amount than before. */
static void say_words(struct jp_shell *shell, struct jp_span lines)
{
    struct jp_span line;

    while (jp_span_take_line(&lines, &line, NULL)) {
        const bool is_folded = jp_span_starts_with(line, JP_SPAN("folded: "));
        if (is_folded && jp_span_equal(line, jp_buf_span(&shell->folded)))
            continue;
        if (is_folded) {
            jp_buf_clear(&shell->folded);
            jp_buf_add(&shell->folded, line);
        }
        jp_say_text(&shell->say, line);
    }
}

static bool deliver(struct jp_shell *shell, struct jp_session *session,
                    const struct jp_shell_words *words, const struct jp_viewer *viewer,
                    struct jp_buf *out, struct jp_error *error)
{
    const char *const target = jp_options_text(session->options, JP_OPT_OUTPUT);
    const enum jp_option_id mode = jp_options_chosen(session->options, JP_SET_MODE);

    if (words->is_appended && !put_in_front(target, out, error))
        return false;
    if (target[0] && !words->has_target)
        jp_buf_format(&session->words, "writing %s to %s\n", jp_option_table[mode].name, target);
    say_words(shell, jp_buf_span(&session->words));
    const bool fine = jp_deliver(viewer, target, jp_buf_span(out), &shell->say, error);
    shell->is_mute = !fine && !target[0] && !viewer->command;
    return fine && jp_deliver_verdict(session, error);
}

static bool report(struct jp_shell *shell, const struct jp_mode *mode,
                   const struct jp_options *options, const struct jp_shell_words *words,
                   struct jp_error *error)
{
    struct jp_viewer viewer = {.command = NULL};
    struct jp_buf out = JP_BUF_INIT;

    if (!jp_mode_check(options, error) || !jp_viewer_find(&viewer, options, error))
        return false;
    struct jp_session *const session = jp_shell_session_take(shell, mode, options, error);
    bool fine = session && make_report(shell, session, mode, words, &out, error);
    if (session) {
        jp_progress_end(&session->progress);
        jp_say_diags(&shell->say, &session->diags, session->told);
        session->told = session->diags.list.count;
    }
    fine = fine && deliver(shell, session, words, &viewer, &out, error);
    jp_shell_session_give_back(shell, session);
    jp_viewer_release(&viewer);
    jp_buf_release(&out);
    return fine;
}

bool jp_shell_report(struct jp_shell *shell, const struct jp_mode *mode,
                     const struct jp_shell_words *words, struct jp_error *error)
{
    struct jp_options options;

    jp_options_copy(&options, &shell->options);
    const bool fine = jp_shell_options_make(shell, &options, mode, words, error) &&
                      report(shell, mode, &options, words, error);
    jp_options_release(&options);
    return fine;
}
