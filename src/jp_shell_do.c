/* SPDX-License-Identifier: BSD-2-Clause */
/* One line of the shell: an assignment, one of its own commands, or a report. */
#include "config.h"

#include "jp_file.h"
#include "jp_shell_options.h"
#include "jp_shell_report.h"
#include "jp_shell_session.h"
#include "jp_spelling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HELP_COLUMN = 21 };

/* The option NAME, if it may be assigned. */
static bool find_option(struct jp_span name, enum jp_option_id *id, struct jp_error *error)
{
    struct jp_spelling spelling;

    if (!jp_spelling_find(name, &spelling, error))
        return false;
    *id = spelling.id;
    if (!spelling.is_negated && jp_shell_change_of(spelling.id) != JP_CHANGE_NEVER)
        return true;
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "%s cannot be changed in here",
                 jp_option_table[spelling.id].name);
    return jp_error_hint(error, "\"options\" lists what can");
}

/* What was assigned must be of use at once, not only with the next report; else all stays. */
static bool assign(struct jp_shell *shell, struct jp_span name, struct jp_span value,
                   struct jp_error *error)
{
    struct jp_options before;
    enum jp_option_id id;

    if (!find_option(name, &id, error))
        return false;
    jp_options_copy(&before, &shell->options);
    const bool fine =
        jp_options_assign(&shell->options, id, jp_arena_text(&shell->arena, value), error) &&
        (jp_shell_change_of(id) == JP_CHANGE_READING
             ? jp_shell_session_reload(shell, error)
             : jp_session_adopt(shell->session, &shell->options, error));
    if (fine) {
        jp_options_release(&before);
        return true;
    }
    jp_options_release(&shell->options);
    shell->options = before;
    return false;
}

/* Of a set of switches none of which is on, the first is the default. */
static bool is_on(const struct jp_options *options, enum jp_option_id id)
{
    const enum jp_option_set set = jp_option_table[id].set;

    if (set == JP_SET_NONE || jp_options_chosen(options, set) != JP_OPTION_COUNT)
        return jp_options_is_on(options, id);
    for (size_t i = 0; i < (size_t)id; i++)
        if (jp_option_table[i].set == set)
            return false;
    return true;
}

static void add_value(struct jp_buf *out, const struct jp_options *options, enum jp_option_id id)
{
    const struct jp_option_value *const value = &options->values[id];

    switch (jp_option_table[id].kind) {
    case JP_KIND_SWITCH:
        jp_buf_add_text(out, is_on(options, id) ? "1" : "0");
        break;
    case JP_KIND_TEXT:
    case JP_KIND_WORD:
        jp_buf_add_text(out, value->text);
        break;
    case JP_KIND_LIST:
    case JP_KIND_PATHS:
        for (size_t i = 0; i < value->list.count; i++)
            jp_buf_format(out, "%s%s", i ? " " : "", value->list.data[i]);
        break;
    case JP_KIND_COUNT:
    case JP_KIND_REAL:
        jp_buf_format(out, "%.15g", value->number);
        break;
    }
}

static void list_options(const struct jp_shell *shell, struct jp_buf *out)
{
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        const enum jp_option_id id = (enum jp_option_id)i;
        if (jp_shell_change_of(id) == JP_CHANGE_NEVER)
            continue;
        jp_buf_format(out, "  %s=", jp_option_table[i].name);
        add_value(out, &shell->options, id);
        jp_buf_add_byte(out, '\n');
    }
}

/* What has to stand behind the command of MODE, as help has it: " RE", " FILE" or nothing. */
static void add_argument(struct jp_buf *out, const struct jp_mode *mode)
{
    const struct jp_option *const option = mode ? &jp_option_table[mode->option] : NULL;

    if (mode && jp_shell_source_of(mode) == JP_SHELL_QUESTIONS)
        jp_buf_add_text(out, " ADDRESS");
    if (!option || option->kind != JP_KIND_TEXT)
        return;
    jp_buf_add_byte(out, ' ');
    if (jp_shell_has_pattern(mode))
        jp_buf_add_text(out, "RE");
    else
        for (const char *c = option->metavar; *c; c++)
            jp_buf_add_byte(out, *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
}

static void add_help(struct jp_buf *out, const struct jp_shell_command *commands, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t start = out->len;
        jp_buf_format(out, "  %s", commands[i].name);
        add_argument(out, commands[i].mode);
        const size_t len = out->len - start;
        if (len < HELP_COLUMN)
            jp_buf_format(out, "%*s", (int)(HELP_COLUMN - len), "");
        else
            jp_buf_format(out, "\n%*s", (int)HELP_COLUMN, "");
        jp_buf_format(out, "%s\n", commands[i].help);
    }
    jp_buf_add_text(
        out, "\n"
             "Behind a command: RE (only stacks that match; of list, disasm and peek: the\n"
             "functions), -RE (no stacks that match), -lines, -cum and other switches,\n"
             "-NAME=VALUE for this report; >file and >>file (append). With sql the file stands\n"
             "in front of the query: sql >file SELECT ...; or behind it, when it ends with .csv,\n"
             ".tsv, .json, .jsonl, .md or .txt or when what stands there cannot be SQL.\n"
             "Formats for other programs go to profile001.<format>, unless >file names another.\n"
             "NAME=VALUE sets an option: focus=parse, cum=1, base=old.heap; NAME= unsets it.\n");
}

