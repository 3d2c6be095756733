/* SPDX-License-Identifier: BSD-2-Clause */
/* --text: the flat table as jeprof prints it; with --errors, under names of columns. */
#include "config.h"

#include "jp_report.h"

#include "jp_report_labels.h"

static struct jp_measure flat_of(const struct jp_report_context *context, uint32_t key)
{
    return context->errors ? context->errors->flat[key] : (struct jp_measure){0};
}

static struct jp_measure cum_of(const struct jp_report_context *context, uint32_t key)
{
    return context->errors ? context->errors->cum[key] : (struct jp_measure){0};
}

void jp_report_text(struct jp_buf *out, const struct jp_report_context *context,
                    const struct jp_top *top)
{
    struct jp_report_labels labels;
    double running = 0;

    jp_report_total(out, context);
    if (context->errors)
        jp_buf_add_text(out, "    flat      \xc2\xb1"
                             "95%  flat%   sum%      cum      \xc2\xb1"
                             "95%   cum% name\n");
    jp_report_labels_init(&labels, context->profile, context->keys);
    for (size_t i = 0; i < jp_report_row_count(context, top); i++) {
        const struct jp_top_row *const row = &top->rows.data[i];
        running += row->flat;
        jp_report_measure_columns(out, context, row->flat, flat_of(context, row->key));
        jp_report_percent_column(out, row->flat, top->flat_total);
        jp_report_percent_column(out, running, top->flat_total);
        jp_buf_add_byte(out, ' ');
        jp_report_measure_columns(out, context, row->cum, cum_of(context, row->key));
        jp_report_percent_column(out, row->cum, top->flat_total);
        jp_buf_add_byte(out, ' ');
        jp_report_label(out, &labels, row->key);
        jp_buf_add_byte(out, '\n');
    }
    jp_report_labels_release(&labels);
}
