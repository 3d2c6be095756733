/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_peek.h"

#include "jp_peek.h"

#include <math.h>
#include <stdlib.h>

struct match {
    const struct jp_top_row *row;
    struct jp_span text;
};

static int compare(const void *left, const void *right)
{
    const struct match *const a = left;
    const struct match *const b = right;
    const double one = fabs(a->row->cum);
    const double other = fabs(b->row->cum);

    if (one != other)
        return one < other ? 1 : -1;
    return jp_span_compare(a->text, b->text);
}

static void add_columns(struct jp_buf *out, const struct jp_report_context *context, double value,
                        double total)
{
    jp_report_value_column(out, context, value);
    jp_report_percent_column(out, value, total);
}

static void add_rows(struct jp_buf *out, const struct jp_report_context *context,
                     const struct jp_report_labels *labels, const struct jp_peek_row *rows,
                     size_t count, double total)
{
    for (size_t i = 0; i < count; i++) {
        jp_buf_add_text(out, "  ");
        add_columns(out, context, rows[i].value, total);
        jp_buf_add_text(out, "  ");
        if (rows[i].key)
            jp_report_label(out, labels, rows[i].key);
        else
            jp_buf_add_text(out, "[no caller]");
        jp_buf_add_byte(out, '\n');
    }
}

static void add_match(struct jp_buf *out, const struct jp_report_context *context,
                      const struct jp_report_labels *labels, const struct jp_walk *walk,
                      const struct jp_top *top, uint32_t key)
{
    struct jp_peek peek;

    jp_peek_init(&peek, walk, key);
    jp_buf_add_byte(out, '\n');
    add_columns(out, context, peek.cum, top->flat_total);
    jp_buf_add_text(out, "  ");
    jp_report_label(out, labels, key);
    jp_buf_add_text(out, "\n  callers\n");
    add_rows(out, context, labels, peek.callers.data, peek.callers.count, peek.cum);
    jp_buf_add_text(out, "  callees\n");
    add_rows(out, context, labels, peek.callees.data, peek.callees.count, peek.cum);
    if (peek.flat != 0) {
        jp_buf_add_text(out, "  ");
        add_columns(out, context, peek.flat, peek.cum);
        jp_buf_add_text(out, "  [itself]\n");
    }
    jp_peek_release(&peek);
}

size_t jp_report_peek(struct jp_buf *out, const struct jp_report_context *context,
                      const struct jp_top *top, struct jp_regex *regex, size_t limit)
{
    JP_VEC(struct match) matches = {0};
    struct jp_report_labels labels;
    struct jp_walk walk;

    for (size_t i = 0; i < top->rows.count; i++) {
        const struct jp_span text = jp_intern_span(&context->keys->strings, top->rows.data[i].key);
        if (jp_regex_matches(regex, text))
            jp_vec_push(&matches, (struct match){&top->rows.data[i], text});
    }
    if (matches.count)
        qsort(matches.data, matches.count, sizeof *matches.data, compare);
    jp_report_total(out, context);
    jp_report_labels_init(&labels, context->profile, context->keys);
    jp_walk_init(&walk, context->view, context->keys);
    for (size_t i = 0; i < matches.count && i < limit; i++)
        add_match(out, context, &labels, &walk, top, matches.data[i].row->key);
    if (matches.count > limit)
        jp_buf_format(out, "\n%zu more match, with smaller values\n", matches.count - limit);
    jp_walk_release(&walk);
    jp_report_labels_release(&labels);
    const size_t count = matches.count;
    jp_vec_release(&matches);
    return count;
}
