/* SPDX-License-Identifier: BSD-2-Clause */
/* Names for what was read, and what is told of the search for them. */
#include "config.h"

#include "jp_builds.h"
#include "jp_choice.h"
#include "jp_number.h"
#include "jp_perf_maps.h"
#include "jp_resolve_tell.h"
#include "jp_session_private.h"
#include "jp_stored.h"

#include <inttypes.h>

struct jp_symbolize_options jp_session_symbolize(struct jp_session *session)
{
    return (struct jp_symbolize_options){
        .no_inlines = !jp_options_is_on(session->options, JP_OPT_INLINES),
        .reader = jp_choice_reader(session->options),
        .cache = session->cache,
        .ending = &session->readers,
        .jobs = jp_choice_jobs(session->options),
    };
}

void jp_session_tell_names(struct jp_session *session)
{
    const bool is_info = jp_options_is_on(session->options, JP_OPT_INFO);

    jp_resolve_tell(&session->profile, is_info ? "" : " (--info tells more)", &session->diags);
}

bool jp_session_name(struct jp_session *session, struct jp_error *error)
{
    const struct jp_symbolize_options options = jp_session_symbolize(session);
    struct jp_dwarf_work work = {0};

    /* What comes from a store was named when it went in. */
    if (!jp_stored_is_wanted(session->options) && !jp_perf_maps_apply(session, error))
        return false;
    jp_progress_step(&session->progress, "finding names", 0, 0);
    jp_resolve_names(&session->profile, &options, &work, &session->diags);
    jp_session_tell_names(session);
    jp_builds_check(&session->profile, &session->diags);
    if (session->cache && jp_cache_path(session->cache))
        jp_diags_add(&session->diags, JP_NOTE, jp_cache_path(session->cache), 0,
                     "symbol cache: it had all names of %" PRIu64 " %s; debug information of "
                     "%" PRIu64 " %s was read",
                     work.modules_cached, jp_number_words(work.modules_cached, "module", "modules"),
                     work.files_read, jp_number_words(work.files_read, "file", "files"));
    if (work.units_total)
        jp_diags_add(&session->diags, JP_NOTE, NULL, 0,
                     "debug information: %" PRIu64 " of %" PRIu64 " compile %s read, %" PRIu64
                     " %s, %" PRIu64 " line %s",
                     work.units_read, work.units_total,
                     jp_number_words(work.units_total, "unit", "units"), work.dies_read,
                     jp_number_words(work.dies_read, "entry", "entries"), work.line_rows,
                     jp_number_words(work.line_rows, "row", "rows"));
    jp_session_make_fold(session);
    return true;
}
