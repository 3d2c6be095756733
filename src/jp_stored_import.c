/* SPDX-License-Identifier: BSD-2-Clause */
/* Dumps go into a store: as the options say, with progress, and what is told at the end. */
#include "config.h"

#include "jp_number.h"
#include "jp_stored_private.h"
#include "jp_time.h"

#include <inttypes.h>

static bool take_tags(struct jp_stored *stored, struct jp_error *error)
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

static bool take_time(struct jp_stored *stored, struct jp_error *error)
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
static bool check_maps(const struct jp_stored *stored, struct jp_error *error)
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

bool jp_stored_take_options(struct jp_stored *stored, struct jp_error *error)
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
static void show_progress(struct jp_stored *stored, size_t at)
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

static bool import_files(struct jp_stored *stored, struct jp_store_import *import,
                         struct jp_error *error)
{
    struct jp_session *const session = stored->session;
    size_t at = 0;

    for (size_t i = 0; i < stored->list.count; i++) {
        struct jp_stored_name *const named = &stored->list.data[i];
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

bool jp_stored_import(struct jp_stored *stored, struct jp_error *error)
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

bool jp_stored_tell_missing_names(struct jp_stored *stored, struct jp_error *error)
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
