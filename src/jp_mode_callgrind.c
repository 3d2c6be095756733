/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"
#include "jp_report_callgrind.h"

static bool report(JP_UNUSED struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    jp_report_callgrind(out, context);
    return true;
}

/* The format has functions, files and lines of its own. */
bool jp_mode_callgrind(struct jp_session *session, struct jp_buf *out,
                       JP_UNUSED struct jp_error *error)
{
    struct jp_grouping grouping = session->grouping;

    grouping.granularity = JP_BY_FUNCTION;
    jp_mode_each_thread(session, grouping, report, out, NULL);
    return true;
}
