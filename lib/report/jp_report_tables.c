/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_tables.h"

#include "jp_peek.h"
#include "jp_report_labels.h"
#include "jp_report_peek.h"
#include "jp_report_traces.h"

#include <math.h>

const char *jp_report_table_unit(const struct jp_report_context *context)
{
    const enum jp_metric metric = context->view->metric;

    return metric == JP_INUSE_OBJECTS || metric == JP_ALLOC_OBJECTS ? "objects" : "B";
}

static double share_of(double value, double total)
{
    return total != 0 ? value / total : NAN;
}

void jp_report_table_facts(struct jp_table *table, const struct jp_report_context *context,
                           double kept)
{
    if (context->thread_name)
        jp_table_row_fact(table, "thread", jp_span_of(context->thread_name));
    jp_table_fact_text(table, "program", jp_span_of(context->program));
    jp_table_fact_text(table, "metric", jp_span_of(jp_report_metric(context->view->metric)));
    jp_table_fact_text(table, "unit", jp_span_of(jp_report_table_unit(context)));
    jp_table_fact_number(table, "total", jp_report_table_unit(context), JP_CELL_WHOLE,
                         context->view->total);
    jp_table_fact_number(table, "kept", jp_report_table_unit(context), JP_CELL_WHOLE, kept);
}

static void add_label(struct jp_table *table, const struct jp_report_labels *labels, uint32_t key)
{
    struct jp_buf text = JP_BUF_INIT;

    jp_report_label(&text, labels, key);
    jp_table_add_text(table, jp_buf_span(&text));
    jp_buf_release(&text);
}

/* Names of the columns that --errors adds: 95 % limits of a value. */
static const char *const top_limits[] = {"flat_low", "flat_high", "cum_low", "cum_high"};
static const char *const peek_limits[] = {"value_low", "value_high"};

static void add_limit_columns(struct jp_table *table, const struct jp_report_context *context,
                              const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        jp_table_column(table, names[i], jp_report_table_unit(context), JP_CELL_WHOLE);
}

static void add_limits(struct jp_table *table, const struct jp_report_context *context,
                       struct jp_measure measure)
{
    const struct jp_interval interval = jp_errors_interval(context->errors, measure);

    jp_table_add_number(table, interval.low);
    jp_table_add_number(table, interval.high);
}

void jp_report_table_top(struct jp_table *table, const struct jp_report_context *context,
                         const struct jp_top *top)
{
    const char *const unit = jp_report_table_unit(context);
    struct jp_report_labels labels;

    jp_table_init(table, "top", 1);
    jp_report_table_facts(table, context, top->flat_total);
    jp_table_column(table, "name", "", JP_CELL_TEXT);
    jp_table_column(table, "flat", unit, JP_CELL_WHOLE);
    jp_table_column(table, "flat_share", "", JP_CELL_SHARE);
    jp_table_column(table, "cum", unit, JP_CELL_WHOLE);
    jp_table_column(table, "cum_share", "", JP_CELL_SHARE);
    if (context->errors)
        add_limit_columns(table, context, top_limits, JP_COUNT_OF(top_limits));
    jp_report_labels_init(&labels, context->profile, context->keys);
    for (size_t i = 0; i < jp_report_row_count(context, top); i++) {
        const struct jp_top_row *const row = &top->rows.data[i];
        add_label(table, &labels, row->key);
        jp_table_add_number(table, row->flat);
        jp_table_add_number(table, share_of(row->flat, top->flat_total));
        jp_table_add_number(table, row->cum);
        jp_table_add_number(table, share_of(row->cum, top->flat_total));
        if (context->errors) {
            add_limits(table, context, context->errors->flat[row->key]);
            add_limits(table, context, context->errors->cum[row->key]);
        }
    }
    jp_report_labels_release(&labels);
}

/* Per node: what the children hold that are not SHOWN. */
static double *cut_values(const struct jp_tree *tree, const bool *shown)
{
    struct jp_sum *const sums = jp_mem_zeroed(tree->nodes.count, sizeof *sums);
    double *const cut = jp_mem_resize(NULL, tree->nodes.count, sizeof *cut);

    for (size_t id = 1; id < tree->nodes.count; id++)
        if (!shown[id])
            jp_sum_add(&sums[tree->nodes.data[id].parent], tree->nodes.data[id].total);
    for (size_t id = 0; id < tree->nodes.count; id++)
        cut[id] = jp_sum_value(sums[id]);
    free(sums);
    return cut;
}

