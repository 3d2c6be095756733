/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_choice.h"

#include "jp_fold.h"

#include <sched.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* --flame-metric, which only flame graphs take, or the set of options for all modes. */
static enum jp_option_id chosen_metric(const struct jp_options *options)
{
    static const enum jp_option_id metrics[] = {JP_OPT_INUSE_SPACE, JP_OPT_INUSE_OBJECTS,
                                                JP_OPT_ALLOC_SPACE, JP_OPT_ALLOC_OBJECTS};
    const char *const wanted = jp_options_text(options, JP_OPT_FLAME_METRIC);

    for (size_t i = 0; i < JP_COUNT_OF(metrics); i++)
        if (strcasecmp(jp_option_table[metrics[i]].name, wanted) == 0)
            return metrics[i];
    return jp_options_chosen(options, JP_SET_METRIC);
}

enum jp_metric jp_choice_metric(const struct jp_options *options)
{
    switch (chosen_metric(options)) {
    case JP_OPT_INUSE_OBJECTS:
        return JP_INUSE_OBJECTS;
    case JP_OPT_ALLOC_SPACE:
        return JP_ALLOC_BYTES;
    case JP_OPT_ALLOC_OBJECTS:
        return JP_ALLOC_OBJECTS;
    default:
        return JP_INUSE_BYTES;
    }
}

enum jp_granularity jp_choice_granularity(const struct jp_options *options)
{
    switch (jp_options_chosen(options, JP_SET_GRANULARITY)) {
    case JP_OPT_LINES:
        return JP_BY_LINE;
    case JP_OPT_FILES:
        return JP_BY_FILE;
    case JP_OPT_ADDRESSES:
        return JP_BY_ADDRESS;
    default:
        return JP_BY_FUNCTION;
    }
}

enum jp_naming jp_choice_naming(const struct jp_options *options)
{
    static const struct {
        const char *word;
        enum jp_naming naming;
    } words[] = {
        {"short", JP_NAMES_SHORT},     {"full", JP_NAMES_FULL},     {"template", JP_NAMES_TEMPLATE},
        {"mangled", JP_NAMES_MANGLED}, {"jeprof", JP_NAMES_JEPROF},
    };
    const char *const wanted = jp_options_text(options, JP_OPT_NAMES);

    if (jp_options_is_on(options, JP_OPT_NO_FOLD) && !options->values[JP_OPT_NAMES].is_given)
        return JP_NAMES_FULL;
    for (size_t i = 0; i < JP_COUNT_OF(words); i++)
        if (strcasecmp(words[i].word, wanted) == 0)
            return words[i].naming;
    return JP_NAMES_SHORT;
}

static bool add_fold_kind(struct jp_span word, unsigned *kinds, struct jp_error *error)
{
    if (jp_span_equal(word, JP_SPAN("std")))
        *kinds |= JP_FOLD_STD;
    else if (jp_span_equal(word, JP_SPAN("async")))
        *kinds |= JP_FOLD_ASYNC;
    else
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--fold: \"%.*s\" is none of std, async",
                            JP_SPAN_ARG(word));
    return true;
}

bool jp_choice_fold(const struct jp_options *options, unsigned *kinds, struct jp_error *error)
{
    const struct jp_option_value *const value = &options->values[JP_OPT_FOLD];

    *kinds = 0;
    for (size_t i = 0; i < value->list.count; i++) {
        struct jp_span rest = jp_span_of(value->list.data[i]);
        struct jp_span word;
        while (jp_span_take_part(&rest, ',', &word)) {
            if (!add_fold_kind(word, kinds, error))
                return false;
        }
    }
    if (!*kinds || !jp_options_is_on(options, JP_OPT_NO_FOLD))
        return true;
    return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                        "--fold and --no-fold cannot be used together");
}

