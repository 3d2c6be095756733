/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_headline.h"
#include "jp_mode.h"
#include "jp_report_tables.h"

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

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    struct jp_errors errors;
    struct jp_top top;

    jp_top_init(&top, context->view, context->keys, jp_options_is_on(session->options, JP_OPT_CUM));
    struct jp_report_context complete = jp_mode_errors(&errors, session, context, &top);
    limit_rows(session, &complete, &top);
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
    jp_mode_each_thread(session, session->grouping, report, out, NULL);
    return true;
}
