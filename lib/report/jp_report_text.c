/* SPDX-License-Identifier: BSD-2-Clause */
/* --text: the flat table as jeprof prints it. */
#include "config.h"

#include "jp_report.h"

/* The text of one number, right-aligned in its column: built in SCRATCH, moved to OUT. */
static void add_value(struct jp_buf *out, struct jp_buf *scratch,
                      const struct jp_report_context *context, double value)
{
    jp_buf_clear(scratch);
    jp_report_value(scratch, context, value);
    jp_buf_format(out, "%8s", scratch->ptr);
}

static void add_percent(struct jp_buf *out, struct jp_buf *scratch, double value, double total)
{
    jp_buf_clear(scratch);
    jp_report_percent(scratch, value, total);
    jp_buf_format(out, " %6s", scratch->ptr);
}

static void add_total(struct jp_buf *out, const struct jp_report_context *context)
{
    if (context->view->total == 0)
        return;
    jp_buf_add_text(out, "Total");
    if (context->thread_name)
        jp_buf_format(out, " (%s)", context->thread_name);
    jp_buf_add_text(out, ": ");
    jp_report_value(out, context, context->view->total);
    jp_buf_format(out, " %s\n", jp_report_unit(context));
}

void jp_report_text(struct jp_buf *out, const struct jp_report_context *context,
                    const struct jp_top *top)
{
    struct jp_buf scratch = JP_BUF_INIT;
    struct jp_report_labels labels;
    double running = 0;

    add_total(out, context);
    jp_report_labels_init(&labels, context->profile, context->keys);
    for (size_t i = 0; i < top->rows.count; i++) {
        const struct jp_top_row *const row = &top->rows.data[i];
        running += row->flat;
        add_value(out, &scratch, context, row->flat);
        add_percent(out, &scratch, row->flat, top->flat_total);
        add_percent(out, &scratch, running, top->flat_total);
        jp_buf_add_byte(out, ' ');
        add_value(out, &scratch, context, row->cum);
        add_percent(out, &scratch, row->cum, top->flat_total);
        jp_buf_add_byte(out, ' ');
        jp_report_label(out, &labels, row->key);
        jp_buf_add_byte(out, '\n');
    }
    jp_report_labels_release(&labels);
    jp_buf_release(&scratch);
}
