/* SPDX-License-Identifier: BSD-2-Clause */
/* The filters of stacks, and whether they have left anything to report. */
#include "config.h"

#include "jp_session_private.h"

static const enum jp_option_id filter_options[JP_FILTER_COUNT] = {
    [JP_FILTER_FOCUS] = JP_OPT_FOCUS,
    [JP_FILTER_IGNORE] = JP_OPT_IGNORE,
    [JP_FILTER_RETAIN] = JP_OPT_RETAIN,
    [JP_FILTER_EXCLUDE] = JP_OPT_EXCLUDE,
};

bool jp_session_init_filters(struct jp_session *session, struct jp_error *error)
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

void jp_session_forget(struct jp_session *session)
{
    for (size_t i = 0; i < JP_FILTER_COUNT; i++)
        jp_regex_release(&session->filters[i]);
    session->has_views = false;
    session->has_kept = false;
}
