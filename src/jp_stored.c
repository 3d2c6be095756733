/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_stored.h"

#include "jp_dump_time.h"
#include "jp_number.h"
#include "jp_session_read.h"
#include "jp_store.h"
#include "jp_time.h"

#include <inttypes.h>
#include <string.h>

/* A dump of the command line: a file, or a name of stored dumps. */
struct named {
    const char *text;
    enum jp_side side;
    bool is_baseline; /* of a series: it is compared with this */
    int64_t id;       /* of a file, once it is in the store */
};

struct stored {
    struct jp_session *session;
    struct jp_store *store;
    JP_VEC(struct named) list;
    JP_VEC(struct jp_store_tag) tags;
    struct jp_symbolize_options symbolize;
    struct jp_store_import_options import;
    size_t file_count;
};

bool jp_stored_is_whole(const struct jp_options *options)
{
    switch (jp_options_chosen(options, JP_SET_MODE)) {
    case JP_OPT_SQL:
    case JP_OPT_DB_INFO:
    case JP_OPT_DROP:
    case JP_OPT_PRUNE:
    case JP_OPT_VACUUM:
    case JP_OPT_RESYMBOLIZE:
        return true;
    default:
        return false;
    }
}

bool jp_stored_pair(struct jp_session *session, const char *option, const char *text,
                    struct jp_store_tag *pair, struct jp_error *error)
{
    const struct jp_span span = jp_span_of(text);
    const size_t equals = jp_span_find(span, JP_SPAN("="), 0);

    if (equals == SIZE_MAX || equals == 0)
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--%s=%s: it is NAME=VALUE", option,
                            text);
    pair->key = jp_arena_text(&session->arguments.arena, jp_span_slice(span, 0, equals));
    pair->value = text + equals + 1;
    return true;
}

static bool wait_for_others(void *state)
{
    struct jp_session *const session = state;

    jp_progress_step(&session->progress, "another process uses the store, waiting", 0, 0);
    return true;
}

static struct jp_store *open_store(struct jp_session *session, const char *path,
                                   enum jp_store_access access, struct jp_error *error)
{
    const struct jp_store_options options = {
        .access = access,
        .wait = wait_for_others,
        .wait_state = session,
    };

    return jp_store_open(path, &options, error);
}

struct jp_store *jp_stored_open(struct jp_session *session, enum jp_store_access access,
                                struct jp_error *error)
{
    return open_store(session, jp_options_text(session->options, JP_OPT_DB), access, error);
}

static bool has_names(const struct jp_arguments *arguments)
{
    for (size_t i = 0; i < arguments->dumps.count; i++)
        if (jp_store_is_name(arguments->dumps.data[i]))
            return true;
    return false;
}

bool jp_stored_is_import_only(const struct jp_session *session)
{
    const struct jp_options *const options = session->options;
    const struct jp_arguments *const arguments = &session->arguments;

    if (!jp_stored_is_wanted(options) || jp_arguments_has_base(arguments) ||
        jp_options_chosen(options, JP_SET_MODE) != JP_OPTION_COUNT ||
        jp_options_text(options, JP_OPT_OUTPUT)[0])
        return false;
    return !has_names(arguments);
}

/* Files get their ids in the order in which they were taken, not in that of the shell. */
static void list_names(struct stored *stored)
{
    struct jp_arguments *const arguments = &stored->session->arguments;

    const size_t baseline_names = stored->session->baseline_names;

    if (!has_names(arguments))
        jp_dump_order(arguments->dumps.data + baseline_names,
                      arguments->dumps.count - baseline_names);
    for (size_t i = 0; i < arguments->dumps.count; i++)
        jp_vec_push(&stored->list, (struct named){.text = arguments->dumps.data[i],
                                                  .is_baseline = i < baseline_names});
    for (size_t i = 0; i < arguments->bases.count; i++)
        jp_vec_push(&stored->list,
                    (struct named){.text = arguments->bases.data[i], .side = JP_SIDE_BASE});
    for (size_t i = 0; i < stored->list.count; i++)
        stored->file_count += !jp_store_is_name(stored->list.data[i].text);
}

static bool take_tags(struct stored *stored, struct jp_error *error)
{
    struct jp_session *const session = stored->session;
    const struct jp_option_value *const value = &session->options->values[JP_OPT_TAG];

    for (size_t i = 0; i < value->list.count; i++) {
        struct jp_store_tag tag;
        if (!jp_stored_pair(session, "tag", value->list.data[i], &tag, error))
            return false;
        jp_vec_push(&stored->tags, tag);
    }
    return true;
}

