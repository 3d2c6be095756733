/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_leak_search.h"

#include "jp_choice.h"
#include "jp_mode.h"

static void drop_stacks(struct jp_view *view, const bool *is_suppressed)
{
    for (uint32_t i = 0; is_suppressed && i < view->profile->stacks.count; i++) {
        const uint32_t place = jp_subset_place(&view->targets.stacks, i);
        if (is_suppressed[i] && place != JP_INDEX_NONE)
            view->targets.nodes[place] = JP_NO_NODE;
    }
}

/* The dumps of SERIES from FIRST on, as a series. */
static struct jp_series part_of(const struct jp_series *series, size_t first)
{
    struct jp_series part = *series;

    part.dumps.data += first;
    part.dumps.count -= first;
    return part;
}

/* Only the last dump of a baseline counts: what lies between the runs is nobody's growth. */
static void compare_with_baseline(struct jp_leak_search *search, const struct jp_session *session)
{
    const struct jp_series_dump *const dumps = session->series.dumps.data;
    const size_t last = session->series.dumps.count - 1;
    struct jp_series_dump ends[2] = {dumps[session->baseline_count - 1], dumps[last]};
    const double axis[2] = {0, 1};
    struct jp_series pair = session->series;

    for (size_t i = session->baseline_count; i <= last; i++)
        ends[1].is_restart |= dumps[i].is_restart;
    pair.dumps.data = ends;
    pair.dumps.count = 2;
    jp_tracks_init(&search->change_tracks, &pair, &session->profile, &search->sites);
    jp_leaks_init(&search->change_leaks, &search->change_tracks, axis, pair.period_bytes,
                  search->names.names);
    search->baseline = jp_intern_text(&session->profile.strings,
                                      session->profile.sources.data[ends[0].source].path);
}

bool jp_leak_search_init(struct jp_leak_search *search, struct jp_session *session,
                         const bool *is_suppressed, struct jp_error *error)
{
    const struct jp_view_options options = jp_session_view(session, JP_PROCESS);
    const enum jp_site_kind kind = jp_choice_site_kind(session->options);
    const struct jp_grouping grouping = jp_mode_site_grouping(session);

    *search = (struct jp_leak_search){.funnel = {0, 0}};
    search->series = part_of(&session->series, session->baseline_count);
    if (!jp_axis_init(&search->axis, &search->series, &session->profile,
                      jp_choice_axis(session->options), error))
        return false;
    if (search->axis.is_order_doubtful)
        jp_diags_add(&session->diags, JP_WARNING, NULL, 0,
                     "the files were last changed in another order than they are given in: is the "
                     "oldest the first? --time=number says so");
    jp_session_view_init(&search->view, session, &options);
    drop_stacks(&search->view, is_suppressed);
    jp_mode_keys(&search->keys, session, grouping);
    jp_sites_init(&search->sites, &search->view, &search->keys, kind, JP_PROCESS);
    jp_report_sites_init(&search->names, &search->sites);
    jp_tracks_init(&search->tracks, &search->series, &session->profile, &search->sites);
    jp_leaks_init(&search->leaks, &search->tracks, search->axis.at, search->series.period_bytes,
                  search->names.names);
    if (kind != JP_SITE_THREAD)
        search->funnel = jp_funnel_of(&search->leaks, &search->sites, &search->series);
    if (session->baseline_count)
        compare_with_baseline(search, session);
    return true;
}

void jp_leak_search_release(struct jp_leak_search *search)
{
    if (search->baseline) {
        jp_leaks_release(&search->change_leaks);
        jp_tracks_release(&search->change_tracks);
    }
    jp_leaks_release(&search->leaks);
    jp_tracks_release(&search->tracks);
    jp_report_sites_release(&search->names);
    jp_sites_release(&search->sites);
    jp_keys_release(&search->keys);
    jp_view_release(&search->view);
    jp_axis_release(&search->axis);
}

struct jp_report_leaks_input jp_leak_search_input(const struct jp_leak_search *search,
                                                  const struct jp_session *session)
{
    return (struct jp_report_leaks_input){
        .profile = &session->profile,
        .series = &search->series,
        .axis = &search->axis,
        .tracks = &search->tracks,
        .leaks = &search->leaks,
        .names = &search->names,
        .funnel = search->funnel,
        .program = jp_mode_program(session),
        .show_bytes = jp_options_is_on(session->options, JP_OPT_SHOW_BYTES),
        .show_stacks = jp_options_is_on(session->options, JP_OPT_SHOW_STACKS),
        .limit = (size_t)session->options->values[JP_OPT_NODECOUNT].number,
    };
}
