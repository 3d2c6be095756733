/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_threads.h"

#include "jp_number.h"
#include "jp_report_tables.h"

#include <math.h>

static struct jp_span name_of(const struct jp_thread_groups *groups,
                              const struct jp_thread_group *group)
{
    return group->name ? jp_intern_span(&groups->names, group->name) : JP_SPAN("(no name)");
}

/* Names come from the dump: a terminal must not act on them. */
static void add_name(struct jp_buf *out, struct jp_span name)
{
    for (size_t i = 0; i < name.len; i++) {
        const unsigned char byte = (unsigned char)name.ptr[i];
        jp_buf_add_byte(out, byte < ' ' || byte == 0x7f ? ' ' : name.ptr[i]);
    }
}

static void add_group(struct jp_buf *out, const struct jp_report_context *context,
                      const struct jp_thread_groups *groups, const struct jp_thread_group *group,
                      const struct jp_report_sites *names, size_t limit)
{
    jp_buf_add_byte(out, '\n');
    jp_report_value_column(out, context, group->value);
    jp_report_share_column(out, group->value, groups->total);
    jp_buf_add_text(out, "  ");
    add_name(out, name_of(groups, group));
    jp_buf_format(out, " (%zu %s)\n", group->thread_count,
                  jp_number_words(group->thread_count, "thread", "threads"));
    for (size_t i = 0; i < group->count && i < limit; i++) {
        const struct jp_thread_row *const row = &groups->rows.data[group->first + i];
        jp_buf_add_text(out, "  ");
        jp_report_value_column(out, context, row->value);
        jp_report_share_column(out, row->value, group->value);
        jp_buf_add_text(out, "  ");
        jp_buf_add(out, names->names[row->site]);
        jp_buf_add_byte(out, '\n');
    }
    if (group->count > limit)
        jp_buf_format(out, "%19s(%zu more)\n", "", group->count - limit);
}

void jp_report_threads(struct jp_buf *out, const struct jp_report_context *context,
                       const struct jp_thread_groups *groups, const struct jp_report_sites *names,
                       size_t limit)
{
    jp_report_total(out, context);
    for (size_t i = 0; i < groups->list.count; i++)
        add_group(out, context, groups, &groups->list.data[i], names, limit);
}

void jp_report_table_threads(struct jp_table *table, const struct jp_report_context *context,
                             const struct jp_thread_groups *groups,
                             const struct jp_report_sites *names)
{
    const char *const unit = jp_report_table_unit(context);

    jp_table_init(table, "threads", 1);
    jp_report_table_facts(table, context, groups->total);
    jp_table_fact_text(table, "by", jp_span_of(jp_report_site_word(names->sites->kind, true)));
    jp_table_column(table, "group", "", JP_CELL_TEXT);
    jp_table_column(table, "threads", "", JP_CELL_WHOLE);
    jp_table_column(table, "name", "", JP_CELL_TEXT);
    jp_table_column(table, "value", unit, JP_CELL_WHOLE);
    jp_table_column(table, "share", "", JP_CELL_SHARE);
    jp_table_column(table, "group_share", "", JP_CELL_SHARE);
    for (size_t i = 0; i < groups->list.count; i++) {
        const struct jp_thread_group *const group = &groups->list.data[i];
        for (size_t r = 0; r < group->count; r++) {
            const struct jp_thread_row *const row = &groups->rows.data[group->first + r];
            jp_table_add_text(table, name_of(groups, group));
            jp_table_add_number(table, (double)group->thread_count);
            jp_table_add_text(table, names->names[row->site]);
            jp_table_add_number(table, row->value);
            jp_table_add_number(table, group->value != 0 ? row->value / group->value : NAN);
            jp_table_add_number(table, groups->total != 0 ? row->value / groups->total : NAN);
        }
    }
}
