/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    struct jp_top top;

    jp_top_init(&top, context->view, context->keys, jp_options_is_on(session->options, JP_OPT_CUM));
    jp_report_text(out, context, &top);
    jp_top_release(&top);
    return true;
}

bool jp_mode_text(struct jp_session *session, struct jp_buf *out, JP_UNUSED struct jp_error *error)
{
    jp_mode_each_thread(session, session->grouping, report, out, NULL);
    return true;
}
