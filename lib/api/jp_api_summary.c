/* SPDX-License-Identifier: BSD-2-Clause */
/* A question to a heap, and the rows of its answer. */
#include "config.h"

#include "jp_allocator.h"
#include "jp_api.h"

#include <stdlib.h>

/* The public lists are the library's own, under names of their own. */
_Static_assert((int)JP_LIVE_BYTES == JP_INUSE_BYTES && (int)JP_LIVE_OBJECTS == JP_INUSE_OBJECTS &&
                   (int)JP_ALLOCATED_BYTES == JP_ALLOC_BYTES &&
                   (int)JP_ALLOCATED_OBJECTS == JP_ALLOC_OBJECTS,
               "values");
_Static_assert((int)JP_GROUP_FUNCTION == JP_BY_FUNCTION && (int)JP_GROUP_LINE == JP_BY_LINE &&
                   (int)JP_GROUP_FILE == JP_BY_FILE && (int)JP_GROUP_ADDRESS == JP_BY_ADDRESS,
               "groups");
_Static_assert((int)JP_STYLE_SHORT == JP_NAMES_SHORT && (int)JP_STYLE_FULL == JP_NAMES_FULL &&
                   (int)JP_STYLE_TEMPLATE == JP_NAMES_TEMPLATE &&
                   (int)JP_STYLE_MANGLED == JP_NAMES_MANGLED &&
                   (int)JP_STYLE_JEPROF == JP_NAMES_JEPROF,
               "styles");

enum {
    KNOWN_FLAGS = JP_SUMMARY_BY_CUM | JP_SUMMARY_ALLOCATOR | JP_SUMMARY_FOLD_STD |
                  JP_SUMMARY_FOLD_ASYNC | JP_SUMMARY_ONLY_GROWN
};

static const char *const filter_names[JP_API_FILTERS] = {"focus", "ignore", "retain", "exclude"};

static bool check_options(const struct jp_heap *heap, const struct jp_summary_options *options,
                          struct jp_error *error)
{
    const char *wrong = NULL;

    if ((unsigned)options->value > JP_ALLOCATED_OBJECTS)
        wrong = "value";
    else if ((unsigned)options->group > JP_GROUP_ADDRESS)
        wrong = "group";
    else if ((unsigned)options->style > JP_STYLE_JEPROF)
        wrong = "style";
    else if (options->thread >= heap->profile.threads.count)
        wrong = "thread";
    else if (options->flags & ~(uint32_t)KNOWN_FLAGS)
        wrong = "flag";
    return !wrong || jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "there is no such %s", wrong);
}

static bool init_filters(struct jp_summary *summary, struct jp_error *error)
{
    const struct jp_summary_options *const options = &summary->options;
    const char *const patterns[JP_API_FILTERS] = {options->focus, options->ignore, options->retain,
                                                  options->exclude};

    for (size_t i = 0; i < JP_API_FILTERS; i++)
        if (!jp_regex_init(&summary->filters[i], patterns[i] ? patterns[i] : "", error))
            return jp_error_prepend(error, "%s", filter_names[i]);
    return true;
}

static bool check_filters(const struct jp_summary *summary, struct jp_error *error)
{
    for (size_t i = 0; i < JP_API_FILTERS; i++)
        if (!jp_regex_check(&summary->filters[i], filter_names[i], &summary->heap->diags, error))
            return false;
    return true;
}

static void make_keys(struct jp_summary *summary)
{
    const struct jp_profile *const profile = &summary->heap->profile;
    const struct jp_summary_options *const options = &summary->options;
    const bool hides_allocator =
        options->style != JP_STYLE_JEPROF && !(options->flags & JP_SUMMARY_ALLOCATOR);

    summary->fold_kinds = (options->flags & JP_SUMMARY_FOLD_STD ? JP_FOLD_STD : 0) |
                          (options->flags & JP_SUMMARY_FOLD_ASYNC ? JP_FOLD_ASYNC : 0);
    jp_keys_init(&summary->keys, profile, (enum jp_granularity)options->group,
                 (enum jp_naming)options->style);
    if (hides_allocator)
        jp_allocator_hide(profile, &summary->keys);
    if (summary->fold_kinds) {
        jp_fold_init(&summary->fold, profile, summary->fold_kinds, hides_allocator);
        jp_fold_hide(&summary->fold, profile, &summary->keys);
    }
}

