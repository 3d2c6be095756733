/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"
#include "jp_report_collapsed.h"

static bool report(JP_UNUSED struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    jp_report_collapsed(out, context);
    return true;
}

/* As in jeprof names are complete unless others are asked for. */
bool jp_mode_collapsed(struct jp_session *session, struct jp_buf *out,
                       JP_UNUSED struct jp_error *error)
{
    struct jp_grouping grouping = session->grouping;

    if (!session->options->values[JP_OPT_NAMES].is_given)
        grouping.naming = JP_NAMES_FULL;
    jp_mode_each_thread(session, grouping, report, out, NULL);
    return true;
}
