/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_chosen.h"

#include "jp_code_files.h"
#include "jp_name_table.h"
#include "jp_number.h"

#include <stdlib.h>

bool jp_chosen_init(struct jp_chosen *chosen, struct jp_session *session, enum jp_option_id option,
                    struct jp_error *error)
{
    const struct jp_profile *const profile = &session->profile;
    const size_t count = profile->functions.count;
    struct jp_regex regex;

    if (!jp_regex_init(&regex, jp_options_text(session->options, option), error))
        return jp_error_prepend(error, "--%s", jp_option_table[option].name);
    *chosen = (struct jp_chosen){
        .ids = jp_mem_zeroed(count, sizeof *chosen->ids),
        .is_wanted = jp_mem_zeroed(count, sizeof *chosen->is_wanted),
    };
    jp_intern_init(&chosen->strings);
    jp_name_table_fill(chosen->ids, &chosen->strings, profile, session->grouping.naming);
    for (size_t i = 0; i < count; i++) {
        const uint32_t complete = profile->functions.data[i].name;
        chosen->is_wanted[i] =
            complete != 0 &&
            (jp_regex_matches(&regex, jp_intern_span(&profile->strings, complete)) ||
             jp_regex_matches(&regex, jp_intern_span(&chosen->strings, chosen->ids[i])));
        chosen->count += chosen->is_wanted[i];
    }
    const bool is_decided =
        jp_regex_check(&regex, jp_option_table[option].name, &session->diags, error);
    jp_regex_release(&regex);
    if (!is_decided)
        jp_chosen_release(chosen);
    else
        jp_code_files_find(&session->profile, chosen->is_wanted, session->finder, &session->diags);
    return is_decided;
}

void jp_chosen_release(struct jp_chosen *chosen)
{
    jp_intern_release(&chosen->strings);
    free(chosen->ids);
    free(chosen->is_wanted);
}

/* Why the source of ROUTINE cannot be shown; NULL: it can. */
static const char *reason_of(struct jp_session *session, const struct jp_listing_routine *routine)
{
    const struct jp_source_file *const source = routine->source;

    if (!source)
        return jp_miss_text(routine->miss ? routine->miss : JP_MISS_NO_DEBUG_INFO);
    if (!source->path) {
        if (!source->is_missing)
            jp_diags_add(&session->diags, JP_WARNING,
                         jp_intern_text(&session->profile.strings, routine->file), 0, "%s",
                         source->reason);
        return source->reason;
    }
    if (routine->last <= source->lines.count)
        return NULL;
    jp_diags_add(&session->diags, JP_WARNING, source->path, 0,
                 "line %u has code, but there are only %zu lines: it is not the file that was "
                 "compiled",
                 routine->last, source->lines.count);
    return "the source file is another version";
}

/* Find the sources of LISTING, and tell why some cannot be shown. */
static void find_sources(struct jp_session *session, struct jp_sources *sources,
                         struct jp_listing *listing)
{
    for (size_t i = 0; i < listing->routines.count; i++) {
        struct jp_listing_routine *const routine = &listing->routines.data[i];
        if (routine->file)
            routine->source =
                jp_sources_find(sources, jp_intern_span(&session->profile.strings, routine->file));
        routine->reason = reason_of(session, routine);
    }
}

void jp_chosen_listing(struct jp_listing *listing, const struct jp_chosen *chosen,
                       struct jp_session *session, const struct jp_view views[JP_METRIC_COUNT],
                       struct jp_sources *sources)
{
    jp_listing_init(listing, views, session->metric, chosen->is_wanted, &chosen->strings,
                    chosen->ids, &session->extents);
    if (session->grouping.naming != JP_NAMES_JEPROF)
        jp_listing_rank(listing);
    find_sources(session, sources, listing);
}

void jp_chosen_tell_missing(struct jp_session *session, const struct jp_sources *sources)
{
    size_t first = SIZE_MAX, count = 0;

    for (size_t i = 0; i < sources->list.count; i++) {
        if (!sources->list.data[i]->is_missing)
            continue;
        if (count++ == 0)
            first = i;
        else
            jp_diags_add(&session->diags, JP_NOTE, jp_intern_text(&sources->paths, (uint32_t)i + 1),
                         0, "the source file was not found");
    }
    if (count == 0)
        return;
    const char *const path = jp_intern_text(&sources->paths, (uint32_t)first + 1);
    if (count == 1)
        jp_diags_add(&session->diags, JP_WARNING, path, 0,
                     "the source file was not found: name its folder with --source-path, or "
                     "replace the beginning of its path with --source-map");
    else
        jp_diags_add(&session->diags, JP_WARNING, path, 0,
                     "the source file was not found, nor %s %zu %s (-v): name their folders "
                     "with --source-path, or replace the beginnings of their paths with "
                     "--source-map",
                     jp_number_words(count - 1, "was", "were"), count - 1,
                     jp_number_words(count - 1, "other", "others"));
}
