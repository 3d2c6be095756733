/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_chosen.h"
#include "jp_mode.h"
#include "jp_weblist.h"

struct state {
    struct jp_chosen chosen;
    struct jp_sources sources;
    struct jp_routines routines;
    bool has_routines;
};

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, void *data)
{
    struct state *const state = data;
    const struct jp_report_function_names names = jp_chosen_names(&state->chosen);
    struct jp_view views[JP_METRIC_COUNT];
    struct jp_listing listing;
    struct jp_assembly assembly;

    jp_mode_views_init(views, session, session->thread);
    jp_chosen_listing(&listing, &state->chosen, session, views, &state->sources);
    if (state->has_routines)
        jp_assembly_init(&assembly, &state->routines, views, session->metric, names.strings,
                         names.ids);
    const struct jp_weblist weblist = {
        .context = context,
        .listing = &listing,
        .assembly = state->has_routines ? &assembly : NULL,
        .names = names,
    };
    const bool found = listing.routines.count > 0;
    if (found && out->len == 0)
        jp_weblist_begin(out, &weblist);
    if (found)
        jp_weblist_part(out, &weblist);
    if (state->has_routines)
        jp_assembly_release(&assembly);
    jp_listing_release(&listing);
    jp_mode_views_release(views);
    return found;
}

/* Instructions come on top: where none can be shown, the lines are there all the same. */
bool jp_mode_weblist(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    const struct jp_source_options options = jp_session_sources(session);
    const struct jp_symbolize_options symbolize = jp_session_symbolize(session);
    struct state state = {.has_routines = false};

    if (jp_options_text(session->options, JP_OPT_WEBLIST)[0] == '\0')
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                            "annotated source is of functions: give --weblist=<regexp>");
    if (!jp_chosen_init(&state.chosen, session, JP_OPT_WEBLIST, error))
        return false;
    jp_sources_init(&state.sources, &options);
    jp_extents_learn(&session->extents, &session->profile, state.chosen.is_wanted, &symbolize,
                     &session->diags);
    state.has_routines =
        jp_routines_init(&state.routines, &session->profile, state.chosen.is_wanted,
                         session->grouping.naming, &symbolize, &session->diags, NULL);
    const bool found = jp_mode_each_thread(session, session->grouping, report, out, &state);
    if (found)
        jp_weblist_end(out);
    jp_routines_release(&state.routines);
    jp_chosen_tell_missing(session, &state.sources);
    jp_sources_release(&state.sources);
    jp_chosen_release(&state.chosen);
    return found || jp_error_set(error, JP_EXIT_INPUT, NULL, 0,
                                 "--weblist=%s: no function that matches holds anything",
                                 jp_options_text(session->options, JP_OPT_WEBLIST));
}
