/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_stored.h"

#include "jp_dump.h"
#include "jp_dump_time.h"
#include "jp_session_read.h"
#include "jp_stored_private.h"
#include "jp_whole.h"

#include <inttypes.h>
#include <string.h>

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
static void list_names(struct jp_stored *stored)
{
    struct jp_arguments *const arguments = &stored->session->arguments;

    const size_t baseline_names = stored->session->baseline_names;
    const bool goes_without_some =
        stored->session->profile.is_series || jp_stored_is_import_only(stored->session);

    if (!has_names(arguments))
        jp_dump_order(arguments->dumps.data + baseline_names,
                      arguments->dumps.count - baseline_names);
    for (size_t i = 0; i < arguments->dumps.count; i++) {
        const char *const text = arguments->dumps.data[i];
        const bool is_last_chance = stored->list.count == 0 && i + 1 == arguments->dumps.count;
        if (goes_without_some && !is_last_chance && !jp_store_is_name(text) &&
            jp_session_leaves_out(stored->session, text))
            continue;
        jp_vec_push(&stored->list,
                    (struct jp_stored_name){.text = text, .is_baseline = i < baseline_names});
    }
    for (size_t i = 0; i < arguments->bases.count; i++)
        jp_vec_push(&stored->list, (struct jp_stored_name){.text = arguments->bases.data[i],
                                                           .side = JP_SIDE_BASE});
    for (size_t i = 0; i < stored->list.count; i++)
        stored->file_count += !jp_store_is_name(stored->list.data[i].text);
}

/* What goes over the whole store may compare one program with another. */
static bool warn_of_programs(struct jp_stored *stored, const char *name, struct jp_error *error)
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

/* The same as for a file. Older programs did not compare a dump with its header when they stored
 * it. */
static bool check_damage(const struct jp_session *session, struct jp_error *error)
{
    const struct jp_profile *const profile = &session->profile;
    const struct jp_source *const last = &profile->sources.data[profile->sources.count - 1];

    return !jp_options_is_on(session->options, JP_OPT_STRICT) ||
           (!last->is_damaged && jp_whole_is(last)) ||
           jp_error_set(error, JP_EXIT_INPUT, jp_intern_text(&profile->strings, last->path), 0,
                        JP_DUMP_REFUSED);
}

static bool load_named(struct jp_stored *stored, struct jp_store_load *load,
                       const struct jp_stored_name *named, struct jp_error *error)
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
        fine =
            jp_store_load_dump(load, dumps.list.data[i].id, named->side, &session->diags, error) &&
            check_damage(session, error);
        if (fine && session->profile.is_series)
            jp_session_take_dump(session, named->is_baseline);
    }
    jp_store_dumps_release(&dumps);
    return fine;
}

static bool load(struct jp_stored *stored, struct jp_error *error)
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
    struct jp_stored stored = {.session = session};

    jp_vec_push(&stored.list, (struct jp_stored_name){
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
    struct jp_stored stored = {.session = session};
    bool fine = true;

    list_names(&stored);
    fine = jp_stored_take_options(&stored, error);
    if (fine) {
        stored.store =
            jp_stored_open(session, stored.file_count ? JP_STORE_MAKE : JP_STORE_READ, error);
        fine = stored.store && jp_stored_import(&stored, error);
    }
    if (fine)
        fine = jp_stored_is_import_only(session) ? jp_stored_tell_missing_names(&stored, error)
                                                 : load(&stored, error);
    jp_store_close(stored.store);
    jp_vec_release(&stored.list);
    jp_vec_release(&stored.tags);
    return fine;
}