/* The one that is called WANTED, or whose name begins like that. */
static const struct jp_shell_command *find_command(const struct jp_shell_command *commands,
                                                   size_t count, struct jp_span wanted,
                                                   struct jp_error *error)
{
    const struct jp_shell_command *found = NULL;

    for (size_t i = 0; i < count; i++) {
        const struct jp_span name = jp_span_of(commands[i].name);
        if (jp_span_equal(name, wanted))
            return &commands[i];
    }
    for (size_t i = 0; i < count && wanted.len; i++) {
        if (!jp_span_starts_with(jp_span_of(commands[i].name), wanted))
            continue;
        if (found) {
            jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "\"%.*s\" is short for %s and %s",
                         JP_SPAN_ARG(wanted), found->name, commands[i].name);
            return NULL;
        }
        found = &commands[i];
    }
    if (!found) {
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "unknown command \"%.*s\"",
                     JP_SPAN_ARG(wanted));
        jp_error_hint(error, "try \"help\"");
    }
    return found;
}

/* A query may hold any character, and keeps its blanks. */
static bool report(struct jp_shell *shell, const struct jp_mode *mode,
                   const struct jp_shell_words *words, struct jp_span line, struct jp_error *error)
{
    struct jp_shell_words whole;

    if (!jp_shell_has_query(mode))
        return jp_shell_report(shell, mode, words, error);
    jp_shell_words_init_whole(&whole, line);
    const bool fine = jp_shell_report(shell, mode, &whole, error);
    if (!fine && whole.doubtful.len) {
        error->hint[0] = '\0'; /* a general one */
        jp_error_hint(error, "to write the table to a file: sql %.*s SELECT ...",
                      JP_SPAN_ARG(whole.doubtful));
    }
    jp_shell_words_release(&whole);
    return fine;
}

static bool run(struct jp_shell *shell, const struct jp_shell_words *words, struct jp_span line,
                struct jp_error *error)
{
    size_t count;
    struct jp_shell_command *const commands = jp_shell_commands(&count);
    const struct jp_shell_command *const command =
        find_command(commands, count, words->command, error);
    struct jp_buf out = JP_BUF_INIT;
    bool fine = command != NULL;

    if (fine && command->mode) {
        fine = report(shell, command->mode, words, line, error);
    } else if (fine) {
        if (strcmp(command->name, "help") == 0)
            add_help(&out, commands, count);
        else if (strcmp(command->name, "options") == 0)
            list_options(shell, &out);
        else
            shell->is_done = true;
        fine = jp_file_write("-", jp_buf_span(&out), error);
        shell->is_mute = !fine;
    }
    jp_buf_release(&out);
    free(commands);
    return fine;
}

/* What is said to who types a command line is of no use in here. */
static void speak_as_shell(struct jp_error *error)
{
    static const struct {
        const char *outside; /* how the hint begins */
        const char *inside;
    } hints[] = {
        {"jeprof-c --diff ", "base=before.heap names it, then diff"},
        {"jeprof-c --help lists", "\"options\" lists them, \"help\" the commands"},
        {"--db=FILE names it", "leave, and start with --db=FILE"},
    };

    for (size_t i = 0; i < JP_COUNT_OF(hints); i++) {
        if (strncmp(error->hint, hints[i].outside, strlen(hints[i].outside)) == 0)
            snprintf(error->hint, sizeof error->hint, "%s", hints[i].inside);
    }
}

static bool do_line(struct jp_shell *shell, struct jp_span line, struct jp_error *error)
{
    struct jp_shell_words words;
    struct jp_span name;
    struct jp_span value;

    line = jp_span_trim(line);
    if (line.len == 0)
        return true;
    if (jp_shell_assignment(line, &name, &value))
        return assign(shell, name, value, error);
    jp_shell_words_init(&words, line);
    const bool fine = run(shell, &words, line, error);
    jp_shell_words_release(&words);
    return fine;
}

bool jp_shell_do(struct jp_shell *shell, struct jp_span line, struct jp_error *error)
{
    const bool fine = do_line(shell, line, error);

    if (!fine)
        speak_as_shell(error);
    return fine;
}
