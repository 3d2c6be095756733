/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"
#include "jp_page.h"

static void init_view(struct jp_view *view, struct jp_session *session, size_t metric,
                      enum jp_quantity quantity)
{
    struct jp_view_options options = jp_session_view(session, session->thread);

    options.metric = (enum jp_metric)metric;
    options.quantity = quantity;
    jp_session_view_init(view, session, &options);
}

/* Without accumulated counts there is nothing to show of what was allocated. */
static bool is_recorded(const struct jp_session *session, size_t metric)
{
    return metric == JP_INUSE_BYTES || metric == JP_INUSE_OBJECTS || jp_session_has_accum(session);
}

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    struct jp_page_value values[JP_METRIC_COUNT] = {0};
    struct jp_page page = {
        .context = context,
        .diags = &session->diags,
        .values = values,
        .has_base = jp_arguments_has_base(&session->arguments),
        .folded_count = session->folded_count,
        .folded_share = jp_mode_folded_share(session),
    };

    for (size_t metric = 0; metric < JP_METRIC_COUNT; metric++) {
        struct jp_page_value *const value = &values[page.value_count];
        if (!is_recorded(session, metric))
            continue;
        page.value_count++;
        init_view(&value->after, session, metric, JP_QUANTITY_AFTER);
        if (!page.has_base)
            continue;
        init_view(&value->before, session, metric, JP_QUANTITY_BEFORE);
        init_view(&value->change, session, metric, JP_QUANTITY_VALUE);
    }
    jp_page(out, &page);
    for (size_t i = 0; i < page.value_count; i++) {
        jp_view_release(&values[i].after);
        jp_view_release(&values[i].before);
        jp_view_release(&values[i].change);
    }
    return true;
}

bool jp_mode_html(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    return jp_mode_one_thread(session, error) &&
           jp_mode_each_thread(session, session->grouping, report, out, NULL);
}
