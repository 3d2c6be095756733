/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"
#include "jp_report_tables.h"
#include "jp_report_traces.h"

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    const bool with_lines = session->grouping.granularity == JP_BY_FUNCTION;
    struct jp_view views[JP_METRIC_COUNT];

    jp_mode_views_init(views, session, session->thread);
    if (session->format == JP_TABLE_TEXT) {
        jp_report_traces(out, context, views, with_lines);
    } else {
        struct jp_table table;
        jp_report_table_traces(&table, context, views);
        jp_mode_table(session, out, &table);
    }
    jp_mode_views_release(views);
    return true;
}

bool jp_mode_traces(struct jp_session *session, struct jp_buf *out,
                    JP_UNUSED struct jp_error *error)
{
    jp_mode_each_thread(session, session->grouping, report, out, NULL);
    return true;
}
