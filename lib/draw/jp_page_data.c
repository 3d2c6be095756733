/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data of the page: the flame graph's tree, functions with flat and cumulative values, calls.
 * Values are cut to whole numbers as --text does; nothing is added up by the script that is shown
 * as a number of a function. What is too small for the page is left out and counted.
 */
#include "config.h"

#include "jp_flame.h"
#include "jp_number.h"
#include "jp_page_numbers.h"
#include "jp_script.h"

#include <inttypes.h>

enum { NODE_LIMIT = 12000 }; /* of the flame graph's tree */

static const char *const side_names[JP_PAGE_SIDE_COUNT] = {"after", "before", "change"};

struct writer {
    struct jp_buf *out;
    const struct jp_page *page;
    struct jp_page_numbers numbers;
};

static void add_flames(struct writer *writer)
{
    const struct jp_page *const page = writer->page;
    const size_t count = page->value_count;
    struct jp_report_context contexts[JP_METRIC_COUNT];
    struct jp_flame flames[JP_METRIC_COUNT];
    struct jp_view views[2 * JP_METRIC_COUNT] = {0};
    struct jp_view none = page->values[0].after; /* the base where there is none */
    struct jp_tree tree;

    none.values = (struct jp_view_values){.of = NULL};
    for (size_t i = 0; i < count; i++) {
        views[2 * i] = page->values[i].after;
        views[2 * i + 1] = page->has_base ? page->values[i].before : none;
    }
    jp_tree_init_of(&tree, views, 2 * count, page->context->keys, false);
    for (size_t i = 0; i < count; i++) {
        contexts[i] = *page->context;
        contexts[i].view = &views[2 * i];
        jp_flame_init(&flames[i], &contexts[i], &tree, views + 2 * i,
                      &(struct jp_flame_options){.has_base = page->has_base});
    }
    const struct jp_flame_data_options options = {
        .node_limit = jp_page_limit(page, NODE_LIMIT),
        .keys = writer->numbers.functions.data,
        .key_count = writer->numbers.functions.count,
    };
    jp_flame_data(writer->out, flames, count, &options);
    for (size_t i = 0; i < count; i++)
        jp_flame_release(&flames[i]);
    jp_tree_release(&tree);
}

/* "NAME":[...] of VALUES at the places that IDS say. */
static void add_array(struct writer *writer, const char *name, const uint32_t *ids, size_t count,
                      const double *values)
{
    jp_buf_format(writer->out, "\"%s\":[", name);
    for (size_t i = 0; i < count; i++) {
        if (i)
            jp_buf_add_byte(writer->out, ',');
        jp_number_integer(writer->out, values[ids[i]]);
    }
    jp_buf_add_byte(writer->out, ']');
}

/* The functions of the page are the first names of the flame graph's data. */
static void add_functions(struct writer *writer)
{
    const struct jp_page *const page = writer->page;
    struct jp_buf *const out = writer->out;
    jp_buf_format(out, "{\"count\":%zu,\"left\":%zu,\"values\":[", writer->numbers.functions.count,
                  writer->numbers.functions_left);
    for (size_t value = 0; value < page->value_count; value++) {
        jp_buf_add_text(out, value ? ",\n{" : "{");
        for (size_t side = 0; side < writer->numbers.side_count; side++) {
            const struct jp_view *const view = jp_page_view(page, value, (enum jp_page_side)side);
            const struct jp_page_columns *const columns = &writer->numbers.columns[value][side];
            jp_buf_format(out, "%s\"%s\":{\"total\":", side ? ",\n" : "", side_names[side]);
            jp_number_integer(out, view->total);
            jp_buf_add_text(out, ",\"kept\":");
            jp_number_integer(out, view->kept);
            jp_buf_add_text(out, ",\n");
            add_array(writer, "flat", writer->numbers.functions.data,
                      writer->numbers.functions.count, columns->flat);
            jp_buf_add_text(out, ",\n");
            add_array(writer, "cum", writer->numbers.functions.data,
                      writer->numbers.functions.count, columns->cum);
            jp_buf_add_byte(out, '}');
        }
        jp_buf_add_byte(out, '}');
    }
    jp_buf_add_text(out, "]}");
}

/* Values of from_caller that differ from to_callee, which they do only when functions recur. */
static void add_differing(struct writer *writer, const struct jp_calls_values *values)
{
    bool is_first = true;

    jp_buf_add_text(writer->out, ",\"from\":{");
    for (size_t i = 0; i < writer->numbers.shown_calls.count; i++) {
        const uint32_t call = writer->numbers.shown_calls.data[i];
        if (values->from_caller[call] == values->to_callee[call] ||
            writer->numbers.calls.list.data[call].caller == 0)
            continue;
        jp_buf_format(writer->out, "%s\"%zu\":", is_first ? "" : ",", i);
        jp_number_integer(writer->out, values->from_caller[call]);
        is_first = false;
    }
    jp_buf_add_byte(writer->out, '}');
}

static void add_ends(struct writer *writer, const char *name, bool callers)
{
    jp_buf_format(writer->out, "\"%s\":[", name);
    for (size_t i = 0; i < writer->numbers.shown_calls.count; i++) {
        const struct jp_call *const call =
            &writer->numbers.calls.list.data[writer->numbers.shown_calls.data[i]];
        const uint32_t key = callers ? call->caller : call->callee;
        jp_buf_format(writer->out, "%s%" PRId32, i ? "," : "",
                      key ? (int32_t)writer->numbers.number_of_key[key] : -1);
    }
    jp_buf_add_text(writer->out, "],\n");
}

