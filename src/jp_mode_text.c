/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"
#include "jp_report_tables.h"

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    struct jp_errors errors;
    struct jp_top top;

    jp_top_init(&top, context->view, context->keys, jp_options_is_on(session->options, JP_OPT_CUM));
    const struct jp_report_context with_errors = jp_mode_errors(&errors, session, context, &top);
    if (session->format == JP_TABLE_TEXT) {
        jp_report_text(out, &with_errors, &top);
    } else {
        struct jp_table table;
        jp_report_table_top(&table, &with_errors, &top);
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
