/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_choice.h"
#include "jp_mode.h"
#include "jp_report_diff.h"

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    struct jp_report_sites names;
    struct jp_sites sites;
    struct jp_diff diff;

    jp_sites_init(&sites, context->view, context->keys, jp_choice_site_kind(session->options),
                  session->thread);
    jp_report_sites_init(&names, &sites);
    jp_diff_init(&diff, &session->profile, &sites, context->view->metric, names.names);
    const struct jp_report_diff_input input = {
        .context = context,
        .diff = &diff,
        .names = &names,
        .show_stacks = jp_options_is_on(session->options, JP_OPT_SHOW_STACKS),
        .limit = (size_t)session->options->values[JP_OPT_NODECOUNT].number,
    };
    if (session->format == JP_TABLE_TEXT) {
        jp_report_diff(out, &input);
    } else {
        struct jp_table table;
        jp_report_table_diff(&table, &input);
        jp_mode_table(session, out, &table);
    }
    jp_diff_release(&diff);
    jp_report_sites_release(&names);
    jp_sites_release(&sites);
    return true;
}

bool jp_mode_diff(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    const struct jp_grouping grouping = jp_mode_site_grouping(session);

    if (!jp_arguments_has_base(&session->arguments)) {
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--diff needs the earlier dump as --base");
        return jp_error_hint(error, "jeprof-c --diff --base=before.heap program after.heap");
    }
    jp_mode_each_thread(session, grouping, report, out, NULL);
    return true;
}