/* Per function of the page how many of its calls are not in it; most have none. */
static void add_left(struct writer *writer, const char *name, const uint32_t *left)
{
    bool is_first = true;

    jp_buf_format(writer->out, "\"%s\":{", name);
    for (size_t i = 0; i < writer->numbers.functions.count; i++) {
        if (left[i] == 0)
            continue;
        jp_buf_format(writer->out, "%s\"%zu\":%" PRIu32, is_first ? "" : ",", i, left[i]);
        is_first = false;
    }
    jp_buf_add_text(writer->out, "},\n");
}

static void add_calls(struct writer *writer)
{
    struct jp_buf *const out = writer->out;

    jp_buf_add_byte(out, '{');
    add_ends(writer, "caller", true);
    add_ends(writer, "callee", false);
    add_left(writer, "callersLeft", writer->numbers.callers_left);
    add_left(writer, "calleesLeft", writer->numbers.callees_left);
    jp_buf_add_text(out, "\"values\":[");
    for (size_t value = 0; value < writer->page->value_count; value++) {
        jp_buf_add_text(out, value ? ",\n{" : "{");
        for (size_t side = 0; side < writer->numbers.side_count; side++) {
            const struct jp_calls_values *const values =
                &writer->numbers.columns[value][side].calls;
            jp_buf_format(out, "%s\"%s\":{", side ? ",\n" : "", side_names[side]);
            add_array(writer, "to", writer->numbers.shown_calls.data,
                      writer->numbers.shown_calls.count, values->to_callee);
            add_differing(writer, values);
            jp_buf_add_byte(out, '}');
        }
        jp_buf_add_byte(out, '}');
    }
    jp_buf_add_text(out, "]}");
}

static void add_string(struct jp_buf *out, const char *name, struct jp_span text)
{
    jp_buf_format(out, "\"%s\":", name);
    jp_script_string(out, text);
}

static void add_dumps(struct writer *writer)
{
    const struct jp_profile *const profile = writer->page->context->profile;
    struct jp_buf *const out = writer->out;

    jp_buf_add_text(out, ",\n\"dumps\":[");
    for (size_t i = 0; i < profile->sources.count; i++) {
        const struct jp_source *const source = &profile->sources.data[i];
        jp_buf_add_text(out, i ? ",\n{" : "{");
        add_string(out, "path", jp_intern_span(&profile->strings, source->path));
        jp_buf_format(out,
                      ",\"isBase\":%s,\"period\":%" PRIu64 ",\"records\":%" PRIu64
                      ",\"skipped\":%" PRIu64 ",\"isCut\":%s}",
                      source->side == JP_SIDE_BASE ? "true" : "false", source->period_bytes,
                      source->record_count, source->skipped_lines,
                      source->is_cut ? "true" : "false");
    }
    jp_buf_add_byte(out, ']');
}

static void add_words(struct writer *writer)
{
    const struct jp_diags *const diags = writer->page->diags;
    struct jp_buf *const out = writer->out;
    bool is_first = true;

    jp_buf_add_text(out, ",\n\"warnings\":[");
    for (size_t i = 0; i < diags->list.count; i++) {
        const struct jp_diag *const diag = &diags->list.data[i];
        if (diag->severity != JP_WARNING)
            continue;
        jp_buf_add_text(out, is_first ? "{" : ",\n{");
        add_string(out, "path", jp_intern_span(&diags->strings, diag->path));
        jp_buf_format(out, ",\"line\":%" PRIu64 ",\"count\":%" PRIu64 ",", diag->line, diag->count);
        add_string(out, "text", jp_intern_span(&diags->strings, diag->message));
        jp_buf_add_byte(out, '}');
        is_first = false;
    }
    jp_buf_add_byte(out, ']');
}

static void add_about(struct writer *writer)
{
    const struct jp_report_context *const context = writer->page->context;
    struct jp_buf *const out = writer->out;

    jp_buf_add_byte(out, '{');
    add_string(out, "program", jp_span_of(context->program));
    jp_buf_add_text(out, ",\n");
    add_string(out, "thread", jp_span_of(context->thread_name ? context->thread_name : ""));
    jp_buf_add_text(out, ",\n");
    add_string(out, "metric", jp_span_of(jp_report_metric(context->view->metric)));
    jp_buf_add_text(out, ",\n");
    jp_buf_format(out, "\"folded\":%zu,\"foldedShare\":%.4f,\n", writer->page->folded_count,
                  writer->page->folded_share);
    add_string(out, "madeBy", JP_SPAN(PACKAGE_STRING));
    add_dumps(writer);
    add_words(writer);
    jp_buf_add_byte(out, '}');
}

void jp_page_data(struct jp_buf *out, const struct jp_page *page)
{
    struct writer writer = {.out = out, .page = page};

    jp_page_numbers_init(&writer.numbers, page);
    jp_buf_add_text(out, "{\"about\":");
    add_about(&writer);
    jp_buf_add_text(out, ",\n\"functions\":");
    add_functions(&writer);
    jp_buf_add_text(out, ",\n\"calls\":");
    add_calls(&writer);
    jp_buf_add_text(out, ",\n\"flame\":");
    add_flames(&writer);
    jp_buf_add_byte(out, '}');
    jp_page_numbers_release(&writer.numbers);
}
