/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_leak_search.h"
#include "jp_mode.h"

bool jp_mode_leaks(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    struct jp_leak_search search;

    if (!jp_leak_search_init(&search, session, NULL, error))
        return false;
    const struct jp_report_leaks_input input = jp_leak_search_input(&search, session);
    if (session->format == JP_TABLE_TEXT) {
        jp_report_leaks(out, &input);
    } else if (session->format == JP_TABLE_MARKDOWN) {
        jp_report_markdown_leaks(out, &input);
    } else {
        struct jp_table table;
        jp_report_table_leaks(&table, &input);
        jp_mode_table(session, out, &table);
    }
    jp_leak_search_release(&search);
    return true;
}
