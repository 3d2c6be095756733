/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_chosen.h"
#include "jp_mode.h"
#include "jp_report_tables_code.h"

struct state {
    struct jp_chosen chosen;
    struct jp_sources sources;
};

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, void *data)
{
    struct state *const state = data;
    const struct jp_report_function_names names = jp_chosen_names(&state->chosen);
    struct jp_view views[JP_METRIC_COUNT];
    struct jp_listing listing;

    jp_mode_views_init(views, session, session->thread);
    jp_chosen_listing(&listing, &state->chosen, session, views, &state->sources);
    jp_mode_views_release(views);
    if (session->format == JP_TABLE_TEXT) {
        jp_report_list(out, context, &listing, &names);
    } else {
        struct jp_table table;
        jp_report_table_list(&table, context, &listing, &names);
        jp_mode_table(session, out, &table);
    }
    const bool found = listing.routines.count > 0;
    jp_listing_release(&listing);
    return found;
}

bool jp_mode_list(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    const struct jp_source_options options = jp_session_sources(session);
    struct state state;

    if (!jp_chosen_init(&state.chosen, session, JP_OPT_LIST, error))
        return false;
    const struct jp_symbolize_options symbolize = jp_session_symbolize(session);
    jp_sources_init(&state.sources, &options);
    jp_extents_learn(&session->extents, &session->profile, state.chosen.is_wanted, &symbolize,
                     &session->diags);
    const bool found = jp_mode_each_thread(session, session->grouping, report, out, &state);
    jp_chosen_tell_missing(session, &state.sources);
    jp_sources_release(&state.sources);
    jp_chosen_release(&state.chosen);
    return found || jp_error_set(error, JP_EXIT_INPUT, NULL, 0,
                                 "--list=%s: no function that matches holds anything",
                                 jp_options_text(session->options, JP_OPT_LIST));
}
