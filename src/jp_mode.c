/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"

#include "jp_allocator.h"
#include "jp_choice.h"
#include "jp_headline.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <strings.h>

const struct jp_mode jp_modes[] = {
#define JP_MODE(id, name, kind, flags, group, metavar, run, has_table, suffixes, help, manual) \
    {JP_OPT_##id, run, has_table, suffixes},
#include "jp_modes.def"
#undef JP_MODE
};

const size_t jp_mode_count = JP_COUNT_OF(jp_modes);

const struct jp_mode *jp_mode_find(struct jp_span name)
{
    for (size_t i = 0; i < jp_mode_count; i++)
        if (jp_span_equal(jp_span_of(jp_option_table[jp_modes[i].option].name), name))
            return &jp_modes[i];
    return NULL;
}

/* Does PATH end in a dot and one of SUFFIXES? */
static bool has_suffix(struct jp_span path, const char *suffixes)
{
    for (const char *at = suffixes; *at;) {
        const struct jp_span suffix = {at, strcspn(at, "|")};
        if (jp_span_ends_with(path, suffix) && path.len > suffix.len &&
            path.ptr[path.len - suffix.len - 1] == '.')
            return true;
        at += suffix.len + (at[suffix.len] == '|');
    }
    return false;
}

static const struct jp_mode *find_mode(const struct jp_options *options)
{
    const enum jp_option_id chosen = jp_options_chosen(options, JP_SET_MODE);
    const struct jp_span path = jp_span_of(jp_options_text(options, JP_OPT_OUTPUT));

    if (jp_choice_interactive(options))
        return jp_mode_find(JP_SPAN("interactive"));
    for (size_t i = 0; i < jp_mode_count; i++) {
        if (chosen == JP_OPTION_COUNT ? has_suffix(path, jp_modes[i].suffixes)
                                      : jp_modes[i].option == chosen)
            return &jp_modes[i];
    }
    return &jp_modes[0];
}

jp_mode_run *jp_mode_of(const struct jp_options *options)
{
    return find_mode(options)->run;
}

enum jp_option_id jp_mode_option(const struct jp_options *options)
{
    return find_mode(options)->option;
}

bool jp_mode_folds(const struct jp_options *options)
{
    jp_mode_run *const run = find_mode(options)->run;

    return run == jp_mode_svg || run == jp_mode_pdf || run == jp_mode_ps || run == jp_mode_png ||
           run == jp_mode_flame || run == jp_mode_html;
}

/* Formats that only know passed and failed. */
static bool is_for_gate(const char *format)
{
    return strcasecmp(format, "junit") == 0 || strcasecmp(format, "github") == 0;
}

bool jp_mode_check(const struct jp_options *options, struct jp_error *error)
{
    const struct jp_mode *const mode = find_mode(options);
    enum jp_option_id useless;

    if (!mode->has_table && mode->option != JP_OPT_INTERACTIVE &&
        options->values[JP_OPT_FORMAT].is_given)
        useless = JP_OPT_FORMAT;
    else if (mode->option != JP_OPT_GATE && is_for_gate(jp_options_text(options, JP_OPT_FORMAT)))
        useless = JP_OPT_FORMAT;
    else if (mode->option == JP_OPT_INTERACTIVE && options->values[JP_OPT_OUTPUT].is_given)
        useless = JP_OPT_OUTPUT;
    else
        return true;
    return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--%s has no use with --%s",
                        jp_option_table[useless].name, jp_option_table[mode->option].name);
}

const char *jp_mode_program(const struct jp_session *session)
{
    const struct jp_profile *const profile = &session->profile;

    return session->arguments.program ? session->arguments.program
                                      : jp_intern_text(&profile->strings, profile->program);
}

void jp_mode_keys(struct jp_keys *keys, struct jp_session *session, struct jp_grouping grouping)
{
    const struct jp_profile *const profile = &session->profile;

    session->folded_count = 0;
    jp_keys_init(keys, profile, grouping.granularity, grouping.naming);
    if (jp_session_hides_allocator(session))
        jp_allocator_hide(profile, keys);
    if (session->fold_kinds) {
        session->folded_count = jp_fold_count(&session->fold, profile, keys);
        jp_fold_hide(&session->fold, profile, keys);
    }
    jp_headline_folded(session, jp_keys_shortened(keys, profile), session->folded_count);
}

double jp_mode_folded_share(struct jp_session *session)
{
    const struct jp_profile *const profile = &session->profile;
    struct jp_view_options options = jp_session_view(session, session->thread);
    struct jp_view view;
    struct jp_keys keys;
    double all = 0;

    if (!session->fold_kinds)
        return 0;
    options.fold = NULL;
    jp_view_init(&view, profile, &options);
    jp_keys_init(&keys, profile, session->grouping.granularity, session->grouping.naming);
    if (jp_session_hides_allocator(session))
        jp_allocator_hide(profile, &keys);
    for (uint32_t i = 0; i < view.values.owners.count; i++)
        all += fabs(view.values.of[i]);
    const double moved = jp_fold_moved(&session->fold, &view, &keys);
    jp_keys_release(&keys);
    jp_view_release(&view);
    return all > 0 ? moved / all : 0;
}

