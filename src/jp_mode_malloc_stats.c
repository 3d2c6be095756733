/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_choice.h"
#include "jp_mode.h"
#include "jp_report_fragments.h"

enum { SITES_SHOWN = 3 };

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, void *state)
{
    const struct jp_option_value *const wanted = &session->options->values[JP_OPT_NODECOUNT];
    const struct jp_malloc_stats *const stats = state;
    struct jp_fragments fragments;
    struct jp_report_sites names;
    struct jp_sites sites;
    struct jp_sizes sizes;

    jp_sites_init(&sites, context->view, context->keys, jp_choice_site_kind(session->options),
                  session->thread);
    jp_report_sites_init(&names, &sites);
    jp_sizes_init(&sizes, &session->profile, &sites, false, names.names);
    jp_fragments_init(&fragments, stats, &sizes);
    const struct jp_report_fragments_input input = {
        .context = context,
        .stats = stats,
        .fragments = &fragments,
        .names = &names,
        .limit = wanted->is_given ? (size_t)wanted->number : SITES_SHOWN,
    };
    if (session->format == JP_TABLE_TEXT) {
        jp_report_fragments(out, &input);
    } else {
        struct jp_table table;
        jp_report_table_fragments(&table, &input);
        jp_mode_table(session, out, &table);
    }
    jp_fragments_release(&fragments);
    jp_sizes_release(&sizes);
    jp_report_sites_release(&names);
    jp_sites_release(&sites);
    return true;
}

bool jp_mode_malloc_stats(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    const struct jp_grouping grouping = jp_mode_site_grouping(session);
    struct jp_malloc_stats stats;

    if (session->metric != JP_INUSE_BYTES || jp_arguments_has_base(&session->arguments) ||
        jp_options_text(session->options, JP_OPT_THREAD)[0])
        return jp_error_set(
            error, JP_EXIT_USAGE, NULL, 0,
            "--malloc-stats is about the live bytes of a process: it takes no other "
            "metric, no --base and no --thread");
    if (!jp_malloc_stats_read(&stats, jp_options_text(session->options, JP_OPT_MALLOC_STATS),
                              error))
        return false;
    jp_mode_each_thread(session, grouping, report, out, &stats);
    jp_malloc_stats_release(&stats);
    return true;
}
