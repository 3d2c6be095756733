/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_headline.h"
#include "jp_mode.h"
#include "jp_report_tables.h"

#include <math.h>

/* All rows, as jeprof prints them, unless fewer are asked for; the shell has a limit of its own. */
static void limit_rows(struct jp_session *session, struct jp_report_context *context,
                       const struct jp_top *top)
{
    const struct jp_option_value *const wanted = &session->options->values[JP_OPT_NODECOUNT];

    if (context->most_rows || !wanted->is_given)
        return;
    context->most_rows = (size_t)wanted->number;
    jp_headline_cut(session, top->rows.count - jp_report_row_count(context, top),
                    context->thread_name);
}

/* Over all threads: what is held at all, and what in plumbing that the program's code called. */
struct held {
    const struct jp_fold *fold; /* of standard libraries; NULL: nobody asks */
    double all;
    double plumbing;
};

/* Whoever asks for jeprof's names knows jeprof; the shell has commands of its own. */
static bool wants_hints(const struct jp_session *session)
{
    return session->format == JP_TABLE_TEXT && !session->most_rows &&
           session->grouping.naming != JP_NAMES_JEPROF &&
           !jp_options_is_on(session->options, JP_OPT_QUIET);
}

/* People who asked for folding, or against it, know of it. */
static bool may_fold(const struct jp_session *session)
{
    return !session->fold_kinds && !jp_options_is_on(session->options, JP_OPT_NO_FOLD);
}

/* Rows of 0.0 MB: one decimal shows nothing below 52 KB. */
static bool is_small(const struct jp_session *session, const struct held *held)
{
    return (session->metric == JP_INUSE_BYTES || session->metric == JP_ALLOC_BYTES) &&
           !jp_options_is_on(session->options, JP_OPT_SHOW_BYTES) && held->all > 0 &&
           held->all < 1048576;
}

static void add_held(struct held *held, const struct jp_report_context *context)
{
    for (uint32_t i = 0; i < context->view->values.owners.count; i++)
        held->all += fabs(context->view->values.of[i]);
    if (held->fold)
        held->plumbing += jp_fold_moved(held->fold, context->view, context->keys);
}

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, void *state)
{
    struct jp_errors errors;
    struct jp_top top;

    jp_top_init(&top, context->view, context->keys, jp_options_is_on(session->options, JP_OPT_CUM));
    struct jp_report_context complete = jp_mode_errors(&errors, session, context, &top);
    limit_rows(session, &complete, &top);
    add_held(state, context);
    jp_headline_kept(session, context);
    if (session->format == JP_TABLE_TEXT) {
        jp_report_text(out, &complete, &top);
    } else {
        struct jp_table table;
        jp_report_table_top(&table, &complete, &top);
        jp_mode_table(session, out, &table);
    }
    jp_errors_release(&errors);
    jp_top_release(&top);
    return true;
}

bool jp_mode_text(struct jp_session *session, struct jp_buf *out, JP_UNUSED struct jp_error *error)
{
    struct held held = {.fold = NULL};
    struct jp_fold fold;
    const bool has_hints = wants_hints(session);

    if (has_hints && may_fold(session)) {
        jp_fold_init(&fold, &session->profile, JP_FOLD_STD, jp_session_hides_allocator(session));
        held.fold = &fold;
    }
    jp_mode_each_thread_sums(session, session->grouping, report, out, &held);
    if (has_hints && is_small(session, &held))
        jp_headline_small(session, held.all);
    if (held.plumbing > 0.5 * held.all)
        jp_headline_plumbing(session);
    if (held.fold)
        jp_fold_release(&fold);
    return true;
}
