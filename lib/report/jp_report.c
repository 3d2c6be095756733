/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report.h"

#include "jp_number.h"
#include "jp_visible.h"

#include <math.h>
#include <string.h>

static bool counts_objects(enum jp_metric metric)
{
    return metric == JP_INUSE_OBJECTS || metric == JP_ALLOC_OBJECTS;
}

static bool is_objects(const struct jp_report_context *context)
{
    return counts_objects(context->view->metric);
}

const char *jp_report_metric(enum jp_metric metric)
{
    static const char *const names[JP_METRIC_COUNT] = {"inuse_space", "inuse_objects",
                                                       "alloc_space", "alloc_objects"};

    return names[metric];
}

void jp_report_amount(struct jp_buf *out, enum jp_metric metric, double value)
{
    const double whole = trunc(value);

    if (!counts_objects(metric)) {
        jp_number_bytes(out, value);
        return;
    }
    jp_number_integer(out, value);
    jp_buf_add_text(out, whole == 1 || whole == -1 ? " object" : " objects");
}

void jp_report_value(struct jp_buf *out, const struct jp_report_context *context, double value)
{
    if (context->show_bytes || is_objects(context))
        jp_number_integer(out, value);
    else
        jp_number_tenths(out, value / 1048576);
}

const char *jp_report_unit(const struct jp_report_context *context)
{
    if (is_objects(context))
        return "objects";
    return context->show_bytes ? "B" : "MB";
}

void jp_report_percent(struct jp_buf *out, double value, double total)
{
    if (total == 0) {
        jp_buf_add_text(out, value == 0 ? "nan" : value > 0 ? "+inf" : "-inf");
        return;
    }
    jp_number_tenths(out, 100 * value / total);
    jp_buf_add_byte(out, '%');
}

void jp_report_share(struct jp_buf *out, double value, double total)
{
    if (total != 0)
        jp_report_percent(out, value, total);
    else
        jp_buf_add_byte(out, '-');
}

/* Put blanks in front of what was appended behind START until it is WIDTH long, in UTF-8. */
static void align(struct jp_buf *out, size_t start, size_t width)
{
    const size_t len = out->len - start;
    const size_t used = jp_utf8_width(jp_span_slice(jp_buf_span(out), start, out->len));
    const size_t missing = width > used ? width - used : 0;

    for (size_t i = 0; i < missing; i++)
        jp_buf_add_byte(out, ' ');
    if (missing) {
        memmove(out->ptr + start + missing, out->ptr + start, len);
        memset(out->ptr + start, ' ', missing);
    }
}

void jp_report_value_column(struct jp_buf *out, const struct jp_report_context *context,
                            double value)
{
    const size_t start = out->len;

    jp_report_value(out, context, value);
    align(out, start, 8);
}

void jp_report_value_field(struct jp_buf *out, const struct jp_report_context *context,
                           double value)
{
    const size_t start = out->len;

    jp_report_value(out, context, value);
    align(out, start, 6);
}

void jp_report_dotted_field(struct jp_buf *out, const struct jp_report_context *context,
                            double value)
{
    if (value != 0)
        jp_report_value_field(out, context, value);
    else
        jp_buf_add_text(out, "     .");
}

void jp_report_percent_column(struct jp_buf *out, double value, double total)
{
    jp_buf_add_byte(out, ' ');
    const size_t start = out->len;
    jp_report_percent(out, value, total);
    align(out, start, 6);
}

void jp_report_share_column(struct jp_buf *out, double value, double total)
{
    jp_buf_add_byte(out, ' ');
    const size_t start = out->len;
    jp_report_share(out, value, total);
    align(out, start, 6);
}

void jp_report_limit(struct jp_buf *out, const struct jp_report_context *context, double value)
{
    const double megabytes = value / 1048576;

    if (context->show_bytes || is_objects(context) || megabytes >= 0.95 || megabytes == 0)
        jp_report_value(out, context, value);
    else
        jp_buf_format(out, "%.2g", megabytes);
}

/* The larger side of an interval that is wider above than below. */
static void add_error(struct jp_buf *out, const struct jp_report_context *context,
                      struct jp_measure measure)
{
    const struct jp_interval interval = jp_errors_interval(context->errors, measure);

    jp_buf_add_text(out, "\xc2\xb1");
    jp_report_limit(out, context, interval.high - measure.value);
}

static void add_unseen_columns(struct jp_buf *out, const struct jp_report_context *context)
{
    const size_t start = out->len;

    if (isinf(context->errors->unseen)) {
        jp_buf_add_byte(out, '?');
    } else {
        jp_buf_add_text(out, "< ");
        jp_report_limit(out, context, context->errors->unseen);
    }
    align(out, start, 8);
    jp_buf_add_text(out, "         -");
}

void jp_report_measure_columns(struct jp_buf *out, const struct jp_report_context *context,
                               double value, struct jp_measure measure)
{
    const struct jp_errors *const errors = context->errors;

    if (errors && !errors->is_difference && errors->unseen > 0 && value == 0 &&
        measure.count == 0) {
        add_unseen_columns(out, context);
        return;
    }
    jp_report_value_column(out, context, value);
    if (!errors)
        return;
    const size_t start = out->len;
    add_error(out, context, measure);
    align(out, start, 10);
}

void jp_report_total(struct jp_buf *out, const struct jp_report_context *context)
{
    if (context->view->total == 0)
        return;
    jp_buf_add_text(out, "Total");
    if (context->thread_name)
        jp_buf_format(out, " (%s)", context->thread_name);
    jp_buf_add_text(out, ": ");
    jp_report_value(out, context, context->view->total);
    jp_buf_format(out, " %s", jp_report_unit(context));
    if (context->errors) {
        jp_buf_add_text(out, " (");
        add_error(out, context, context->errors->total);
        jp_buf_add_text(out, " at 95 %)");
    }
    jp_buf_add_byte(out, '\n');
    jp_buf_add(out, context->remark);
}
