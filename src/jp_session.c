/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_session.h"

#include "jp_choice.h"
#include "jp_finder.h"
#include "jp_join.h"
#include "jp_mode.h"
#include "jp_rounding.h"
#include "jp_session_private.h"
#include "jp_session_read.h"
#include "jp_stored.h"
#include "jp_target.h"
#include "jp_thread_pairs.h"
#include "jp_uses.h"

static void take_options(struct jp_session *session, const struct jp_options *options)
{
    session->options = options;
    session->metric = jp_choice_metric(options);
    session->format = jp_choice_format(options);
    session->grouping =
        (struct jp_grouping){jp_choice_granularity(options), jp_choice_naming(options)};
}

void jp_session_init(struct jp_session *session, const struct jp_options *options)
{
    *session = (struct jp_session){.options = NULL};
    take_options(session, options);
    session->progress = jp_progress_start(!jp_options_is_on(options, JP_OPT_QUIET));
    jp_diags_init(&session->diags);
    jp_profile_init(&session->profile);
    jp_unloaded_init(&session->unloaded);
    session->profile.is_series = jp_choice_is_series(options);
    const bool is_shell = jp_choice_interactive(options);
    const bool is_raw = jp_options_is_on(options, JP_OPT_RAW) || is_shell;
    session->profile.is_one_process = jp_options_is_on(options, JP_OPT_ONE_PROCESS);
    session->profile.keeps_mappings = is_raw || jp_options_text(options, JP_OPT_LIST)[0] ||
                                      jp_options_text(options, JP_OPT_WEBLIST)[0] ||
                                      jp_options_text(options, JP_OPT_DISASM)[0];
    session->profile.without_threads = !is_raw && !jp_options_is_on(options, JP_OPT_THREADS) &&
                                       jp_choice_site_kind(options) != JP_SITE_THREAD &&
                                       !jp_options_text(options, JP_OPT_THREAD)[0];
    session->profile.without_noise =
        jp_mode_option(options) == JP_OPT_TEXT && !jp_options_is_on(options, JP_OPT_ERRORS);
}

void jp_session_end(struct jp_session *session)
{
    jp_cache_free(session->cache);
    session->cache = NULL;
    jp_worker_wait(&session->readers);
}

void jp_session_release(struct jp_session *session)
{
    jp_session_forget(session);
    jp_thread_choice_release(&session->threads);
    jp_extents_release(&session->extents);
    jp_fold_release(&session->fold);
    jp_series_release(&session->series);
    jp_profile_release(&session->profile);
    jp_unloaded_release(&session->unloaded);
    if (session->finder)
        jp_finder_free(session->finder);
    jp_session_end(session);
    jp_diags_release(&session->diags);
    jp_buf_release(&session->words);
    jp_buf_release(&session->remark);
    jp_arguments_release(&session->arguments);
}

static bool choose_fold(struct jp_session *session, struct jp_error *error)
{
    session->fold_kinds = 0;
    if (!jp_choice_fold(session->options, &session->fold_kinds, error))
        return false;
    if (!session->fold_kinds && !jp_options_is_on(session->options, JP_OPT_NO_FOLD) &&
        jp_mode_folds(session->options))
        session->fold_kinds = JP_FOLD_STD | JP_FOLD_ASYNC;
    return true;
}

static bool init_rules(struct jp_session *session, struct jp_error *error)
{
    const struct jp_option_value *const files = &session->options->values[JP_OPT_RULES];

    for (size_t i = 0; i < files->list.count; i++)
        if (!jp_rules_read(&session->profile.rules, files->list.data[i], error))
            return false;
    return choose_fold(session, error);
}

static void note_unused(struct jp_session *session)
{
    for (size_t i = 0; i < JP_OPTION_COUNT; i++)
        if (jp_option_table[i].is_unused && session->options->values[i].is_given)
            jp_diags_add(&session->diags, JP_NOTE, NULL, 0, "--%s has no effect here: %s",
                         jp_option_table[i].name, jp_option_table[i].help);
}

/* Nothing is opened yet. */
static void start_cache(struct jp_session *session)
{
    const char *const folder = jp_options_text(session->options, JP_OPT_CACHE_DIR);
    const struct jp_cache_options options = {.folder = folder[0] ? folder : NULL};

    if (jp_options_is_on(session->options, JP_OPT_CACHE))
        session->cache = jp_cache_new(&options, &session->diags);
}

static void start_finder(struct jp_session *session)
{
    const struct jp_arguments *const arguments = &session->arguments;
    const struct jp_finder_options options = {
        .program = arguments->program_file,
        .sysroots = arguments->sysroots.data,
        .sysroot_count = arguments->sysroots.count,
        .debug_dirs = arguments->debug_dirs.data,
        .debug_dir_count = arguments->debug_dirs.count,
    };

    session->finder = jp_finder_new(&options, &session->diags);
    if (arguments->program)
        session->profile.program =
            jp_intern_add_text(&session->profile.strings, arguments->program);
}