static void make_view(struct jp_summary *summary)
{
    const struct jp_profile *const profile = &summary->heap->profile;
    const struct jp_summary_options *const options = &summary->options;

    summary->view_options = (struct jp_view_options){
        .metric = (enum jp_metric)options->value,
        .thread = (uint32_t)options->thread,
        .keep_allocator = options->flags & JP_SUMMARY_ALLOCATOR,
        .drop_negative = options->flags & JP_SUMMARY_ONLY_GROWN,
        .focus = &summary->filters[0],
        .ignore = &summary->filters[1],
        .retain = &summary->filters[2],
        .exclude = &summary->filters[3],
        .fold = summary->fold_kinds ? &summary->fold : NULL,
        .naming = (enum jp_naming)options->style,
    };
    jp_view_init(&summary->view, profile, &summary->view_options);
    jp_top_init(&summary->top, &summary->view, &summary->keys, options->flags & JP_SUMMARY_BY_CUM);
    jp_errors_init(&summary->errors, profile, &summary->view_options, &summary->keys, &summary->top,
                   summary->view.total);
    jp_report_labels_init(&summary->labels, profile, &summary->keys);
    for (uint32_t i = 0; i < summary->view.nodes.count; i++)
        if (jp_view_value(&summary->view, i) != 0)
            jp_vec_push(&summary->stacks, i);
}

static struct jp_summary *make(struct jp_heap *heap, const struct jp_summary_options *options)
{
    struct jp_summary *const summary = jp_mem_zeroed(1, sizeof *summary);

    summary->heap = heap;
    summary->changes = heap->changes;
    summary->options = *options;
    summary->at_stack = SIZE_MAX;
    jp_intern_init(&summary->texts);
    if (!init_filters(summary, &heap->error)) {
        for (size_t i = 0; i < JP_API_FILTERS; i++)
            jp_regex_release(&summary->filters[i]);
        jp_intern_release(&summary->texts);
        free(summary);
        return NULL;
    }
    /* Patterns are compiled: the caller's texts need not live any longer. */
    summary->options.focus = summary->options.ignore = NULL;
    summary->options.retain = summary->options.exclude = NULL;
    make_keys(summary);
    make_view(summary);
    if (check_filters(summary, &heap->error))
        return summary;
    jp_summary_free(summary);
    return NULL;
}

enum jp_status jp_heap_summary(jp_heap *heap, const struct jp_summary_options *options,
                               jp_summary **summary)
{
    const locale_t before = jp_api_begin(heap);
    struct jp_summary_options own = {.size = sizeof own};

    *summary = NULL;
    if (jp_api_options(&own, sizeof own, options, &heap->error) &&
        check_options(heap, &own, &heap->error))
        *summary = make(heap, &own);
    return jp_api_end(heap, before);
}

void jp_summary_free(jp_summary *summary)
{
    if (!summary)
        return;
    jp_report_labels_release(&summary->labels);
    jp_errors_release(&summary->errors);
    jp_top_release(&summary->top);
    jp_view_release(&summary->view);
    jp_keys_release(&summary->keys);
    jp_fold_release(&summary->fold);
    for (size_t i = 0; i < JP_API_FILTERS; i++)
        jp_regex_release(&summary->filters[i]);
    jp_intern_release(&summary->texts);
    jp_vec_release(&summary->stacks);
    jp_vec_release(&summary->frames);
    free(summary);
}

double jp_summary_total(const jp_summary *summary)
{
    return summary->view.total;
}

double jp_summary_kept(const jp_summary *summary)
{
    return summary->top.flat_total;
}

size_t jp_summary_row_count(const jp_summary *summary)
{
    return summary->top.rows.count;
}

static struct jp_range range_of(const struct jp_summary *summary, struct jp_measure measure)
{
    const struct jp_interval interval = jp_errors_interval(&summary->errors, measure);

    return (struct jp_range){interval.low, interval.high};
}

const struct jp_row_info *jp_summary_row(jp_summary *summary, size_t index)
{
    struct jp_buf name = JP_BUF_INIT;

    if (index >= summary->top.rows.count)
        return NULL;
    const struct jp_top_row *const row = &summary->top.rows.data[index];
    jp_report_label(&name, &summary->labels, row->key);
    summary->row = (struct jp_row_info){
        .name = jp_api_text(&summary->texts, jp_buf_span(&name)),
        .flat = row->flat,
        .cum = row->cum,
        .flat_range = range_of(summary, summary->errors.flat[row->key]),
        .cum_range = range_of(summary, summary->errors.cum[row->key]),
    };
    jp_buf_release(&name);
    return &summary->row;
}