static void add_tree_columns(struct jp_table *table, const char *unit)
{
    jp_table_column(table, "id", "", JP_CELL_WHOLE);
    jp_table_column(table, "parent", "", JP_CELL_WHOLE);
    jp_table_column(table, "depth", "", JP_CELL_WHOLE);
    jp_table_column(table, "name", "", JP_CELL_TEXT);
    jp_table_column(table, "self", unit, JP_CELL_WHOLE);
    jp_table_column(table, "total", unit, JP_CELL_WHOLE);
    jp_table_column(table, "cut", unit, JP_CELL_WHOLE);
}

size_t jp_report_table_tree(struct jp_table *table, const struct jp_report_context *context,
                            const struct jp_tree *tree, const struct jp_report_tree_limits *limits)
{
    const size_t count = tree->nodes.count;
    uint32_t *const depth = jp_mem_zeroed(count, sizeof *depth);
    bool *const shown = jp_tree_prune(tree, limits->node_count, limits->node_fraction);
    double *const cut = cut_values(tree, shown);
    struct jp_report_labels labels;
    size_t row_count = 0;

    jp_table_init(table, "tree", 1);
    jp_report_table_facts(table, context, tree->nodes.data[0].total);
    jp_table_fact_text(table, "direction",
                       tree->is_bottom_up ? JP_SPAN("bottom_up") : JP_SPAN("top_down"));
    jp_table_fact_number(table, "nodes", "", JP_CELL_WHOLE, (double)tree->whole_count);
    jp_table_fact_number(table, "cut", jp_report_table_unit(context), JP_CELL_WHOLE, cut[0]);
    add_tree_columns(table, jp_report_table_unit(context));
    jp_report_labels_init(&labels, context->profile, context->keys);
    for (size_t id = 1; id < count; id++) {
        const struct jp_tree_node *const node = &tree->nodes.data[id];
        depth[id] = depth[node->parent] + 1;
        if (!shown[id])
            continue;
        row_count++;
        jp_table_add_number(table, (double)id);
        jp_table_add_number(table, node->parent);
        jp_table_add_number(table, depth[id]);
        add_label(table, &labels, node->key);
        jp_table_add_number(table, node->self);
        jp_table_add_number(table, node->total);
        jp_table_add_number(table, cut[id]);
    }
    jp_report_labels_release(&labels);
    free(depth);
    free(shown);
    free(cut);
    return tree->whole_count - row_count;
}

/* What the rows of a peek have in common. */
struct peek_table {
    struct jp_table *table;
    const struct jp_report_context *context;
    const struct jp_report_labels *labels;
    uint32_t function;
    double cum;
};

static void add_peek_row(const struct peek_table *peek, const char *relation,
                         struct jp_peek_row row, struct jp_measure measure)
{
    struct jp_table *const table = peek->table;

    add_label(table, peek->labels, peek->function);
    jp_table_add_text(table, jp_span_of(relation));
    if (row.key)
        add_label(table, peek->labels, row.key);
    else
        jp_table_add_text(table, JP_SPAN(""));
    jp_table_add_number(table, row.value);
    jp_table_add_number(table, share_of(row.value, peek->cum));
    if (peek->context->errors)
        add_limits(table, peek->context, measure);
}

static void add_peek_rows(const struct peek_table *table, const char *relation,
                          const struct jp_peek_row *rows, const struct jp_measure *measures,
                          size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_peek_row(table, relation, rows[i], measures ? measures[i] : (struct jp_measure){0});
}

static void add_peek(struct jp_table *table, const struct jp_report_context *context,
                     const struct jp_report_labels *labels, const struct jp_walk *walk,
                     uint32_t key)
{
    struct jp_errors_peek measures = {.callers = NULL};
    struct jp_peek peek;

    jp_peek_init(&peek, walk, key);
    if (context->errors)
        jp_errors_peek_init(&measures, context->errors, context->keys, &peek, key);
    const struct peek_table rows = {table, context, labels, key, peek.cum};
    add_peek_rows(&rows, "caller", peek.callers.data, measures.callers, peek.callers.count);
    add_peek_rows(&rows, "callee", peek.callees.data, measures.callees, peek.callees.count);
    if (peek.flat != 0)
        add_peek_row(&rows, "itself", (struct jp_peek_row){key, peek.flat}, measures.flat);
    jp_errors_peek_release(&measures);
    jp_peek_release(&peek);
}