static bool take_time(struct stored *stored, struct jp_error *error)
{
    const char *const text = jp_options_text(stored->session->options, JP_OPT_TAKEN);
    struct jp_span rest = jp_span_of(text);
    int64_t until_ns;

    if (!text[0])
        return true;
    if (stored->file_count != 1)
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                            "--time (or --taken) is the time of one dump, and %zu are to be stored",
                            stored->file_count);
    stored->import.has_time = true;
    if (jp_time_take(&rest, &stored->import.time_ns, &until_ns) && rest.len == 0)
        return true;
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--time=%s is no time", text);
    return jp_error_hint(error, "it looks like 2026-11-01T12:30:45 and is taken as UTC");
}

/* Names come from maps as dumps go in. */
static bool check_maps(const struct stored *stored, struct jp_error *error)
{
    if (stored->file_count || !stored->session->options->values[JP_OPT_PERF_MAP].is_given)
        return true;
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                 "--perf-map has no use here: a stored dump has the names that it was stored with");
    return jp_error_hint(error, "--resymbolize --perf-map=FILE adds names to the store");
}

static void recall(void *state, const char *path, struct jp_dump *dump, struct jp_diags *diags)
{
    jp_session_recall(state, path, dump, diags);
}

static bool take_options(struct stored *stored, struct jp_error *error)
{
    struct jp_session *const session = stored->session;
    const char *const series = jp_options_text(session->options, JP_OPT_SERIES);

    stored->symbolize = jp_session_symbolize(session);
    stored->symbolize.no_inlines = false;
    stored->import = (struct jp_store_import_options){
        .finder = session->finder,
        .symbolize = &stored->symbolize,
        .program = session->arguments.program,
        .series = series[0] ? series : NULL,
        .is_strict = jp_options_is_on(session->options, JP_OPT_STRICT),
        .perf_maps = session->options->values[JP_OPT_PERF_MAP].list.data,
        .perf_map_count = session->options->values[JP_OPT_PERF_MAP].list.count,
        .prepare = recall,
        .prepare_state = session,
    };
    if (!check_maps(stored, error) || !take_tags(stored, error) || !take_time(stored, error))
        return false;
    stored->import.tags = stored->tags.data;
    stored->import.tag_count = stored->tags.count;
    return true;
}

/* Dumps of one service are much alike: what is left takes as long as what was done. */
static void show_progress(struct stored *stored, size_t at)
{
    struct jp_progress *const progress = &stored->session->progress;
    const double seconds = jp_progress_seconds(progress);
    const size_t done = at - 1;
    struct jp_buf text = JP_BUF_INIT;

    jp_buf_add_text(&text, "storing dumps");
    if (done && seconds > 0)
        jp_buf_format(&text, ", %.1f a second, %.0f s left", (double)done / seconds,
                      seconds / (double)done * (double)(stored->file_count - done));
    jp_progress_step(progress, text.ptr, at, stored->file_count);
    jp_buf_release(&text);
}

static bool import_files(struct stored *stored, struct jp_store_import *import,
                         struct jp_error *error)
{
    struct jp_session *const session = stored->session;
    size_t at = 0;

    for (size_t i = 0; i < stored->list.count; i++) {
        struct named *const named = &stored->list.data[i];
        if (jp_store_is_name(named->text))
            continue;
        show_progress(stored, ++at);
        if (!jp_store_import_file(import, named->text, &named->id, &session->diags, error))
            return false;
    }
    return true;
}

static void tell_counts(struct jp_session *session, const struct jp_store_import_counts *counts)
{
    jp_buf_format(&session->words, "%s: %" PRIu64 " %s stored, %" PRIu64 " samples",
                  jp_options_text(session->options, JP_OPT_DB), counts->new_dumps,
                  jp_number_words(counts->new_dumps, "dump", "dumps"), counts->samples);
    if (counts->known_dumps)
        jp_buf_format(&session->words, "; %" PRIu64 " %s there already", counts->known_dumps,
                      jp_number_words(counts->known_dumps, "was", "were"));
    jp_buf_add_byte(&session->words, '\n');
}

static bool import(struct stored *stored, struct jp_error *error)
{
    struct jp_session *const session = stored->session;
    struct jp_store_import_counts counts;
    struct jp_dwarf_work work = {0};

    if (stored->file_count == 0)
        return true;
    struct jp_store_import *const import =
        jp_store_import_begin(stored->store, &stored->import, error);
    if (!import)
        return false;
    if (!import_files(stored, import, error)) {
        jp_store_import_cancel(import);
        return false;
    }
    jp_progress_step(&session->progress, "finding names", 0, 0);
    if (!jp_store_import_finish(import, &counts, &work, &session->diags, error))
        return false;
    tell_counts(session, &counts);
    return true;
}

/* What goes over the whole store may compare one program with another. */
static bool warn_of_programs(struct stored *stored, const char *name, struct jp_error *error)
{
    int64_t count = 0;

    if (strcmp(name, "@first") != 0 && strcmp(name, "@last") != 0 && strcmp(name, "@all") != 0)
        return true;
    if (!jp_store_count_programs(stored->store, &count, error))
        return false;
    if (count > 1)
        jp_diags_add(&stored->session->diags, JP_WARNING, NULL, 0,
                     "%s goes over all of the store, which has dumps of %" PRId64
                     " programs: @series:NAME takes those of one, --db-info lists them",
                     name, count);
    return true;
}

