/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_choice.h"
#include "jp_mode.h"
#include "jp_report_threads.h"

enum { SITES_SHOWN = 5 };

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    const struct jp_option_value *const wanted = &session->options->values[JP_OPT_NODECOUNT];
    const size_t limit = wanted->is_given ? (size_t)wanted->number : SITES_SHOWN;
    struct jp_thread_groups groups;
    struct jp_report_sites names;
    struct jp_sites sites;

    jp_sites_init(&sites, context->view, context->keys, jp_choice_site_kind(session->options),
                  JP_PROCESS);
    jp_report_sites_init(&names, &sites);
    jp_thread_groups_init(&groups, &session->profile, &sites, context->view->metric, names.names);
    if (session->format == JP_TABLE_TEXT) {
        jp_report_threads(out, context, &groups, &names, limit);
    } else {
        struct jp_table table;
        jp_report_table_threads(&table, context, &groups, &names);
        jp_mode_table(session, out, &table);
    }
    jp_thread_groups_release(&groups);
    jp_report_sites_release(&names);
    jp_sites_release(&sites);
    return true;
}

bool jp_mode_threads(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    const enum jp_site_kind kind = jp_choice_site_kind(session->options);
    const struct jp_grouping grouping = jp_mode_site_grouping(session);

    if (kind == JP_SITE_THREAD || jp_options_text(session->options, JP_OPT_THREAD)[0])
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                            "--threads shows all threads: it takes no --thread and no --by=thread");
    if (session->profile.threads.count < 2) {
        jp_error_set(error, JP_EXIT_INPUT, NULL, 0, "the dumps have no records of single threads");
        return jp_error_hint(error, "dumps of jemalloc have them, other formats do not");
    }
    jp_mode_each_thread(session, grouping, report, out, NULL);
    return true;
}
