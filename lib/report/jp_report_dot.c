/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_dot.h"

#include "jp_number.h"
#include "jp_visible.h"

#include <math.h>

/* Text inside a quoted string: quotes and backslashes get a backslash in front. */
static void add_escaped(struct jp_buf *out, struct jp_span text)
{
    struct jp_buf visible = JP_BUF_INIT;

    jp_visible_add(&visible, text, "");
    for (size_t i = 0; i < visible.len; i++) {
        if (visible.ptr[i] == '"' || visible.ptr[i] == '\\')
            jp_buf_add_byte(out, '\\');
        jp_buf_add_byte(out, visible.ptr[i]);
    }
    jp_buf_release(&visible);
}

static bool is_scope(struct jp_span text, size_t at)
{
    return at + 1 < text.len && text.ptr[at] == ':' && text.ptr[at + 1] == ':';
}

/* A name on several lines: broken at blanks and at every "::". */
static void add_name(struct jp_buf *out, struct jp_span text)
{
    for (size_t i = 0; i < text.len;) {
        const size_t start = i;
        while (i < text.len && !jp_span_is_blank(text.ptr[i]) && !is_scope(text, i))
            i++;
        add_escaped(out, jp_span_slice(text, start, i));
        if (i == text.len)
            break;
        jp_buf_add_text(out, "\\n");
        if (is_scope(text, i))
            i += 2;
        else
            while (i < text.len && jp_span_is_blank(text.ptr[i]))
                i++;
    }
}

static void add_share(struct jp_buf *out, const struct jp_report_context *context, double value,
                      double total)
{
    jp_report_value(out, context, value);
    jp_buf_add_text(out, " (");
    jp_report_percent(out, value, total);
    jp_buf_add_byte(out, ')');
}

static void add_head(struct jp_buf *out, const struct jp_report_context *context,
                     const struct jp_graph *graph)
{
    const struct jp_span program = jp_span_of(context->program);
    const char *const unit = jp_report_unit(context);

    jp_buf_add_text(out, "digraph \"");
    add_escaped(out, program);
    jp_buf_add_text(out, "; ");
    jp_report_value(out, context, context->view->total);
    jp_buf_format(out, " %s\" {\nnode [width=0.375,height=0.25];\n", unit);
    jp_buf_add_text(out, "Legend [shape=box,fontsize=24,shape=plaintext,label=\"");
    add_escaped(out, program);
    jp_buf_format(out, "\\lTotal %s: ", unit);
    jp_report_value(out, context, context->view->total);
    jp_buf_add_text(out, "\\lFocusing on: ");
    jp_report_value(out, context, graph->flat_total);
    jp_buf_add_text(out, "\\lDropped nodes with <= ");
    jp_report_value(out, context, graph->node_limit);
    jp_buf_format(out, " abs(%s)\\lDropped edges with <= ", unit);
    jp_report_value(out, context, graph->edge_limit);
    jp_buf_format(out, " %s\\l\"];\n", unit);
}

static void add_node(struct jp_buf *out, const struct jp_report_context *context,
                     const struct jp_graph *graph, size_t index, bool heapcheck)
{
    const struct jp_graph_node *const node = &graph->nodes.data[index];
    const double total = graph->flat_total;
    const double size = total > 0 ? 8 + 50 * sqrt(fabs(node->flat / total)) : 8;

    jp_buf_format(out, "N%zu [label=\"", index + 1);
    add_name(out, jp_intern_span(&context->keys->strings, node->key));
    jp_buf_add_text(out, "\\n");
    add_share(out, context, node->flat, total);
    if (node->flat != node->cum) {
        jp_buf_add_text(out, "\\rof ");
        add_share(out, context, node->cum, total);
    }
    jp_buf_format(out, "\\r\",shape=box,fontsize=%.1f", size);
    if (heapcheck && node->flat != 0)
        jp_buf_add_text(out, node->flat > 0 ? ",style=filled,fillcolor=gray" : ",peripheries=3");
    jp_buf_add_text(out, "];\n");
}

static void add_edge(struct jp_buf *out, const struct jp_report_context *context,
                     const struct jp_graph *graph, const struct jp_graph_edge *edge)
{
    const double total = graph->flat_total;
    const double share = total != 0 ? fabs(3 * edge->value / total) : 0;
    const double weight = pow(fabs(edge->value), 0.7);

    jp_buf_format(out, "N%u -> N%u [label=", edge->source + 1, edge->target + 1);
    jp_report_value(out, context, edge->value);
    jp_buf_format(out, ", weight=%d, style=\"setlinewidth(%f)%s\"];\n",
                  (int)(weight < 100000 ? weight : 100000), 2 * (share < 1 ? share : 1),
                  graph->nodes.data[edge->target].is_inlined ? ",dashed" : "");
}

void jp_report_dot(struct jp_buf *out, const struct jp_report_context *context,
                   const struct jp_graph *graph, const struct jp_dot_options *options)
{
    add_head(out, context, graph);
    for (size_t i = 0; i < graph->nodes.count; i++)
        add_node(out, context, graph, i, options->heapcheck);
    for (size_t i = 0; i < graph->edges.count; i++)
        add_edge(out, context, graph, &graph->edges.data[i]);
    jp_buf_add_text(out, "}\n");
}

void jp_report_dot_limits(struct jp_buf *out, const struct jp_report_context *context,
                          const struct jp_graph *graph)
{
    const char *const unit = jp_report_unit(context);

    if (graph->node_limit <= 0 && graph->edge_limit <= 0)
        return;
    jp_buf_add_text(out, "Dropping nodes with <= ");
    jp_report_value(out, context, graph->node_limit);
    jp_buf_format(out, " %s; edges with <= ", unit);
    jp_report_value(out, context, graph->edge_limit);
    jp_buf_format(out, " abs(%s)\n", unit);
}
