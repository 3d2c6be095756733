/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_shell_options.h"

#include "jp_shell_session.h"

#include <string.h>
#include <unistd.h>

bool jp_shell_has_pattern(const struct jp_mode *mode)
{
    return strcmp(jp_option_table[mode->option].metavar, "regexp") == 0;
}

bool jp_shell_has_query(const struct jp_mode *mode)
{
    return strcmp(jp_option_table[mode->option].metavar, "query") == 0;
}

/* The option that a report of its own may have, by its whole name; JP_OPTION_COUNT: it is none. */
static enum jp_option_id find_switch(struct jp_span name, bool has_value)
{
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        const bool takes_value = jp_option_table[i].kind != JP_KIND_SWITCH;
        if (jp_span_equal(jp_span_of(jp_option_table[i].name), name) && takes_value == has_value &&
            jp_shell_change_of((enum jp_option_id)i) == JP_CHANGE_AT_ONCE)
            return (enum jp_option_id)i;
    }
    return JP_OPTION_COUNT;
}

/* "-base=x" is meant as an option, not as a pattern for stacks to ignore. */
static bool check_pattern(struct jp_span name, struct jp_error *error)
{
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        if (!jp_span_equal(jp_span_of(jp_option_table[i].name), name))
            continue;
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "%s cannot be set for one report",
                     jp_option_table[i].name);
        return jp_error_hint(error, "%s=VALUE without a dash sets it, if \"options\" lists it",
                             jp_option_table[i].name);
    }
    return true;
}

/* "-cum" and "-names=full" set an option for one command; *IS_OPTION: WORD is of that kind. */
static bool take_switch(struct jp_shell *shell, struct jp_options *options, struct jp_span word,
                        bool *is_option, struct jp_error *error)
{
    const size_t equals = jp_span_find(word, JP_SPAN("="), 0);
    const bool has_value = equals != SIZE_MAX;
    const enum jp_option_id id = find_switch(jp_span_slice(word, 0, equals), has_value);

    *is_option = id != JP_OPTION_COUNT;
    if (!*is_option)
        return !has_value || check_pattern(jp_span_slice(word, 0, equals), error);
    return jp_options_assign(
        options, id,
        has_value ? jp_arena_text(&shell->arena, jp_span_slice(word, equals + 1, word.len)) : "1",
        error);
}

/* Every other word with a dash is a pattern to ignore. */
static bool take_switches(struct jp_shell *shell, struct jp_options *options,
                          const struct jp_shell_words *words, struct jp_error *error)
{
    JP_VEC(struct jp_span) ignored = {0};
    bool fine = true;

    for (size_t i = 0; i < words->switches.count && fine; i++) {
        bool is_option;
        fine = take_switch(shell, options, words->switches.data[i], &is_option, error);
        if (fine && !is_option)
            jp_vec_push(&ignored, words->switches.data[i]);
    }
    if (ignored.count && fine)
        fine = jp_options_assign(options, JP_OPT_IGNORE,
                                 jp_shell_join(&shell->arena, ignored.data, ignored.count, "|"),
                                 error);
    jp_vec_release(&ignored);
    return fine;
}

/* "profile001.svg", or a later number where that file is there already. */
static const char *fresh_name(struct jp_shell *shell, const char *suffixes)
{
    const struct jp_span suffix = {suffixes, strcspn(suffixes, "|")};

    for (unsigned i = 1;; i++) {
        const char *const name =
            jp_arena_format(&shell->arena, "profile%03u.%.*s", i, JP_SPAN_ARG(suffix));
        if (access(name, F_OK) != 0)
            return name;
    }
}

/* Where the report goes: "" for the terminal. */
static const char *find_target(struct jp_shell *shell, const struct jp_mode *mode,
                               const struct jp_shell_words *words)
{
    if (words->has_target)
        return jp_arena_text(&shell->arena, words->target);
    /* jeprof: "callgrind FILE" */
    if (mode->option == JP_OPT_CALLGRIND && words->words.count)
        return jp_arena_text(&shell->arena, words->words.data[0]);
    return mode->has_table || mode->suffixes[0] == '\0' ? "" : fresh_name(shell, mode->suffixes);
}

bool jp_shell_options_make(struct jp_shell *shell, struct jp_options *options,
                           const struct jp_mode *mode, const struct jp_shell_words *words,
                           struct jp_error *error)
{
    const bool has_argument = jp_option_table[mode->option].kind == JP_KIND_TEXT;
    const bool is_focus = !has_argument && mode->option != JP_OPT_CALLGRIND &&
                          jp_shell_source_of(mode) != JP_SHELL_QUESTIONS;
    const char *const argument =
        jp_shell_join(&shell->arena, words->words.data, words->words.count,
                      has_argument && !jp_shell_has_pattern(mode) ? " " : "|");

    for (size_t i = 0; i < JP_OPTION_COUNT; i++)
        if (jp_option_table[i].set == JP_SET_MODE)
            jp_options_reset(options, (enum jp_option_id)i);
    if (has_argument && words->words.count == 0)
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "%s needs a %s",
                            jp_option_table[mode->option].name,
                            jp_shell_has_pattern(mode) ? "regular expression"
                                                       : jp_option_table[mode->option].metavar);
    if (words->has_target && words->target.len == 0)
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "> needs the name of a file");
    if (words->has_pipe) {
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "no other program is run in here");
        return jp_error_hint(error, ">FILE writes the report to a file");
    }
    if (!jp_options_assign(options, mode->option, has_argument ? argument : "1", error))
        return false;
    if (is_focus && words->words.count &&
        !jp_options_assign(options, JP_OPT_FOCUS, argument, error))
        return false;
    options->values[JP_OPT_OUTPUT].text = find_target(shell, mode, words);
    options->values[JP_OPT_OUTPUT].is_given = options->values[JP_OPT_OUTPUT].text[0] != '\0';
    return take_switches(shell, options, words, error);
}