static bool load_named(struct stored *stored, struct jp_store_load *load, const struct named *named,
                       struct jp_error *error)
{
    struct jp_session *const session = stored->session;
    struct jp_store_dumps dumps = {0};
    bool fine = true;

    if (jp_store_is_name(named->text))
        fine = warn_of_programs(stored, named->text, error) &&
               jp_store_find(stored->store, named->text, &dumps, error);
    else
        jp_vec_push(&dumps.list, (struct jp_store_dump){.id = named->id});
    for (size_t i = 0; fine && i < dumps.list.count; i++) {
        fine = jp_store_load_dump(load, dumps.list.data[i].id, named->side, &session->diags, error);
        if (fine && session->profile.is_series)
            jp_session_take_dump(session, named->is_baseline);
    }
    jp_store_dumps_release(&dumps);
    return fine;
}

/*
 * Whoever only stores sees no report, and would miss names when the program is long gone. The last
 * dump stands for all: those of one import are much alike.
 */
static bool tell_missing_names(struct stored *stored, struct jp_error *error)
{
    const struct jp_store_load_options options = {.without_threads = true};
    struct jp_session *const session = stored->session;
    const int64_t last = stored->list.data[stored->list.count - 1].id;
    const char *program;
    struct jp_diags told; /* when the dump was read */

    jp_diags_init(&told);
    struct jp_store_load *const load =
        jp_store_load_begin(stored->store, &session->profile, &options);
    bool fine = jp_store_load_dump(load, last, JP_SIDE_MAIN, &told, error);
    jp_diags_release(&told);
    if (!fine) {
        jp_store_load_cancel(load);
        return false;
    }
    if (!jp_store_load_finish(load, &program, error))
        return false;
    const size_t before = jp_diags_count(&session->diags, JP_WARNING);
    jp_session_tell_names(session);
    if (jp_diags_count(&session->diags, JP_WARNING) > before)
        jp_buf_format(&session->words,
                      "%s: --resymbolize adds names later, when their files are "
                      "there\n",
                      jp_options_text(session->options, JP_OPT_DB));
    return true;
}

static bool load(struct stored *stored, struct jp_error *error)
{
    struct jp_session *const session = stored->session;
    const struct jp_store_load_options options = {
        .no_inlines = !jp_options_is_on(session->options, JP_OPT_INLINES),
        .without_threads = session->profile.without_threads,
    };
    const char *program = NULL;

    struct jp_store_load *const load =
        jp_store_load_begin(stored->store, &session->profile, &options);
    bool fine = true;
    for (size_t i = 0; fine && i < stored->list.count; i++) {
        jp_progress_step(&session->progress, "loading dumps", i + 1, stored->list.count);
        fine = load_named(stored, load, &stored->list.data[i], error);
    }
    if (!fine) {
        jp_store_load_cancel(load);
        return false;
    }
    fine = jp_store_load_finish(load, &program, error);
    if (!session->arguments.program)
        session->arguments.program = program;
    return fine;
}

static bool read_base(struct jp_session *session, const struct jp_base_store *base,
                      struct jp_error *error)
{
    const bool is_series = session->profile.is_series;
    struct stored stored = {.session = session};

    jp_vec_push(&stored.list, (struct named){
                                  .text = base->name,
                                  .side = is_series ? JP_SIDE_MAIN : JP_SIDE_BASE,
                                  .is_baseline = is_series,
                              });
    stored.store = open_store(session, base->path, JP_STORE_READ, error);
    const bool fine = stored.store && load(&stored, error);
    jp_store_close(stored.store);
    jp_vec_release(&stored.list);
    return fine;
}

bool jp_stored_read_bases(struct jp_session *session, struct jp_error *error)
{
    const struct jp_arguments *const arguments = &session->arguments;

    for (size_t i = 0; i < arguments->base_stores.count; i++)
        if (!read_base(session, &arguments->base_stores.data[i], error))
            return false;
    return true;
}

bool jp_stored_read(struct jp_session *session, struct jp_error *error)
{
    struct stored stored = {.session = session};
    bool fine = true;

    list_names(&stored);
    fine = take_options(&stored, error);
    if (fine) {
        stored.store =
            jp_stored_open(session, stored.file_count ? JP_STORE_MAKE : JP_STORE_READ, error);
        fine = stored.store && import(&stored, error);
    }
    if (fine)
        fine = jp_stored_is_import_only(session) ? tell_missing_names(&stored, error)
                                                 : load(&stored, error);
    jp_store_close(stored.store);
    jp_vec_release(&stored.list);
    jp_vec_release(&stored.tags);
    return fine;
}