struct jp_grouping jp_mode_site_grouping(const struct jp_session *session)
{
    const bool is_by_line = jp_choice_site_kind(session->options) == JP_SITE_LINE;

    return (struct jp_grouping){is_by_line ? JP_BY_LINE : JP_BY_FUNCTION, session->grouping.naming};
}

void jp_mode_views_init(struct jp_view views[JP_METRIC_COUNT], struct jp_session *session,
                        uint32_t thread)
{
    struct jp_view_options options = jp_session_view(session, thread);

    for (size_t metric = 0; metric < JP_METRIC_COUNT; metric++) {
        options.metric = (enum jp_metric)metric;
        jp_session_view_init(&views[metric], session, &options);
    }
}

void jp_mode_views_release(struct jp_view views[JP_METRIC_COUNT])
{
    for (size_t metric = 0; metric < JP_METRIC_COUNT; metric++)
        jp_view_release(&views[metric]);
}

struct jp_report_context jp_mode_errors(struct jp_errors *errors, struct jp_session *session,
                                        const struct jp_report_context *context,
                                        const struct jp_top *top)
{
    const struct jp_view_options options = jp_session_view(session, session->thread);
    struct jp_report_context copy = *context;

    *errors = (struct jp_errors){.unseen = 0};
    if (!jp_options_is_on(session->options, JP_OPT_ERRORS))
        return copy;
    jp_errors_init(errors, &session->profile, &options, context->keys, top, context->view->total);
    copy.errors = errors;
    return copy;
}

void jp_mode_sides_init(struct jp_view sides[2], struct jp_session *session, uint32_t thread)
{
    struct jp_view_options options = jp_session_view(session, thread);

    options.quantity = JP_QUANTITY_AFTER;
    jp_session_view_init(&sides[0], session, &options);
    options.quantity = JP_QUANTITY_BEFORE;
    jp_session_view_init(&sides[1], session, &options);
}

void jp_mode_sides_release(struct jp_view sides[2])
{
    jp_view_release(&sides[0]);
    jp_view_release(&sides[1]);
}

bool jp_mode_one_thread(const struct jp_session *session, struct jp_error *error)
{
    const struct jp_thread_choice *const threads = &session->threads;

    if (threads->list.count == 1)
        return true;
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--%s shows one thread, and --thread=%s is %zu",
                 jp_option_table[jp_mode_option(session->options)].name,
                 jp_options_text(session->options, JP_OPT_THREAD), threads->list.count);
    return jp_error_hint(error, "name one of them by its number, as --thread=%" PRIu64,
                         session->profile.threads.data[threads->list.data[0]].uid);
}

void jp_mode_table(struct jp_session *session, struct jp_buf *out, struct jp_table *table)
{
    table->is_continued = out->len > 0;
    jp_table_print(out, table, session->format);
    jp_table_release(table);
}

/* Are there reports about one thread each, and not about all of them? */
static bool goes_by_thread(const struct jp_session *session)
{
    return session->threads.list.count && session->threads.list.data[0] != JP_PROCESS &&
           !jp_options_is_on(session->options, JP_OPT_THREADS) &&
           jp_choice_site_kind(session->options) != JP_SITE_THREAD;
}

bool jp_mode_narrow(struct jp_narrow *narrow, struct jp_session *session)
{
    if (!goes_by_thread(session))
        return false;
    jp_narrow_init(narrow, &session->profile);
    return true;
}

static bool each_thread(struct jp_session *session, struct jp_grouping grouping, bool only_sums,
                        jp_mode_part *part, struct jp_buf *out, void *state)
{
    struct jp_narrow narrow;
    struct jp_keys keys;
    bool any = false;

    jp_mode_keys(&keys, session, grouping);
    const bool is_narrow = jp_mode_narrow(&narrow, session);
    for (size_t i = 0; i < session->threads.list.count; i++) {
        const uint32_t thread = session->threads.list.data[i];
        if (is_narrow)
            jp_narrow_to(&narrow, thread);
        struct jp_view_options options = jp_session_view(session, thread);
        options.has_spare_nodes = only_sums;
        session->thread = thread;
        struct jp_view view;
        jp_session_view_init(&view, session, &options);
        const struct jp_report_context context = {
            .profile = &session->profile,
            .view = &view,
            .keys = &keys,
            .show_bytes = jp_options_is_on(session->options, JP_OPT_SHOW_BYTES),
            .thread_name = jp_thread_label(&session->profile, thread, &session->arguments.arena),
            .program = jp_mode_program(session),
            .has_total = session->has_total,
            .remark = jp_buf_span(&session->remark),
            .most_rows = session->most_rows,
        };
        any |= part(session, &context, out, state);
        jp_view_release(&view);
    }
    if (is_narrow)
        jp_narrow_release(&narrow);
    jp_keys_release(&keys);
    return any;
}

bool jp_mode_each_thread(struct jp_session *session, struct jp_grouping grouping,
                         jp_mode_part *part, struct jp_buf *out, void *state)
{
    return each_thread(session, grouping, false, part, out, state);
}

bool jp_mode_each_thread_sums(struct jp_session *session, struct jp_grouping grouping,
                              jp_mode_part *part, struct jp_buf *out, void *state)
{
    return each_thread(session, grouping, true, part, out, state);
}
