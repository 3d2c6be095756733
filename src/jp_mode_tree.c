/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_headline.h"
#include "jp_mode.h"
#include "jp_number.h"
#include "jp_report_tables.h"
#include "jp_report_tree.h"

/* Rows of a table when nobody says how many: a bottom-up tree may be as large as all stacks. */
enum { MOST_ROWS = 100000 };

/* The text is cut for people; a table has what it can hold, unless less is asked for. */
static struct jp_report_tree_limits limits_of(const struct jp_session *session)
{
    const struct jp_option_value *const count = &session->options->values[JP_OPT_NODECOUNT];
    const struct jp_option_value *const fraction = &session->options->values[JP_OPT_NODEFRACTION];
    const bool is_text = session->format == JP_TABLE_TEXT;

    return (struct jp_report_tree_limits){
        .node_count = is_text || count->is_given ? (size_t)count->number : MOST_ROWS,
        .node_fraction = is_text || fraction->is_given ? fraction->number : 0,
    };
}

static void tell_cut(struct jp_session *session, const struct jp_report_context *context,
                     size_t count)
{
    if (count)
        jp_buf_format(&session->words, "%s%s%zu more %s of the tree, with smaller values\n",
                      context->thread_name ? context->thread_name : "",
                      context->thread_name ? ": " : "", count,
                      jp_number_words(count, "node", "nodes"));
}

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    const struct jp_report_tree_limits limits = limits_of(session);
    struct jp_tree tree;

    if (jp_options_is_on(session->options, JP_OPT_BOTTOM_UP))
        jp_tree_init_shown(&tree, context->view, context->keys, limits.node_count,
                           limits.node_fraction);
    else
        jp_tree_init(&tree, context->view, context->keys, false);
    jp_headline_kept(session, context);
    if (session->format == JP_TABLE_TEXT) {
        jp_report_tree(out, context, &tree, &limits);
    } else {
        struct jp_table table;
        tell_cut(session, context, jp_report_table_tree(&table, context, &tree, &limits));
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
