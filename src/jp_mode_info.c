/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"
#include "jp_report_info.h"

bool jp_mode_info(struct jp_session *session, struct jp_buf *out, JP_UNUSED struct jp_error *error)
{
    if (session->format == JP_TABLE_TEXT) {
        jp_report_info(out, &session->profile, jp_options_is_on(session->options, JP_OPT_VERBOSE));
    } else {
        struct jp_table table;
        jp_report_table_info(&table, &session->profile);
        jp_mode_table(session, out, &table);
    }
    return true;
}