void jp_report_table_peek(struct jp_table *table, const struct jp_report_context *context,
                          const struct jp_top *top, struct jp_regex *regex)
{
    struct jp_report_matches matches;
    struct jp_report_labels labels;
    struct jp_walk walk;

    jp_table_init(table, "peek", 1);
    jp_report_table_facts(table, context, top->flat_total);
    jp_table_column(table, "function", "", JP_CELL_TEXT);
    jp_table_column(table, "relation", "", JP_CELL_TEXT);
    jp_table_column(table, "name", "", JP_CELL_TEXT);
    jp_table_column(table, "value", jp_report_table_unit(context), JP_CELL_WHOLE);
    jp_table_column(table, "share", "", JP_CELL_SHARE);
    if (context->errors)
        add_limit_columns(table, context, peek_limits, JP_COUNT_OF(peek_limits));
    jp_report_matches_init(&matches, context->keys, top, regex);
    jp_report_labels_init(&labels, context->profile, context->keys);
    jp_walk_init_unordered(&walk, context->view, context->keys);
    for (size_t i = 0; i < matches.keys.count; i++)
        add_peek(table, context, &labels, &walk, matches.keys.data[i]);
    jp_walk_release(&walk);
    jp_report_labels_release(&labels);
    jp_report_matches_release(&matches);
}

/* "main;run;grow[inline]" */
static void add_stack(struct jp_table *table, const struct jp_walk *walk,
                      const struct jp_report_labels *labels, uint32_t node)
{
    const struct jp_stack *const nodes = walk->view->nodes.data;
    JP_VEC(uint32_t) path = {0};
    struct jp_buf text = JP_BUF_INIT;

    for (uint32_t at = node; at != 0; at = nodes[at].parent)
        jp_vec_push(&path, at);
    if (node == 0)
        jp_vec_push(&path, 0);
    for (size_t i = path.count; i-- > 0;) {
        const struct jp_walk_keys keys = jp_walk_keys(walk, path.data[i]);
        for (uint32_t k = keys.count; k-- > 0;) {
            if (text.len)
                jp_buf_add_byte(&text, ';');
            jp_report_frame_name(&text, labels, keys.ids[k]);
        }
    }
    jp_table_add_text(table, jp_buf_span(&text));
    jp_buf_release(&text);
    jp_vec_release(&path);
}

void jp_report_table_traces(struct jp_table *table, const struct jp_report_context *context,
                            const struct jp_view views[JP_METRIC_COUNT])
{
    static const enum jp_metric order[] = {JP_INUSE_OBJECTS, JP_INUSE_BYTES, JP_ALLOC_OBJECTS,
                                           JP_ALLOC_BYTES};
    struct jp_report_trace_list list;
    struct jp_report_labels labels;
    struct jp_walk walk;

    jp_table_init(table, "traces", 1);
    jp_report_table_facts(table, context, context->view->kept);
    jp_table_column(table, "stack", "", JP_CELL_TEXT);
    jp_table_column(table, "objects", "objects", JP_CELL_WHOLE);
    jp_table_column(table, "bytes", "B", JP_CELL_WHOLE);
    jp_table_column(table, "alloc_objects", "objects", JP_CELL_WHOLE);
    jp_table_column(table, "alloc_bytes", "B", JP_CELL_WHOLE);
    jp_walk_init(&walk, context->view, context->keys);
    jp_report_labels_init(&labels, context->profile, context->keys);
    jp_report_trace_list_init(&list, &walk);
    for (size_t i = 0; i < list.nodes.count; i++) {
        const uint32_t node = list.nodes.data[i];
        add_stack(table, &walk, &labels, node);
        for (size_t m = 0; m < JP_COUNT_OF(order); m++)
            jp_table_add_number(table, jp_view_value(&views[order[m]], node));
    }
    jp_report_trace_list_release(&list);
    jp_report_labels_release(&labels);
    jp_walk_release(&walk);
}
