/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_collapsed.h"

#include "jp_number.h"
#include "jp_report_labels.h"
#include "jp_tree.h"

#include <math.h>
#include <stdlib.h>

/* Work to do: print the line that ends at a node, or go through the node's children. */
struct item {
    struct jp_span name;
    uint32_t node;
    bool is_line;
};

struct printer {
    struct jp_buf *out;
    const struct jp_keys *names; /* keys as printed */
    struct jp_tree tree;
    size_t *path_len; /* per node: length of the path that ends with its name */
    struct jp_buf path;
    JP_VEC(struct item) work;
    JP_VEC(struct item) siblings;
};

/* What a key is renamed to. */
struct renaming {
    struct jp_report_labels labels;
    struct jp_intern *names;
    struct jp_buf text;
    uint32_t *renamed; /* per key; 0: not yet */
};

static uint32_t rename_key(struct renaming *work, uint32_t key)
{
    if (!work->renamed[key]) {
        jp_buf_clear(&work->text);
        jp_report_frame_name(&work->text, &work->labels, key);
        work->renamed[key] = jp_intern_add(work->names, jp_buf_span(&work->text));
    }
    return work->renamed[key];
}

/*
 * The same keys under the names that are printed: what prints alike becomes one. Only those of the
 * view's nodes are there; with many threads they are few of all.
 */
static void rename_keys(struct jp_keys *names, const struct jp_report_context *context)
{
    const struct jp_keys *const keys = context->keys;
    const struct jp_view_nodes *const nodes = &context->view->nodes;
    struct renaming work = {
        .names = &names->strings,
        .text = JP_BUF_INIT,
        .renamed = jp_mem_zeroed(keys->strings.spans.count, sizeof *work.renamed),
    };

    *names = (struct jp_keys){.first = keys->first};
    jp_intern_init(&names->strings);
    jp_report_labels_init(&work.labels, context->profile, keys);
    jp_intern_add(&names->strings, JP_SPAN(JP_NO_STACK_NAME));
    names->list.data = jp_mem_zeroed(keys->list.count, sizeof *names->list.data);
    names->list.count = names->list.capacity = keys->list.count;
    for (size_t node = 1; node < nodes->count; node++) {
        const uint32_t location = nodes->data[node].location;
        for (uint32_t i = keys->first[location]; i < keys->first[location + 1]; i++)
            names->list.data[i] = rename_key(&work, keys->list.data[i]);
    }
    jp_report_labels_release(&work.labels);
    jp_buf_release(&work.text);
    free(work.renamed);
}

/*
 * The order of whole lines: what follows a name counts as well, which is nothing for a line's last
 * name and a semicolon for the others.
 */
static int compare(const void *left, const void *right)
{
    const struct item *const a = left;
    const struct item *const b = right;
    const size_t shared = a->name.len < b->name.len ? a->name.len : b->name.len;
    const int order =
        jp_span_compare(jp_span_slice(a->name, 0, shared), jp_span_slice(b->name, 0, shared));

    if (order)
        return order;
    const int next_a = a->name.len > shared ? (unsigned char)a->name.ptr[shared]
                       : a->is_line         ? -1
                                            : ';';
    const int next_b = b->name.len > shared ? (unsigned char)b->name.ptr[shared]
                       : b->is_line         ? -1
                                            : ';';
    return (next_a > next_b) - (next_a < next_b);
}

static void expand(struct printer *printer, uint32_t id)
{
    const struct jp_tree_node *const node = &printer->tree.nodes.data[id];

    printer->siblings.count = 0;
    for (uint32_t i = 0; i < node->children_count; i++) {
        const uint32_t child_id = printer->tree.children[node->children_first + i];
        const struct jp_tree_node *const child = &printer->tree.nodes.data[child_id];
        const struct jp_span name = jp_intern_span(&printer->names->strings, child->key);
        if (trunc(child->self) != 0)
            jp_vec_push(&printer->siblings, (struct item){name, child_id, true});
        if (child->children_count)
            jp_vec_push(&printer->siblings, (struct item){name, child_id, false});
    }
    if (printer->siblings.count)
        qsort(printer->siblings.data, printer->siblings.count, sizeof *printer->siblings.data,
              compare);
    for (size_t i = printer->siblings.count; i-- > 0;)
        jp_vec_push(&printer->work, printer->siblings.data[i]);
}

static void run(struct printer *printer, struct item item)
{
    const struct jp_tree_node *const node = &printer->tree.nodes.data[item.node];

    printer->path.len = printer->path_len[node->parent];
    if (node->parent != 0)
        jp_buf_add_byte(&printer->path, ';');
    jp_buf_add(&printer->path, item.name);
    if (!item.is_line) {
        printer->path_len[item.node] = printer->path.len;
        expand(printer, item.node);
        return;
    }
    jp_buf_add(printer->out, jp_buf_span(&printer->path));
    jp_buf_add_byte(printer->out, ' ');
    jp_number_integer(printer->out, node->self);
    jp_buf_add_byte(printer->out, '\n');
}

void jp_report_collapsed(struct jp_buf *out, const struct jp_report_context *context)
{
    struct jp_keys names;
    struct printer printer = {.out = out, .names = &names};

    rename_keys(&names, context);
    jp_tree_init(&printer.tree, context->view, &names, false);
    printer.path_len = jp_mem_zeroed(printer.tree.nodes.count, sizeof *printer.path_len);
    expand(&printer, 0);
    while (printer.work.count)
        run(&printer, printer.work.data[--printer.work.count]);
    jp_tree_release(&printer.tree);
    jp_vec_release(&printer.work);
    jp_vec_release(&printer.siblings);
    jp_buf_release(&printer.path);
    free(printer.path_len);
    jp_vec_release(&names.list);
    jp_intern_release(&names.strings);
}
