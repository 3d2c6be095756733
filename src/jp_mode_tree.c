/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_mode.h"
#include "jp_report_tables.h"
#include "jp_report_tree.h"

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    const struct jp_option_value *const values = session->options->values;
    const struct jp_report_tree_limits limits = {
        .node_count = (size_t)values[JP_OPT_NODECOUNT].number,
        .node_fraction = values[JP_OPT_NODEFRACTION].number,
    };
    struct jp_tree tree;

    jp_tree_init(&tree, context->view, context->keys, values[JP_OPT_BOTTOM_UP].is_on);
    if (session->format == JP_TABLE_TEXT) {
        jp_report_tree(out, context, &tree, &limits);
    } else {
        struct jp_table table;
        jp_report_table_tree(&table, context, &tree);
        jp_mode_table(session, out, &table);
    }
    jp_tree_release(&tree);
    return true;
}

bool jp_mode_tree(struct jp_session *session, struct jp_buf *out, JP_UNUSED struct jp_error *error)
{
    jp_mode_each_thread(session, session->grouping, report, out, NULL);
    return true;
}
