/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_tree.h"

#include "jp_report_labels.h"
#include "jp_sum.h"

#include <stdlib.h>

/* A line to print: a node, or what was cut below one. */
struct item {
    uint32_t node;
    uint32_t column;
    bool is_branch; /* "- " in front */
    bool is_cut;    /* stands for the children of NODE that are not shown */
};

struct printer {
    struct jp_buf *out;
    const struct jp_report_context *context;
    const struct jp_tree *tree;
    bool *shown;
    JP_VEC(struct item) work;
    struct jp_report_labels labels;
    size_t cut_nodes;
    struct jp_sum cut_value;
};

/* The children of a node that hold something and are not shown. */
struct cut {
    uint32_t count;
    struct jp_sum total;
};

static struct cut measure_cut(const struct printer *printer, uint32_t id)
{
    const struct jp_tree_node *const node = &printer->tree->nodes.data[id];
    struct cut cut = {0};

    for (uint32_t i = 0; i < node->children_count; i++) {
        const uint32_t child = printer->tree->children[node->children_first + i];
        if (!printer->shown[child] && printer->tree->nodes.data[child].gross != 0) {
            cut.count++;
            jp_sum_add(&cut.total, printer->tree->nodes.data[child].total);
        }
    }
    return cut;
}

static uint32_t shown_children(const struct printer *printer, uint32_t id)
{
    const struct jp_tree_node *const node = &printer->tree->nodes.data[id];
    uint32_t count = 0;

    for (uint32_t i = 0; i < node->children_count; i++)
        count += printer->shown[printer->tree->children[node->children_first + i]];
    return count;
}

/* Children come off the work list in reverse order of entry, so the cut is entered first. */
static void enter_children(struct printer *printer, uint32_t id, uint32_t column)
{
    const struct jp_tree_node *const node = &printer->tree->nodes.data[id];
    const struct cut cut = measure_cut(printer, id);
    const bool is_chain = shown_children(printer, id) == 1 && cut.count == 0 && node->self == 0;
    const struct item item = {.column = is_chain ? column : column + 2, .is_branch = !is_chain};

    if (cut.count) {
        jp_vec_push(&printer->work, item);
        printer->work.data[printer->work.count - 1].node = id;
        printer->work.data[printer->work.count - 1].is_cut = true;
    }
    for (uint32_t i = node->children_count; i-- > 0;) {
        const uint32_t child = printer->tree->children[node->children_first + i];
        if (printer->shown[child]) {
            jp_vec_push(&printer->work, item);
            printer->work.data[printer->work.count - 1].node = child;
        }
    }
}

static void add_columns(struct printer *printer, double total, const double *self)
{
    const double whole = printer->tree->nodes.data[0].total;

    jp_report_value_column(printer->out, printer->context, total);
    jp_report_share_column(printer->out, total, whole);
    if (printer->tree->is_bottom_up)
        return;
    if (!self) {
        jp_buf_format(printer->out, "%17s", "");
        return;
    }
    jp_buf_add_text(printer->out, "  ");
    jp_report_value_column(printer->out, printer->context, *self);
    jp_report_share_column(printer->out, *self, whole);
}

static void print_item(struct printer *printer, struct item item)
{
    const struct jp_tree_node *const node = &printer->tree->nodes.data[item.node];
    struct jp_buf *const out = printer->out;
    const uint32_t blanks = item.is_branch ? item.column - 2 : item.column;

    if (item.is_cut) {
        const struct cut cut = measure_cut(printer, item.node);
        add_columns(printer, jp_sum_value(cut.total), NULL);
        jp_buf_format(out, "  %*s%s(%u more)\n", (int)blanks, "", item.is_branch ? "- " : "",
                      cut.count);
        jp_sum_join(&printer->cut_value, cut.total);
        return;
    }
    add_columns(printer, node->total, &node->self);
    jp_buf_format(out, "  %*s%s", (int)blanks, "", item.is_branch ? "- " : "");
    jp_report_label(out, &printer->labels, node->key);
    jp_buf_add_byte(out, '\n');
    enter_children(printer, item.node, item.column);
}

static void print_summary(const struct printer *printer)
{
    const double value = jp_sum_value(printer->cut_value);

    if (printer->cut_nodes == 0)
        return;
    jp_buf_format(printer->out, "Cut: %zu of %zu nodes, ", printer->cut_nodes,
                  printer->tree->whole_count);
    jp_report_value(printer->out, printer->context, value);
    jp_buf_format(printer->out, " %s (", jp_report_unit(printer->context));
    jp_report_share(printer->out, value, printer->tree->nodes.data[0].total);
    jp_buf_add_text(printer->out, ")\n");
}

void jp_report_tree(struct jp_buf *out, const struct jp_report_context *context,
                    const struct jp_tree *tree, const struct jp_report_tree_limits *limits)
{
    struct printer printer = {.out = out, .context = context, .tree = tree};

    printer.shown = jp_tree_prune(tree, limits->node_count, limits->node_fraction);
    printer.cut_nodes = tree->whole_count;
    for (size_t id = 1; id < tree->nodes.count; id++)
        printer.cut_nodes -= printer.shown[id];
    jp_report_labels_init(&printer.labels, context->profile, context->keys);
    jp_report_total(out, context);
    if (tree->nodes.count > 1)
        jp_buf_add_text(out,
                        tree->is_bottom_up
                            ? "   value      %  function, its callers below\n"
                            : "     cum   cum%      flat  flat%  function, its callees below\n");
    enter_children(&printer, 0, 0);
    while (printer.work.count)
        print_item(&printer, printer.work.data[--printer.work.count]);
    print_summary(&printer);
    jp_report_labels_release(&printer.labels);
    jp_vec_release(&printer.work);
    free(printer.shown);
}
