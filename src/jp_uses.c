/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_uses.h"

#include "jp_buf.h"

/* A row of jp_uses.def about modes. */
struct use {
    enum jp_option_id option;
    const char *modes; /* with "|" between */
    const char *hint;  /* NULL: MODES are those that take the option; else those that do not */
};

static const struct use uses[] = {
#define JP_USE(id, modes)          {JP_OPT_##id, modes, NULL},
#define JP_NO_USE(id, modes, hint) {JP_OPT_##id, modes, hint},
#define JP_NEEDS(id, other, hint)
#include "jp_uses.def"
#undef JP_USE
#undef JP_NO_USE
#undef JP_NEEDS
};

static const struct need {
    enum jp_option_id option;
    enum jp_option_id other;
    const char *hint; /* or NULL */
} needs[] = {
#define JP_USE(id, modes)
#define JP_NO_USE(id, modes, hint)
#define JP_NEEDS(id, other, hint) {JP_OPT_##id, JP_OPT_##other, hint},
#include "jp_uses.def"
#undef JP_USE
#undef JP_NO_USE
#undef JP_NEEDS
};

static bool is_listed(const struct use *use, const char *mode)
{
    struct jp_span rest = jp_span_of(use->modes);
    struct jp_span word;

    while (jp_span_take_part(&rest, '|', &word))
        if (jp_span_equal(word, jp_span_of(mode)))
            return true;
    return false;
}

/* "it is for --tree, --flame" */
static void hint_modes(const struct use *use, struct jp_error *error)
{
    struct jp_span rest = jp_span_of(use->modes);
    struct jp_buf list = JP_BUF_INIT;
    struct jp_span word;

    while (jp_span_take_part(&rest, '|', &word))
        jp_buf_format(&list, "%s--%.*s", list.len ? ", " : "", JP_SPAN_ARG(word));
    jp_error_hint(error, "it is for %.*s", JP_SPAN_ARG(jp_buf_span(&list)));
    jp_buf_release(&list);
}

/* A switch that is turned off is no wish. */
static bool is_wanted(const struct jp_options *options, enum jp_option_id id)
{
    const struct jp_option_value *const value = &options->values[id];

    return value->is_given && (jp_option_table[id].kind != JP_KIND_SWITCH || value->is_on);
}

/* True: between an option and a mode of jeprof it is no error. */
static bool is_noted(const struct jp_option *option, const struct jp_option *mode,
                     struct jp_diags *diags)
{
    if (!option->is_jeprof || !mode->is_jeprof)
        return false;
    jp_diags_add(diags, JP_NOTE, NULL, 0, "--%s has no effect with --%s", option->name, mode->name);
    return true;
}

static bool check_modes(const struct jp_options *options, const struct jp_option *mode,
                        struct jp_diags *diags, struct jp_error *error)
{
    for (size_t i = 0; i < JP_COUNT_OF(uses); i++) {
        const struct use *const use = &uses[i];
        const struct jp_option *const option = &jp_option_table[use->option];
        if (!is_wanted(options, use->option) || is_listed(use, mode->name) == (use->hint == NULL) ||
            is_noted(option, mode, diags))
            continue;
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--%s has no use with --%s", option->name,
                     mode->name);
        if (use->hint)
            jp_error_hint(error, "%s", use->hint);
        else
            hint_modes(use, error);
        return false;
    }
    return true;
}

static bool check_needs(const struct jp_options *options, const struct jp_option *mode,
                        struct jp_diags *diags, struct jp_error *error)
{
    for (size_t i = 0; i < JP_COUNT_OF(needs); i++) {
        const struct need *const need = &needs[i];
        const struct jp_option *const option = &jp_option_table[need->option];
        if (!is_wanted(options, need->option) || is_wanted(options, need->other) ||
            is_noted(option, mode, diags))
            continue;
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--%s has no use without --%s", option->name,
                     jp_option_table[need->other].name);
        return need->hint ? jp_error_hint(error, "%s", need->hint) : false;
    }
    return true;
}

bool jp_uses_check(const struct jp_options *options, enum jp_option_id mode, struct jp_diags *diags,
                   struct jp_error *error)
{
    return check_modes(options, &jp_option_table[mode], diags, error) &&
           check_needs(options, &jp_option_table[mode], diags, error);
}

static bool shapes_report(enum jp_option_id id)
{
    switch (id) {
    case JP_OPT_THREAD:
    case JP_OPT_CUM:
    case JP_OPT_SHOW_STACKS:
    case JP_OPT_FORMAT:
        return true;
    case JP_OPT_RULES: /* what an alias or a script gives to all calls */
    case JP_OPT_NAMES:
    case JP_OPT_NO_FOLD:
        return false;
    default:
        break;
    }
    switch (jp_option_table[id].group) {
    case JP_GROUP_METRIC:
    case JP_GROUP_GRANULARITY:
    case JP_GROUP_FILTER:
    case JP_GROUP_GRAPH:
        return true;
    default:
        return false;
    }
}

bool jp_uses_check_import(const struct jp_options *options, struct jp_error *error)
{
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        if (!shapes_report((enum jp_option_id)i) || !is_wanted(options, (enum jp_option_id)i))
            continue;
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--%s has no use where dumps are only stored",
                     jp_option_table[i].name);
        return jp_error_hint(error, "name a report as well, for example --text");
    }
    return true;
}
