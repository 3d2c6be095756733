/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_graph.h"
#include "jp_mode.h"
#include "jp_report_dot.h"

static bool report(struct jp_session *session, const struct jp_report_context *context,
                   struct jp_buf *out, JP_UNUSED void *state)
{
    const struct jp_option_value *const values = session->options->values;
    const struct jp_graph_limits limits = {
        .node_count = (size_t)values[JP_OPT_NODECOUNT].number,
        .node_fraction = values[JP_OPT_NODEFRACTION].number,
        .edge_fraction = values[JP_OPT_EDGEFRACTION].number,
        .max_degree = (size_t)values[JP_OPT_MAXDEGREE].number,
    };
    const struct jp_dot_options options = {.heapcheck = values[JP_OPT_HEAPCHECK].is_on};
    struct jp_top top;
    struct jp_graph graph;

    jp_top_init(&top, context->view, context->keys, false);
    jp_graph_init(&graph, context->view, context->keys, &top, &limits);
    const bool has_nodes = graph.nodes.count > 0;
    if (has_nodes) {
        jp_report_dot_limits(&session->words, context, &graph);
        jp_report_dot(out, context, &graph, &options);
    }
    jp_graph_release(&graph);
    jp_top_release(&top);
    return has_nodes;
}

bool jp_mode_dot(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    return jp_mode_each_thread(session, session->grouping, report, out, NULL) ||
           jp_error_set(error, JP_EXIT_INPUT, NULL, 0,
                        "no nodes to print: nothing is above the limits of the graph");
}
