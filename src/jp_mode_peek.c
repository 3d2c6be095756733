/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_headline.h"
#include "jp_mode.h"
#include "jp_report_peek.h"
#include "jp_report_tables.h"

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, void *state)
{
    struct jp_regex *const regex = state;
    const size_t limit = (size_t)session->options->values[JP_OPT_NODECOUNT].number;
    struct jp_errors errors;
    struct jp_top top;

    jp_top_init(&top, context->view, context->keys, true);
    const struct jp_report_context with_errors = jp_mode_errors(&errors, session, context, &top);
    bool found;
    jp_headline_kept(session, context);
    if (session->format == JP_TABLE_TEXT) {
        found = jp_report_peek(out, &with_errors, &top, regex, limit) > 0;
    } else {
        struct jp_table table;
        jp_report_table_peek(&table, &with_errors, &top, regex);
        found = table.cells.count > 0;
        jp_mode_table(session, out, &table);
    }
    jp_errors_release(&errors);
    jp_top_release(&top);
    return found;
}

bool jp_mode_peek(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    const char *const pattern = jp_options_text(session->options, JP_OPT_PEEK);
    struct jp_regex regex;

    if (!jp_regex_init(&regex, pattern, error))
        return jp_error_prepend(error, "--peek");
    const bool found = jp_mode_each_thread(session, session->grouping, report, out, &regex);
    const bool is_decided = jp_regex_check(&regex, "peek", &session->diags, error);
    jp_regex_release(&regex);
    if (!is_decided)
        return false;
    return found ||
           jp_error_set(error, JP_EXIT_INPUT, NULL, 0, "--peek=%s: no function matches", pattern);
}
