/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_session_read.h"

#include "jp_dump.h"
#include "jp_dump_time.h"
#include "jp_join.h"
#include "jp_join_pprof.h"
#include "jp_origin.h"
#include "jp_stored.h"
#include "jp_totals.h"
#include "jp_whole.h"

#include <string.h>
#include <sys/stat.h>

/* Bases are read last, but are older dumps of the process as a rule. */
static void learn_bases(struct jp_session *session, struct jp_span process)
{
    const struct jp_arguments *const arguments = &session->arguments;

    if (session->knows_bases)
        return;
    session->knows_bases = true;
    for (size_t i = 0; i < arguments->bases.count; i++) {
        const char *const path = arguments->bases.data[i];
        struct jp_error error = JP_ERROR_INIT;
        struct jp_dump dump;
        if (!jp_span_equal(jp_origin_of(jp_span_of(path)).process, process) ||
            !jp_dump_read(&dump, path, NULL, &error))
            continue;
        jp_unloaded_learn(&session->unloaded, process, &dump);
        jp_dump_release(&dump);
    }
}

void jp_session_recall(struct jp_session *session, const char *path, struct jp_dump *dump,
                       struct jp_diags *diags)
{
    const struct jp_span process = jp_origin_of(jp_span_of(path)).process;
    const bool has_others = session->unloaded.list.count || session->arguments.bases.count;

    if (process.len && has_others && jp_unloaded_lacks(dump)) {
        learn_bases(session, process);
        if (jp_unloaded_apply(&session->unloaded, process, dump))
            jp_diags_add(diags, JP_NOTE, path, 0,
                         "libraries were unloaded before this dump; their places are taken from "
                         "the maps of other dumps of the process");
    }
    jp_unloaded_learn(&session->unloaded, process, dump);
}

static bool read_pprof(struct jp_session *session, struct jp_span bytes, const char *path,
                       int64_t mtime_ns, enum jp_side side, struct jp_error *error)
{
    struct jp_pprof pprof;

    if (!jp_pprof_parse(&pprof, bytes, path, &session->diags, error))
        return false;
    pprof.dump.mtime_ns = mtime_ns;
    jp_join_pprof(&session->profile, &pprof, side, session->finder);
    jp_pprof_release(&pprof);
    return true;
}

static bool read_dump(struct jp_session *session, const char *path, enum jp_side side,
                      struct jp_error *error)
{
    struct jp_buf pprof = JP_BUF_INIT;
    struct jp_dump dump;

    if (!jp_dump_read_or_pprof(&dump, path, NULL, &pprof, &session->diags, error)) {
        jp_buf_release(&pprof);
        return false;
    }
    if (pprof.len) {
        const bool fine =
            read_pprof(session, jp_buf_span(&pprof), path, dump.mtime_ns, side, error);
        jp_buf_release(&pprof);
        jp_dump_release(&dump);
        return fine;
    }
    const bool is_strict = jp_options_is_on(session->options, JP_OPT_STRICT);
    const bool is_fit = jp_totals_check(&dump, is_strict, &session->diags, error);
    if (is_fit) {
        jp_session_recall(session, path, &dump, &session->diags);
        if (session->finder && session->arguments.dumps.count + session->arguments.bases.count > 1)
            jp_finder_name_dump(session->finder, path);
        jp_join(&session->profile, &dump, side, session->finder, &session->diags);
    }
    jp_dump_release(&dump);
    return is_fit;
}

static void leave_out(struct jp_session *session, const char *path, const char *why)
{
    jp_diags_add(&session->diags, JP_WARNING, path, 0,
                 "is left out: %s, as when the process is killed while it writes", why);
}

/* Records that are missing would be memory that was freed, or came since the baseline. */
void jp_session_take_dump(struct jp_session *session, bool is_baseline)
{
    struct jp_profile *const profile = &session->profile;
    const struct jp_source *const last = &profile->sources.data[profile->sources.count - 1];

    if (!jp_whole_is(last)) {
        leave_out(session, jp_intern_text(&profile->strings, last->path), "records are missing");
        jp_samples_clear(&profile->samples);
        return;
    }
    jp_series_take(&session->series, profile);
    session->baseline_count += is_baseline;
}

bool jp_session_leaves_out(struct jp_session *session, const char *path)
{
    struct stat status;

    if (jp_options_is_on(session->options, JP_OPT_STRICT) || stat(path, &status) != 0 ||
        !S_ISREG(status.st_mode) || status.st_size != 0)
        return false;
    leave_out(session, path, "it is empty");
    return true;
}

static bool fail_short_series(const char *mode, struct jp_error *error)
{
    return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                        "--%s needs two dumps at least, better ten, from one process", mode);
}

/* A baseline is older than the dumps that are compared with it, whatever the names say. */
static bool order_dumps(struct jp_session *session)
{
    struct jp_arguments *const arguments = &session->arguments;
    const size_t base_count = arguments->bases.count;
    const size_t count = arguments->dumps.count;
    bool has_moved = false;

    if (!jp_stored_is_wanted(session->options)) {
        has_moved = jp_dump_order(arguments->dumps.data, count);
        has_moved |= jp_dump_order(arguments->bases.data, base_count);
    }
    if (base_count) {
        jp_vec_reserve(&arguments->dumps, base_count);
        memmove(arguments->dumps.data + base_count, arguments->dumps.data,
                count * sizeof *arguments->dumps.data);
        memcpy(arguments->dumps.data, arguments->bases.data,
               base_count * sizeof *arguments->dumps.data);
        arguments->dumps.count += base_count;
        arguments->bases.count = 0;
        session->baseline_names = base_count;
    }
    return has_moved;
}

