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
    const bool is_bottom_up = values[JP_OPT_BOTTOM_UP].is_on;
    struct jp_tree tree;

    /* Tables hold all of it, the text what is shown. */
    if (is_bottom_up && session->format == JP_TABLE_TEXT)
        jp_tree_init_shown(&tree, context->view, context->keys, limits.node_count,
                           limits.node_fraction);
    else
        jp_tree_init(&tree, context->view, context->keys, is_bottom_up);
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
