/* SPDX-License-Identifier: BSD-2-Clause */
/* --text: the flat table as jeprof prints it. */
#include "config.h"

#include "jp_report.h"

void jp_report_text(struct jp_buf *out, const struct jp_report_context *context,
                    const struct jp_top *top)
{
    struct jp_report_labels labels;
    double running = 0;

    jp_report_total(out, context);
    jp_report_labels_init(&labels, context->profile, context->keys);
    for (size_t i = 0; i < top->rows.count; i++) {
        const struct jp_top_row *const row = &top->rows.data[i];
        running += row->flat;
        jp_report_value_column(out, context, row->flat);
        jp_report_percent_column(out, row->flat, top->flat_total);
        jp_report_percent_column(out, running, top->flat_total);
        jp_buf_add_byte(out, ' ');
        jp_report_value_column(out, context, row->cum);
        jp_report_percent_column(out, row->cum, top->flat_total);
        jp_buf_add_byte(out, ' ');
        jp_report_label(out, &labels, row->key);
        jp_buf_add_byte(out, '\n');
    }
    jp_report_labels_release(&labels);
}
