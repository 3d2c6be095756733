/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_session.h"

#include "jp_builds.h"
#include "jp_choice.h"
#include "jp_dump.h"
#include "jp_finder.h"
#include "jp_join.h"
#include "jp_mode.h"
#include "jp_number.h"
#include "jp_perf_maps.h"
#include "jp_resolve.h"
#include "jp_resolve_tell.h"
#include "jp_session_read.h"
#include "jp_stored.h"
#include "jp_target.h"
#include "jp_uses.h"

#include <inttypes.h>
#include <string.h>

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

void jp_session_release(struct jp_session *session)
{
    for (size_t i = 0; i < JP_FILTER_COUNT; i++)
        jp_regex_release(&session->filters[i]);
    jp_thread_choice_release(&session->threads);
    jp_extents_release(&session->extents);
    jp_fold_release(&session->fold);
    jp_series_release(&session->series);
    jp_profile_release(&session->profile);
    jp_unloaded_release(&session->unloaded);
    if (session->finder)
        jp_finder_free(session->finder);
    jp_cache_free(session->cache);
    jp_worker_wait(&session->readers);
    jp_diags_release(&session->diags);
    jp_buf_release(&session->words);
    jp_buf_release(&session->remark);
    jp_arguments_release(&session->arguments);
}

static const enum jp_option_id filter_options[JP_FILTER_COUNT] = {
    [JP_FILTER_FOCUS] = JP_OPT_FOCUS,
    [JP_FILTER_IGNORE] = JP_OPT_IGNORE,
    [JP_FILTER_RETAIN] = JP_OPT_RETAIN,
    [JP_FILTER_EXCLUDE] = JP_OPT_EXCLUDE,
};

static bool init_filters(struct jp_session *session, struct jp_error *error)
{
    for (size_t i = 0; i < JP_FILTER_COUNT; i++) {
        const enum jp_option_id id = filter_options[i];
        if (!jp_regex_init(&session->filters[i], jp_options_text(session->options, id), error))
            return jp_error_prepend(error, "--%s", jp_option_table[id].name);
    }
    return true;
}

/* True when no filter was given: then it is another matter that there is nothing. */
static bool fail_filtered(const struct jp_session *session, struct jp_error *error)
{
    struct jp_buf given = JP_BUF_INIT;

    for (size_t i = 0; i < JP_FILTER_COUNT; i++)
        if (jp_regex_is_given(&session->filters[i]))
            jp_buf_format(&given, "%s--%s", given.len ? ", " : "",
                          jp_option_table[filter_options[i]].name);
    const bool is_filtered = given.len > 0;
    if (is_filtered)
        jp_error_set(error, JP_EXIT_INPUT, NULL, 0,
                     "nothing to report: no stack is left by the filters (%s)", given.ptr);
    jp_buf_release(&given);
    return !is_filtered;
}

bool jp_session_check_filters(struct jp_session *session, struct jp_error *error)
{
    for (size_t i = 0; i < JP_FILTER_COUNT; i++)
        if (!jp_regex_check(&session->filters[i], jp_option_table[filter_options[i]].name,
                            &session->diags, error))
            return false;
    return session->has_kept || !session->has_views || fail_filtered(session, error);
}

void jp_session_view_init(struct jp_view *view, struct jp_session *session,
                          const struct jp_view_options *options)
{
    jp_view_init(view, &session->profile, options);
    session->has_views = true;
    session->has_kept |= view->kept_count > 0;
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
        .program = arguments->program,
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

/* A report without rows must not look like good news. */
static bool check_content(const struct jp_session *session, struct jp_error *error)
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

/* It is about the noise of a difference, and would not be obeyed elsewhere. */
static bool check_one_process(const struct jp_session *session, struct jp_error *error)
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

static void make_fold(struct jp_session *session)
{
    jp_fold_release(&session->fold);
    if (session->fold_kinds)
        jp_fold_init(&session->fold, &session->profile, session->fold_kinds,
                     jp_session_hides_allocator(session));
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
    make_fold(session);
    return true;
}

void jp_session_forget(struct jp_session *session)
{
    for (size_t i = 0; i < JP_FILTER_COUNT; i++)
        jp_regex_release(&session->filters[i]);
    session->has_views = false;
    session->has_kept = false;
}

bool jp_session_adopt(struct jp_session *session, const struct jp_options *options,
                      struct jp_error *error)
{
    jp_session_forget(session);
    jp_thread_choice_release(&session->threads);
    take_options(session, options);
    if (!init_filters(session, error) || !choose_fold(session, error) ||
        !check_content(session, error))
        return false;
    make_fold(session);
    return jp_thread_choice_init(&session->threads, &session->profile,
                                 jp_options_text(options, JP_OPT_THREAD), &session->diags, error);
}

/* Without a period nothing is known of the noise: what reports show of it would be none. */
static void warn_without_period(struct jp_session *session)
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

bool jp_session_load(struct jp_session *session, struct jp_error *error)
{
    const char *const wanted = jp_options_text(session->options, JP_OPT_THREAD);

    note_unused(session);
    if (!init_filters(session, error) || !init_rules(session, error) ||
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
    jp_profile_rest(&session->profile);
    jp_join_check(&session->profile, &session->diags);
    warn_without_period(session);
    if (!check_content(session, error) || !check_one_process(session, error) ||
        !jp_thread_choice_init(&session->threads, &session->profile, wanted, &session->diags,
                               error))
        return false;
    return jp_session_name(session, error);
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
