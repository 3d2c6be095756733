/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_sizes.h"

#include "jp_number.h"
#include "jp_size_class.h"

static void add_columns(struct jp_buf *out, const struct jp_report_context *context, double objects,
                        double bytes, double total)
{
    struct jp_buf text = JP_BUF_INIT;

    jp_number_integer(&text, objects);
    jp_buf_format(out, " %10.*s ", JP_SPAN_ARG(jp_buf_span(&text)));
    jp_report_value_column(out, context, bytes);
    jp_report_share_column(out, bytes, total);
    jp_buf_release(&text);
}

static void add_group(struct jp_buf *out, const struct jp_report_context *context,
                      const struct jp_sizes *sizes, const struct jp_size_group *group,
                      const struct jp_report_sites *names, size_t limit)
{
    jp_buf_format(out, "%10.0f", group->class_bytes);
    add_columns(out, context, group->objects, group->bytes, sizes->bytes);
    jp_buf_add_text(out, jp_size_class_is_small(group->class_bytes) ? "\n" : "  own pages\n");
    for (size_t i = 0; i < group->count && i < limit; i++) {
        const struct jp_size_row *const row = &sizes->rows.data[group->first + i];
        jp_buf_format(out, "%10s", "");
        add_columns(out, context, row->objects, row->bytes, group->bytes);
        jp_buf_add_text(out, row->is_mixed ? " ~" : "  ");
        jp_buf_add(out, names->names[row->site]);
        jp_buf_add_byte(out, '\n');
    }
    if (group->count > limit)
        jp_buf_format(out, "%39s(%zu more)\n", "", group->count - limit);
}

void jp_report_sizes(struct jp_buf *out, const struct jp_report_context *context,
                     const struct jp_sizes *sizes, const struct jp_report_sites *names,
                     size_t limit)
{
    jp_report_total(out, context);
    jp_buf_add_text(out, "~ has several sizes: it counts at their mean, which is all that the dump "
                         "has\n"
                         "     class    objects    bytes  share  name\n");
    for (size_t i = 0; i < sizes->groups.count; i++)
        add_group(out, context, sizes, &sizes->groups.data[i], names, limit);
}

void jp_report_table_sizes(struct jp_table *table, const struct jp_report_context *context,
                           const struct jp_sizes *sizes, const struct jp_report_sites *names)
{
    jp_table_init(table, "sizes", 1);
    if (context->thread_name)
        jp_table_row_fact(table, "thread", jp_span_of(context->thread_name));
    jp_table_fact_text(table, "program", jp_span_of(context->program));
    jp_table_fact_text(table, "by", jp_span_of(jp_report_site_word(names->sites->kind, true)));
    jp_table_fact_number(table, "bytes", "B", JP_CELL_WHOLE, sizes->bytes);
    jp_table_column(table, "class", "B", JP_CELL_WHOLE);
    jp_table_column(table, "slab", "", JP_CELL_TEXT);
    jp_table_column(table, "name", "", JP_CELL_TEXT);
    jp_table_column(table, "objects", "objects", JP_CELL_WHOLE);
    jp_table_column(table, "bytes", "B", JP_CELL_WHOLE);
    jp_table_column(table, "share", "", JP_CELL_SHARE);
    jp_table_column(table, "mean", "B", JP_CELL_REAL);
    jp_table_column(table, "mixed", "", JP_CELL_TEXT);
    for (size_t i = 0; i < sizes->rows.count; i++) {
        const struct jp_size_row *const row = &sizes->rows.data[i];
        jp_table_add_number(table, row->class_bytes);
        jp_table_add_text(table, jp_size_class_is_small(row->class_bytes) ? JP_SPAN("yes")
                                                                          : JP_SPAN("no"));
        jp_table_add_text(table, names->names[row->site]);
        jp_table_add_number(table, row->objects);
        jp_table_add_number(table, row->bytes);
        jp_table_add_number(table, sizes->bytes > 0 ? row->bytes / sizes->bytes : 0);
        jp_table_add_number(table, row->bytes / row->objects);
        jp_table_add_text(table, row->is_mixed ? JP_SPAN("yes") : JP_SPAN("no"));
    }
}
