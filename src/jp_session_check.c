/* SPDX-License-Identifier: BSD-2-Clause */
/* Is what was read of use for the report that is asked for? */
#include "config.h"

#include "jp_mode.h"
#include "jp_session_private.h"
#include "jp_whole.h"

#include <inttypes.h>

static bool has_values(const struct jp_profile *profile)
{
    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&profile->samples, i);
        for (size_t metric = 0; metric < JP_METRIC_COUNT; metric++)
            if (sample.main.of[metric] != 0 || sample.base.of[metric] != 0)
                return true;
    }
    return false;
}

/* Records that the process had and the files do not. */
static bool has_lost_records(const struct jp_profile *profile)
{
    for (size_t i = 0; i < profile->sources.count; i++) {
        const struct jp_source *const source = &profile->sources.data[i];
        if (source->is_cut || source->header.of[JP_INUSE_BYTES] > 0 ||
            source->header.of[JP_ALLOC_BYTES] > 0)
            return true;
    }
    return false;
}

bool jp_session_check_content(const struct jp_session *session, struct jp_error *error)
{
    const struct jp_profile *const profile = &session->profile;
    const bool wants_alloc =
        session->metric == JP_ALLOC_BYTES || session->metric == JP_ALLOC_OBJECTS;
    const char *const path =
        session->arguments.dumps.count == 1 ? session->arguments.dumps.data[0] : NULL;

    if (!has_values(profile) && !jp_options_is_on(session->options, JP_OPT_INFO)) {
        jp_error_set(error, JP_EXIT_INPUT, path, 0, "nothing to report: there are no samples");
        if (has_lost_records(profile))
            return jp_error_hint(error, "the process had some: copy the file again, or take a new "
                                        "dump");
        return jp_error_hint(error,
                             "was profiling active (prof:true, prof_active:true) before the "
                             "memory was allocated, and is the interval between samples, %" PRIu64
                             " bytes, small enough for it?",
                             profile->sources.data[0].period_bytes);
    }
    if (wants_alloc && !jp_session_has_accum(session)) {
        jp_error_set(error, JP_EXIT_INPUT, path, 0,
                     "allocations since the start were not recorded: only live memory can be "
                     "reported");
        return jp_error_hint(error, "they are recorded when the process runs with prof_accum:true");
    }
    return true;
}

bool jp_session_check_one_process(const struct jp_session *session, struct jp_error *error)
{
    const struct jp_profile *const profile = &session->profile;
    const struct jp_source *const sources = profile->sources.data;

    if (!profile->is_one_process || profile->is_series ||
        jp_mode_option(session->options) == JP_OPT_INTERACTIVE)
        return true;
    if (profile->sources.count != 2 || sources[0].side == sources[1].side)
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                            "--one-process needs one dump and one --base, or a series");
    return jp_options_is_on(session->options, JP_OPT_ERRORS) ||
           jp_options_is_on(session->options, JP_OPT_DIFF) ||
           jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                        "--one-process has no use without --errors: no noise is shown");
}

void jp_session_warn_without_period(struct jp_session *session)
{
    const enum jp_option_id mode = jp_mode_option(session->options);

    if (!jp_options_is_on(session->options, JP_OPT_ERRORS) && mode != JP_OPT_DIFF &&
        mode != JP_OPT_LEAKS && mode != JP_OPT_GATE)
        return;
    for (size_t i = 0; i < session->profile.sources.count; i++) {
        const struct jp_source *const source = &session->profile.sources.data[i];
        if (source->correction != JP_CORRECTION_NONE && source->period_bytes == 0)
            jp_diags_add(&session->diags, JP_WARNING,
                         jp_intern_text(&session->profile.strings, source->path), 0,
                         "no sample period is told, as in what --raw makes of several dumps: the "
                         "values are taken for exact, and their sampling error is not known");
    }
}

void jp_session_warn_of_lost_records(struct jp_session *session)
{
    if (jp_mode_option(session->options) != JP_OPT_DIFF)
        return;
    for (size_t i = 0; i < session->profile.sources.count; i++) {
        const struct jp_source *const source = &session->profile.sources.data[i];
        if (!jp_whole_is(source))
            jp_diags_add(&session->diags, JP_WARNING,
                         jp_intern_text(&session->profile.strings, source->path), 0,
                         "records are missing: what they held looks as if it had been %s, and no "
                         "change is marked as more than noise",
                         source->side == JP_SIDE_BASE ? "allocated since" : "freed");
    }
}
