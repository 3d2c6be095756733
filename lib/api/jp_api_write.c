/* SPDX-License-Identifier: BSD-2-Clause */
/* A summary as one of the program's reports. */
#include "config.h"

#include "jp_api.h"
#include "jp_flame.h"
#include "jp_report_callgrind.h"
#include "jp_report_collapsed.h"
#include "jp_report_pprof.h"
#include "jp_report_speedscope.h"
#include "jp_report_tables.h"

#include <inttypes.h>

typedef void write_report(struct jp_buf *out, const struct jp_summary *summary,
                          const struct jp_report_context *context);

static void write_text(struct jp_buf *out, const struct jp_summary *summary,
                       const struct jp_report_context *context)
{
    jp_report_text(out, context, &summary->top);
}

static void write_table(struct jp_buf *out, const struct jp_summary *summary,
                        const struct jp_report_context *context, enum jp_table_format format)
{
    struct jp_table table;

    jp_report_table_top(&table, context, &summary->top);
    jp_table_print(out, &table, format);
    jp_table_release(&table);
}

static void write_json(struct jp_buf *out, const struct jp_summary *summary,
                       const struct jp_report_context *context)
{
    write_table(out, summary, context, JP_TABLE_JSON);
}

static void write_csv(struct jp_buf *out, const struct jp_summary *summary,
                      const struct jp_report_context *context)
{
    write_table(out, summary, context, JP_TABLE_CSV);
}

static void write_collapsed(struct jp_buf *out, JP_UNUSED const struct jp_summary *summary,
                            const struct jp_report_context *context)
{
    jp_report_collapsed(out, context);
}

static void write_callgrind(struct jp_buf *out, JP_UNUSED const struct jp_summary *summary,
                            const struct jp_report_context *context)
{
    jp_report_callgrind(out, context);
}

static void write_speedscope(struct jp_buf *out, const struct jp_summary *summary,
                             const struct jp_report_context *context)
{
    const struct jp_report_speedscope_part part = {context->thread_name, &summary->view};

    jp_report_speedscope(out, context, &part, 1);
}

#ifdef HAVE_PPROF
static void write_pprof(struct jp_buf *out, const struct jp_summary *summary,
                        const struct jp_report_context *context)
{
    struct jp_view_options options = summary->view_options;
    struct jp_view views[JP_METRIC_COUNT];
    const struct jp_report_pprof_part part = {options.thread, views};

    for (size_t metric = 0; metric < JP_METRIC_COUNT; metric++) {
        options.metric = (enum jp_metric)metric;
        jp_view_init(&views[metric], context->profile, &options);
    }
    jp_report_pprof(out, context, &part, 1);
    for (size_t metric = 0; metric < JP_METRIC_COUNT; metric++)
        jp_view_release(&views[metric]);
}
#endif

static void write_flamegraph(struct jp_buf *out, const struct jp_summary *summary,
                             const struct jp_report_context *context)
{
    const struct jp_flame_options options = {.has_base = jp_profile_has_base(context->profile)};
    struct jp_view_options side = summary->view_options;
    struct jp_report_context of_now = *context;
    struct jp_view sides[2];
    struct jp_tree tree;
    struct jp_flame flame;

    side.quantity = JP_QUANTITY_AFTER;
    jp_view_init(&sides[0], context->profile, &side);
    side.quantity = JP_QUANTITY_BEFORE;
    jp_view_init(&sides[1], context->profile, &side);
    of_now.view = &sides[0];
    jp_tree_init_of(&tree, sides, 2, context->keys, false);
    jp_flame_init(&flame, &of_now, &tree, sides, &options);
    jp_flame_svg(out, &flame);
    jp_flame_release(&flame);
    jp_tree_release(&tree);
    jp_view_release(&sides[0]);
    jp_view_release(&sides[1]);
}

static write_report *const writers[] = {
    [JP_FORMAT_TEXT] = write_text,
    [JP_FORMAT_JSON] = write_json,
    [JP_FORMAT_CSV] = write_csv,
    [JP_FORMAT_COLLAPSED] = write_collapsed,
    [JP_FORMAT_CALLGRIND] = write_callgrind,
    [JP_FORMAT_SPEEDSCOPE] = write_speedscope,
#ifdef HAVE_PPROF
    [JP_FORMAT_PPROF] = write_pprof,
#endif
    [JP_FORMAT_FLAMEGRAPH] = write_flamegraph,
};

static const char *program_of(const struct jp_profile *profile)
{
    if (profile->program)
        return jp_intern_text(&profile->strings, profile->program);
    for (size_t i = 0; i < profile->sources.count; i++)
        if (profile->sources.data[i].program)
            return jp_intern_text(&profile->strings, profile->sources.data[i].program);
    return "";
}

/* The report with a 0 behind it; the memory is the caller's. */
static struct jp_buf make_report(const struct jp_summary *summary, write_report *write)
{
    const struct jp_profile *const profile = &summary->heap->profile;
    const uint32_t thread = summary->view_options.thread;
    struct jp_buf out = JP_BUF_INIT;
    struct jp_buf name = JP_BUF_INIT;

    jp_buf_format(&name, "t%" PRIu64, profile->threads.data[thread].uid);
    const struct jp_report_context context = {
        .profile = profile,
        .view = &summary->view,
        .keys = &summary->keys,
        .show_bytes = true,
        .thread_name = thread == JP_PROCESS ? NULL : name.ptr,
        .program = program_of(profile),
    };
    write(&out, summary, &context);
    jp_buf_add(&out, JP_SPAN(""));
    jp_buf_release(&name);
    return out;
}

static write_report *writer_of(const struct jp_summary *summary, enum jp_format format,
                               struct jp_error *error)
{
    const char *fault = NULL;

    if (summary->changes != summary->heap->changes)
        fault = "the heap was changed since the summary was made";
    else if ((unsigned)format >= JP_COUNT_OF(writers))
        fault = "there is no such format";
    else if (!writers[format])
        fault = "the library was built without this format";
    else if (format == JP_FORMAT_CALLGRIND && summary->options.group != JP_GROUP_FUNCTION)
        fault = "callgrind's format needs a summary by function";
    if (!fault)
        return writers[format];
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "%s", fault);
    return NULL;
}

enum jp_status jp_summary_write(jp_summary *summary, enum jp_format format, char **bytes,
                                size_t *size)
{
    struct jp_heap *const heap = summary->heap;
    const locale_t before = jp_api_begin(heap);
    write_report *const write = writer_of(summary, format, &heap->error);

    *bytes = NULL;
    *size = 0;
    if (write) {
        const struct jp_buf out = make_report(summary, write);
        *bytes = out.ptr;
        *size = out.len;
    }
    return jp_api_end(heap, before);
}