jp_dwarf_lookup *jp_choice_reader(const struct jp_options *options)
{
    const char *const wanted = jp_options_text(options, JP_OPT_SYMBOLIZER);

    if (strcasecmp(wanted, "own") == 0)
        return jp_dwarf_reader_lookup;
    return strcasecmp(wanted, "libdwarf") == 0 ? jp_dwarf_libdwarf_lookup : NULL;
}

unsigned jp_choice_jobs(const struct jp_options *options)
{
    static const double most = 64;
    const double wanted = options->values[JP_OPT_JOBS].number;
    cpu_set_t mine;

    if (wanted >= 1)
        return (unsigned)(wanted < most ? wanted : most);
    if (sched_getaffinity(0, sizeof mine, &mine) != 0)
        return 1;
    return (unsigned)CPU_COUNT(&mine);
}

enum jp_table_format jp_choice_format(const struct jp_options *options)
{
    static const struct {
        const char *word;
        const char *suffix;
        enum jp_table_format format;
    } formats[] = {
        {"json", ".json", JP_TABLE_JSON},       {"jsonl", ".jsonl", JP_TABLE_JSONL},
        {"csv", ".csv", JP_TABLE_CSV},          {"tsv", ".tsv", JP_TABLE_TSV},
        {"markdown", ".md", JP_TABLE_MARKDOWN},
    };
    const struct jp_span path = jp_span_of(jp_options_text(options, JP_OPT_OUTPUT));
    const bool is_given = options->values[JP_OPT_FORMAT].is_given;

    for (size_t i = 0; i < JP_COUNT_OF(formats); i++) {
        if (is_given ? strcasecmp(formats[i].word, jp_options_text(options, JP_OPT_FORMAT)) == 0
                     : jp_span_ends_with(path, jp_span_of(formats[i].suffix)))
            return formats[i].format;
    }
    return JP_TABLE_TEXT;
}

enum jp_site_kind jp_choice_site_kind(const struct jp_options *options)
{
    static const struct {
        const char *word;
        enum jp_site_kind kind;
    } words[] = {
        {"function", JP_SITE_FUNCTION}, {"line", JP_SITE_LINE},     {"stack", JP_SITE_STACK},
        {"module", JP_SITE_MODULE},     {"thread", JP_SITE_THREAD},
    };
    const char *const wanted = jp_options_text(options, JP_OPT_BY);

    for (size_t i = 0; i < JP_COUNT_OF(words); i++)
        if (strcasecmp(words[i].word, wanted) == 0)
            return words[i].kind;
    return jp_choice_granularity(options) == JP_BY_LINE ? JP_SITE_LINE : JP_SITE_FUNCTION;
}

enum jp_axis_kind jp_choice_axis(const struct jp_options *options)
{
    static const struct {
        const char *word;
        enum jp_axis_kind kind;
    } words[] = {
        {"name", JP_AXIS_NAME},
        {"mtime", JP_AXIS_MTIME},
        {"number", JP_AXIS_NUMBER},
    };
    const char *const wanted = jp_options_text(options, JP_OPT_TIME);

    for (size_t i = 0; i < JP_COUNT_OF(words); i++)
        if (strcasecmp(words[i].word, wanted) == 0)
            return words[i].kind;
    return JP_AXIS_AUTO;
}

bool jp_choice_is_series(const struct jp_options *options)
{
    return jp_options_is_on(options, JP_OPT_LEAKS) || jp_options_is_on(options, JP_OPT_GATE) ||
           jp_options_is_on(options, JP_OPT_CHURN);
}

bool jp_choice_interactive(const struct jp_options *options)
{
    const enum jp_option_id mode = jp_options_chosen(options, JP_SET_MODE);

    /* With a store and no mode, dumps go into the store and that is all. */
    if (mode != JP_OPTION_COUNT || options->values[JP_OPT_OUTPUT].is_given ||
        options->values[JP_OPT_FORMAT].is_given || options->values[JP_OPT_DB].is_given)
        return mode == JP_OPT_INTERACTIVE;
    for (size_t i = 0; i < options->arguments.count; i++)
        if (strcmp(options->arguments.data[i], "-") == 0)
            return false;
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}
