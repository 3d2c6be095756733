/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_traces.h"

#include "jp_number.h"
#include "jp_report_labels.h"
#include "jp_walk.h"

#include <math.h>
#include <stdlib.h>

struct printer {
    struct jp_buf *out;
    const struct jp_report_context *context;
    const struct jp_view *views;
    struct jp_walk walk;
    struct jp_report_labels labels;
    bool with_lines;
};

/* A stack to print. Its name is the keys from the root on, one per line: the order of ties. */
struct trace {
    uint32_t node;
    double size;
    struct jp_span name;
};

static int compare(const void *left, const void *right)
{
    const struct trace *const a = left;
    const struct trace *const b = right;

    if (a->size != b->size)
        return a->size < b->size ? 1 : -1;
    const int order = jp_span_compare(a->name, b->name);

    return order ? order : (a->node > b->node) - (a->node < b->node);
}

/* Only stacks of equal value need their names; these are few, and often there are none. */
static struct jp_span name_of(const struct jp_walk *walk, struct jp_arena *arena, uint32_t node)
{
    const struct jp_stack *const nodes = walk->view->nodes.data;
    JP_VEC(uint32_t) path = {0};
    struct jp_buf text = JP_BUF_INIT;

    for (; node != 0; node = nodes[node].parent)
        jp_vec_push(&path, node);
    for (size_t i = path.count; i-- > 0;) {
        const struct jp_walk_keys keys = jp_walk_keys(walk, path.data[i]);
        for (uint32_t k = keys.count; k-- > 0;) {
            jp_buf_add(&text, jp_intern_span(&walk->keys->strings, keys.ids[k]));
            jp_buf_add_byte(&text, '\n');
        }
    }
    const struct jp_span name = jp_arena_span(arena, jp_buf_span(&text));
    jp_buf_release(&text);
    jp_vec_release(&path);
    return name;
}

void jp_report_trace_list_init(struct jp_report_trace_list *list, const struct jp_walk *walk)
{
    JP_VEC(struct trace) traces = {0};
    struct jp_arena arena = JP_ARENA_INIT;

    *list = (struct jp_report_trace_list){0};
    for (uint32_t node = 0; node < walk->count; node++) {
        const double size = fabs(jp_view_value(walk->view, node));
        if (size != 0)
            jp_vec_push(&traces, (struct trace){node, size, JP_SPAN("")});
    }
    if (traces.count)
        qsort(traces.data, traces.count, sizeof *traces.data, compare);
    for (size_t i = 0; i < traces.count; i++) {
        const double size = traces.data[i].size;
        if ((i > 0 && traces.data[i - 1].size == size) ||
            (i + 1 < traces.count && traces.data[i + 1].size == size))
            traces.data[i].name = name_of(walk, &arena, traces.data[i].node);
    }
    if (traces.count)
        qsort(traces.data, traces.count, sizeof *traces.data, compare);
    for (size_t i = 0; i < traces.count; i++)
        jp_vec_push(&list->nodes, traces.data[i].node);
    jp_vec_release(&traces);
    jp_arena_release(&arena);
}

void jp_report_trace_list_release(struct jp_report_trace_list *list)
{
    jp_vec_release(&list->nodes);
}

static void add_counters(const struct printer *printer, uint32_t node)
{
    static const struct {
        enum jp_metric metric;
        const char *behind;
    } parts[] = {{JP_INUSE_OBJECTS, ": "},
                 {JP_INUSE_BYTES, " ["},
                 {JP_ALLOC_OBJECTS, ": "},
                 {JP_ALLOC_BYTES, "]\n"}};

    for (size_t i = 0; i < JP_COUNT_OF(parts); i++) {
        jp_number_integer(printer->out, jp_view_value(&printer->views[parts[i].metric], node));
        jp_buf_add_text(printer->out, parts[i].behind);
    }
}

static void add_frames(const struct printer *printer, uint32_t node)
{
    const struct jp_keys *const keys = printer->context->keys;
    const struct jp_walk_keys own = jp_walk_keys(&printer->walk, node);

    for (uint32_t k = 0; k < own.count; k++) {
        jp_buf_add_text(printer->out, "    ");
        jp_report_label(printer->out, &printer->labels, own.ids[k]);
        if (node != 0 && printer->with_lines) {
            const uint32_t frame = keys->frames.data[(size_t)(own.ids - keys->list.data) + k];
            const bool is_shown = printer->labels.frames[own.ids[k]] != JP_NO_FRAME;
            if (frame != JP_NO_FRAME && !is_shown &&
                printer->context->profile->frames.data[frame].file != 0) {
                jp_buf_add_byte(printer->out, ' ');
                jp_report_file_line(printer->out, printer->context->profile, frame);
            }
        }
        jp_buf_add_byte(printer->out, '\n');
    }
}

static void add_trace(const struct printer *printer, uint32_t node)
{
    const struct jp_view *const view = printer->context->view;

    jp_buf_add_byte(printer->out, '\n');
    jp_report_share_column(printer->out, jp_view_value(view, node), view->kept);
    jp_buf_add_text(printer->out, "  ");
    add_counters(printer, node);
    for (uint32_t at = node;; at = view->nodes.data[at].parent) {
        if (at != 0 || node == 0)
            add_frames(printer, at);
        if (at == 0)
            break;
    }
}

void jp_report_traces(struct jp_buf *out, const struct jp_report_context *context,
                      const struct jp_view views[JP_METRIC_COUNT], bool with_lines)
{
    struct printer printer = {
        .out = out, .context = context, .views = views, .with_lines = with_lines};
    struct jp_report_trace_list list;

    jp_walk_init(&printer.walk, context->view, context->keys);
    jp_report_labels_init(&printer.labels, context->profile, context->keys);
    jp_report_trace_list_init(&list, &printer.walk);
    jp_report_total(out, context);
    for (size_t i = 0; i < list.nodes.count; i++)
        add_trace(&printer, list.nodes.data[i]);
    jp_report_trace_list_release(&list);
    jp_report_labels_release(&printer.labels);
    jp_walk_release(&printer.walk);
}
