/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_peek.h"

#include "jp_number.h"
#include "jp_peek.h"
#include "jp_report_labels.h"

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
                        struct jp_measure measure, double total)
{
    jp_report_measure_columns(out, context, value, measure);
    jp_report_share_column(out, value, total);
}

static void add_rows(struct jp_buf *out, const struct jp_report_context *context,
                     const struct jp_report_labels *labels, const struct jp_peek_row *rows,
                     const struct jp_measure *measures, size_t count, double total)
{
    for (size_t i = 0; i < count; i++) {
        jp_buf_add_text(out, "  ");
        add_columns(out, context, rows[i].value, measures ? measures[i] : (struct jp_measure){0},
                    total);
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
    struct jp_errors_peek measures = {.callers = NULL};
    struct jp_peek peek;

    jp_peek_init(&peek, walk, key);
    if (context->errors)
        jp_errors_peek_init(&measures, context->errors, context->keys, &peek, key);
    jp_buf_add_byte(out, '\n');
    add_columns(out, context, peek.cum, measures.cum, top->flat_total);
    jp_buf_add_text(out, "  ");
    jp_report_label(out, labels, key);
    jp_buf_add_text(out, "\n  callers\n");
    add_rows(out, context, labels, peek.callers.data, measures.callers, peek.callers.count,
             peek.cum);
    jp_buf_add_text(out, "  callees\n");
    add_rows(out, context, labels, peek.callees.data, measures.callees, peek.callees.count,
             peek.cum);
    if (peek.flat != 0) {
        jp_buf_add_text(out, "  ");
        add_columns(out, context, peek.flat, measures.flat, peek.cum);
        jp_buf_add_text(out, "  [itself]\n");
    }
    jp_errors_peek_release(&measures);
    jp_peek_release(&peek);
}

void jp_report_matches_init(struct jp_report_matches *matches, const struct jp_keys *keys,
                            const struct jp_top *top, struct jp_regex *regex)
{
    JP_VEC(struct match) list = {0};

    *matches = (struct jp_report_matches){0};
    for (size_t i = 0; i < top->rows.count; i++) {
        const struct jp_span text = jp_intern_span(&keys->strings, top->rows.data[i].key);
        if (jp_regex_matches(regex, text))
            jp_vec_push(&list, (struct match){&top->rows.data[i], text});
    }
    if (list.count)
        qsort(list.data, list.count, sizeof *list.data, compare);
    for (size_t i = 0; i < list.count; i++)
        jp_vec_push(&matches->keys, list.data[i].row->key);
    jp_vec_release(&list);
}

void jp_report_matches_release(struct jp_report_matches *matches)
{
    jp_vec_release(&matches->keys);
}

size_t jp_report_peek(struct jp_buf *out, const struct jp_report_context *context,
                      const struct jp_top *top, struct jp_regex *regex, size_t limit)
{
    struct jp_report_matches matches;
    struct jp_report_labels labels;
    struct jp_walk walk;

    jp_report_matches_init(&matches, context->keys, top, regex);
    jp_report_total(out, context);
    jp_report_labels_init(&labels, context->profile, context->keys);
    jp_walk_init_unordered(&walk, context->view, context->keys);
    for (size_t i = 0; i < matches.keys.count && i < limit; i++)
        add_match(out, context, &labels, &walk, top, matches.keys.data[i]);
    if (matches.keys.count > limit)
        jp_buf_format(out, "\n%zu more %s, with smaller values\n", matches.keys.count - limit,
                      jp_number_words(matches.keys.count - limit, "matches", "match"));
    jp_walk_release(&walk);
    jp_report_labels_release(&labels);
    const size_t count = matches.keys.count;
    jp_report_matches_release(&matches);
    return count;
}