static const char *mode_name(const struct jp_session *session)
{
    return jp_option_table[jp_options_chosen(session->options, JP_SET_MODE)].name;
}

bool jp_session_check_series(const struct jp_session *session, struct jp_error *error)
{
    const char *const mode = mode_name(session);

    if (jp_options_text(session->options, JP_OPT_THREAD)[0])
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                            "--%s takes no --thread: --by=thread shows all threads", mode);
    if (jp_arguments_has_base(&session->arguments) &&
        !jp_options_is_on(session->options, JP_OPT_GATE))
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                            "--%s takes no --base: name the dumps in their order", mode);
    return session->metric == JP_INUSE_BYTES ||
           jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--%s counts live bytes only", mode);
}

/* What was freed, and a total, can be told of one dump. */
static size_t least_dumps(const struct jp_session *session)
{
    const struct jp_options *const options = session->options;
    const bool is_total = jp_options_is_on(options, JP_OPT_GATE) &&
                          options->values[JP_OPT_MAX_TOTAL].is_given &&
                          !options->values[JP_OPT_MAX_GROWTH].is_given;

    return is_total || jp_options_is_on(options, JP_OPT_CHURN) ? 1 : 2;
}

bool jp_session_prepare_series(struct jp_session *session, struct jp_error *error)
{
    struct jp_arguments *const arguments = &session->arguments;

    if (!jp_session_check_series(session, error))
        return false;
    const bool has_moved = order_dumps(session);
    if (jp_stored_is_wanted(session->options))
        return true;
    if (arguments->dumps.count + arguments->base_stores.count < least_dumps(session))
        return fail_short_series(mode_name(session), error);
    if (has_moved)
        jp_diags_add(&session->diags, JP_NOTE, NULL, 0,
                     "the dumps were put into the order that their names tell");
    return true;
}

/*
 * Does a process come again after another one? A store has dumps by time, and those of processes
 * that ran side by side alternate: from one to the next nothing grows or shrinks.
 */
static bool is_mixed(const struct jp_series *series, const struct jp_profile *profile, size_t first)
{
    struct jp_intern processes;
    uint32_t before = 0; /* process of the dump before; 0: not known */
    bool is_mixed = false;

    jp_intern_init(&processes);
    for (size_t i = first; i < series->dumps.count && !is_mixed; i++) {
        const uint32_t path = profile->sources.data[series->dumps.data[i].source].path;
        const struct jp_span process =
            jp_origin_of(jp_intern_span(&profile->strings, path)).process;
        const size_t known_count = processes.spans.count;
        const uint32_t id = process.len ? jp_intern_add(&processes, process) : 0;
        is_mixed = series->dumps.data[i].is_restart && id && id != before && id < known_count;
        before = id;
    }
    jp_intern_release(&processes);
    return is_mixed;
}

void jp_session_finish_series(struct jp_session *session)
{
    jp_series_finish(&session->series, &session->profile);
    if (is_mixed(&session->series, &session->profile, session->baseline_count))
        jp_diags_add(&session->diags, JP_WARNING, NULL, 0,
                     "the dumps of several processes alternate, so that the series shows no "
                     "process's growth: take those of one%s",
                     jp_stored_is_wanted(session->options) ? ", for example with @series:NAME"
                                                           : "");
    if (session->series.has_mixed_periods)
        jp_diags_add(&session->diags, JP_WARNING, NULL, 0,
                     "the dumps have different sample periods: the largest is reckoned with, and "
                     "nothing cancels out between them");
}

static bool read_dumps(struct jp_session *session, struct jp_error *error)
{
    const struct jp_arguments *const arguments = &session->arguments;
    const size_t main_count = arguments->dumps.count;
    const size_t count = main_count + arguments->bases.count;

    for (size_t i = 0; i < count; i++) {
        const bool is_main = i < main_count;
        const char *const path =
            is_main ? arguments->dumps.data[i] : arguments->bases.data[i - main_count];
        jp_progress_step(&session->progress, "reading dumps", i + 1, count);
        if (session->profile.is_series && jp_session_leaves_out(session, path))
            continue;
        if (!read_dump(session, path, is_main ? JP_SIDE_MAIN : JP_SIDE_BASE, error))
            return false;
        if (session->profile.is_series)
            jp_session_take_dump(session, i < session->baseline_names);
    }
    return true;
}

/* Those that were named were enough, unless some had to be left out. */
static bool check_count(const struct jp_session *session, struct jp_error *error)
{
    const size_t count = session->series.dumps.count;
    const bool has_base = session->baseline_names || session->arguments.base_stores.count;

    if (!session->profile.is_series)
        return true;
    if (has_base && session->baseline_count == 0)
        return jp_error_set(error, JP_EXIT_INPUT, NULL, 0,
                            "no dump of --base is left to compare with");
    if (count == session->baseline_count)
        return jp_error_set(error, JP_EXIT_INPUT, NULL, 0, "no dump is left");
    return count >= least_dumps(session) || fail_short_series(mode_name(session), error);
}

bool jp_session_read(struct jp_session *session, struct jp_error *error)
{
    if (!jp_stored_read_bases(session, error))
        return false;
    if (!jp_stored_is_wanted(session->options))
        return read_dumps(session, error) && check_count(session, error);
    if (!jp_stored_read(session, error))
        return false;
    session->is_import_only = jp_stored_is_import_only(session);
    return check_count(session, error);
}
