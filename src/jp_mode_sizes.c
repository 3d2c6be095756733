/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_choice.h"
#include "jp_mode.h"
#include "jp_report_sizes.h"

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    const size_t limit = (size_t)session->options->values[JP_OPT_NODECOUNT].number;
    const bool allocated = session->metric == JP_ALLOC_BYTES || session->metric == JP_ALLOC_OBJECTS;
    struct jp_report_sites names;
    struct jp_sites sites;
    struct jp_sizes sizes;

    jp_sites_init(&sites, context->view, context->keys, jp_choice_site_kind(session->options),
                  session->thread);
    jp_report_sites_init(&names, &sites);
    jp_sizes_init(&sizes, &session->profile, &sites, allocated, names.names);
    if (session->format == JP_TABLE_TEXT) {
        jp_report_sizes(out, context, &sizes, &names, limit);
    } else {
        struct jp_table table;
        jp_report_table_sizes(&table, context, &sizes, &names);
        jp_mode_table(session, out, &table);
    }
    jp_sizes_release(&sizes);
    jp_report_sites_release(&names);
    jp_sites_release(&sites);
    return true;
}

bool jp_mode_sizes(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    const struct jp_grouping grouping = jp_mode_site_grouping(session);

    if (jp_arguments_has_base(&session->arguments))
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--sizes takes no --base");
    if (session->metric == JP_INUSE_OBJECTS)
        session->metric = JP_INUSE_BYTES;
    if (session->metric == JP_ALLOC_OBJECTS)
        session->metric = JP_ALLOC_BYTES;
    jp_mode_each_thread(session, grouping, report, out, NULL);
    return true;
}