bool jp_session_has_accum(const struct jp_session *session)
{
    const struct jp_profile *const profile = &session->profile;

    for (size_t i = 0; i < profile->sources.count; i++)
        if (profile->sources.data[i].has_accum)
            return true;
    return false;
}

struct jp_source_options jp_session_sources(const struct jp_session *session)
{
    const struct jp_option_value *const values = session->options->values;

    return (struct jp_source_options){
        .folders = values[JP_OPT_SOURCE_PATH].list.data,
        .folder_count = values[JP_OPT_SOURCE_PATH].list.count,
        .replacements = values[JP_OPT_SOURCE_MAP].list.data,
        .replacement_count = values[JP_OPT_SOURCE_MAP].list.count,
    };
}

void jp_session_make_fold(struct jp_session *session)
{
    jp_fold_release(&session->fold);
    if (session->fold_kinds)
        jp_fold_init(&session->fold, &session->profile, session->fold_kinds,
                     jp_session_hides_allocator(session));
}

/*
 * In another run the same work is done by threads of other numbers. Who gives a number means it; in
 * the shell one may be asked for after a name.
 */
static void pair_threads(struct jp_session *session)
{
    if (jp_thread_is_by_name(jp_options_text(session->options, JP_OPT_THREAD)) ||
        jp_choice_site_kind(session->options) == JP_SITE_THREAD)
        jp_thread_pairs_join(&session->profile);
    else
        jp_thread_pairs_part(&session->profile);
}

bool jp_session_adopt(struct jp_session *session, const struct jp_options *options,
                      struct jp_error *error)
{
    jp_session_forget(session);
    jp_thread_choice_release(&session->threads);
    take_options(session, options);
    if (!session->profile.is_series) {
        pair_threads(session);
        jp_rounding_undo(&session->profile);
        jp_profile_rest(&session->profile);
    }
    if (!jp_session_init_filters(session, error) || !choose_fold(session, error) ||
        !jp_session_check_content(session, error))
        return false;
    jp_session_make_fold(session);
    return jp_thread_choice_init(&session->threads, &session->profile,
                                 jp_options_text(options, JP_OPT_THREAD), &session->diags, error);
}

bool jp_session_load(struct jp_session *session, struct jp_error *error)
{
    const char *const wanted = jp_options_text(session->options, JP_OPT_THREAD);

    note_unused(session);
    if (!jp_session_init_filters(session, error) || !init_rules(session, error) ||
        !jp_arguments_init(&session->arguments, session->options, error) ||
        !jp_target_check(session->options, &session->arguments, error))
        return false;
    if (jp_stored_is_import_only(session) && !jp_stored_is_whole(session->options) &&
        !jp_uses_check_import(session->options, error))
        return false;
    if (session->profile.is_series && !jp_session_prepare_series(session, error))
        return false;
    start_finder(session);
    start_cache(session);
    if (jp_options_is_on(session->options, JP_OPT_SYMBOLS) || jp_stored_is_whole(session->options))
        return true;
    if (!jp_session_read(session, error))
        return false;
    if (session->is_import_only)
        return true;
    if (session->profile.is_series)
        jp_session_finish_series(session);
    else
        pair_threads(session);
    jp_profile_rest(&session->profile);
    jp_join_check(&session->profile, &session->diags);
    jp_session_warn_without_period(session);
    jp_session_warn_of_lost_records(session);
    if (!jp_session_check_content(session, error) ||
        !jp_session_check_one_process(session, error) ||
        !jp_thread_choice_init(&session->threads, &session->profile, wanted, &session->diags,
                               error))
        return false;
    if (!jp_session_name(session, error))
        return false;
    if (!session->profile.is_series)
        jp_rounding_undo(&session->profile);
    return true;
}

bool jp_session_hides_allocator(const struct jp_session *session)
{
    return session->grouping.naming != JP_NAMES_JEPROF &&
           !jp_options_is_on(session->options, JP_OPT_SHOW_ALLOCATOR);
}

struct jp_view_options jp_session_view(struct jp_session *session, uint32_t thread)
{
    return (struct jp_view_options){
        .metric = session->metric,
        .thread = thread,
        .keep_allocator = jp_options_is_on(session->options, JP_OPT_SHOW_ALLOCATOR),
        .drop_negative = jp_options_is_on(session->options, JP_OPT_DROP_NEGATIVE),
        .focus = &session->filters[JP_FILTER_FOCUS],
        .ignore = &session->filters[JP_FILTER_IGNORE],
        .retain = &session->filters[JP_FILTER_RETAIN],
        .exclude = &session->filters[JP_FILTER_EXCLUDE],
        .fold = session->fold_kinds ? &session->fold : NULL,
        .naming = session->grouping.naming,
    };
}
