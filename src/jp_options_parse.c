/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_options.h"

#include "jp_buf.h"
#include "jp_spelling.h"
#include "jp_time.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The command line while it is read. */
struct reader {
    struct jp_options *options;
    int argc;
    char *const *argv;
    int at;            /* next element of argv */
    const char *time;  /* the point in time of --time, or NULL */
    const char *taken; /* that of --taken, or NULL */
};

/* An option as typed, taken apart. */
struct typed {
    const char *dashes; /* the whole argument, for messages */
    int shown;          /* length of its part in front of "=" */
    const char *name;   /* behind one or two dashes */
    const char *value;  /* behind "=", or NULL */
};

static bool usage_error(struct jp_error *error, const struct typed *typed, const char *text)
{
    return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "%.*s %s", typed->shown, typed->dashes,
                        text);
}

static const double LARGEST_COUNT = 1e15; /* exact in a double, and in a size_t */

/* Perl's integers may hold underscores; a sign is taken too, but nothing here is negative. */
static bool parse_number(const char *text, bool is_whole, double *number)
{
    struct jp_buf digits = JP_BUF_INIT;
    const char *const allowed = is_whole ? "+_0123456789" : "+_0123456789.eE-";
    char *end = NULL;

    if (strspn(text, allowed) != strlen(text))
        return false;
    for (const char *c = text; *c; c++)
        if (*c != '_')
            jp_buf_add_byte(&digits, *c);
    const char *const clean = digits.len ? digits.ptr : "";
    *number = strtod(clean, &end);
    const bool fine =
        end != clean && *end == '\0' && *number >= 0 && (!is_whole || *number <= LARGEST_COUNT);
    jp_buf_release(&digits);
    return fine;
}

static bool is_word(const char *words, const char *word)
{
    const size_t len = strlen(word);

    for (const char *at = words; len && *at; at += strcspn(at, "|") + (strchr(at, '|') != NULL))
        if (strcspn(at, "|") == len && strncasecmp(at, word, len) == 0)
            return true;
    return false;
}

static bool set_value(struct jp_option_value *value, const struct jp_option *option,
                      const struct typed *typed, const char *text, struct jp_error *error)
{
    switch (option->kind) {
    case JP_KIND_SWITCH:
        break;
    case JP_KIND_TEXT:
        value->text = text;
        break;
    case JP_KIND_LIST:
    case JP_KIND_PATHS:
        if (text[0] != '\0')
            jp_vec_push(&value->list, text);
        break;
    case JP_KIND_COUNT:
    case JP_KIND_REAL:
        if (!parse_number(text, option->kind == JP_KIND_COUNT, &value->number))
            return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "%.*s: \"%s\" is not a %s",
                                typed->shown, typed->dashes, text,
                                option->kind == JP_KIND_COUNT ? "whole number" : "number");
        break;
    case JP_KIND_WORD:
        if (!is_word(option->metavar, text))
            return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "%.*s: \"%s\" is none of %s",
                                typed->shown, typed->dashes, text, option->metavar);
        value->text = text;
        break;
    }
    value->is_given = true;
    return true;
}

/* 1 and 0 and other words for them; -1: something else. */
static int truth(const char *text)
{
    static const char *const words[][2] = {
        {"0", "1"}, {"off", "on"}, {"no", "yes"}, {"false", "true"}};

    for (size_t i = 0; i < JP_COUNT_OF(words); i++)
        for (int value = 0; value < 2; value++)
            if (strcasecmp(text, words[i][value]) == 0)
                return value;
    return -1;
}

bool jp_options_assign(struct jp_options *options, enum jp_option_id id, const char *text,
                       struct jp_error *error)
{
    const struct jp_option *const option = &jp_option_table[id];
    const struct typed typed = {.dashes = option->name, .shown = (int)strlen(option->name)};
    const int is_on = truth(text);

    if (option->kind != JP_KIND_SWITCH || text[0] == '\0') {
        jp_options_reset(options, id);
        return text[0] == '\0' || set_value(&options->values[id], option, &typed, text, error);
    }
    if (is_on < 0)
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "%s: \"%s\" is neither 1 nor 0",
                            option->name, text);
    for (size_t i = 0; is_on && option->set != JP_SET_NONE && i < JP_OPTION_COUNT; i++)
        if (jp_option_table[i].set == option->set)
            options->values[i].is_on = false;
    options->values[id].is_given = true;
    options->values[id].is_on = is_on;
    return true;
}

/*
 * --time has two meanings, which its value tells apart: words, what orders a series; a point in
 * time, which begins with a digit, when the dump was taken that goes into a store.
 */
static enum jp_option_id meant(enum jp_option_id id, const char *text)
{
    return id == JP_OPT_TIME && text[0] >= '0' && text[0] <= '9' ? JP_OPT_TAKEN : id;
}

/* Filters may be empty, which is none; what is read, written or asked for may not. */
static bool may_be_empty(const struct jp_option *option)
{
    static const char *const names[] = {"file", "folder", "folder,...", "dump,..."};

    for (size_t i = 0; i < JP_COUNT_OF(names); i++)
        if (strcmp(option->metavar, names[i]) == 0)
            return false;
    return option->set != JP_SET_MODE;
}

static bool fail_empty(const struct typed *typed, struct jp_error *error)
{
    usage_error(error, typed, "is empty");
    return jp_error_hint(error, "did a variable have no value?");
}

static bool take_option(struct reader *reader, const struct typed *typed, struct jp_error *error)
{
    struct jp_spelling spelling;
    const size_t len = (size_t)(typed->dashes + typed->shown - typed->name);

    if (!jp_spelling_find((struct jp_span){typed->name, len}, &spelling, error))
        return false;
    const struct jp_option *const option = &jp_option_table[spelling.id];
    if (option->kind == JP_KIND_SWITCH) {
        struct jp_option_value *const value = &reader->options->values[spelling.id];
        if (typed->value)
            return usage_error(error, typed, "takes no value");
        value->is_given = true;
        value->is_on = !spelling.is_negated;
        return true;
    }
    /* As in Getopt::Long an empty value is fine as an argument of its own, but not behind "=". */
    if (typed->value ? typed->value[0] == '\0' : reader->at == reader->argc) {
        usage_error(error, typed, "needs a value");
        return jp_error_hint(error, "it is --%s=<%s>", option->name, option->metavar);
    }
    const char *const text = typed->value ? typed->value : reader->argv[reader->at++];
    if (text[0] == '\0' && !may_be_empty(option))
        return fail_empty(typed, error);
    const enum jp_option_id id = meant(spelling.id, text);
    if (id == JP_OPT_TAKEN)
        *(spelling.id == JP_OPT_TIME ? &reader->time : &reader->taken) = text;
    return set_value(&reader->options->values[id], &jp_option_table[id], typed, text, error);
}

/* The same time may be written in two ways. */
static bool is_same_time(const char *a, const char *b)
{
    struct jp_span rest_a = jp_span_of(a);
    struct jp_span rest_b = jp_span_of(b);
    int64_t from_a, from_b, until;

    return strcmp(a, b) == 0 ||
           (jp_time_take(&rest_a, &from_a, &until) && jp_time_take(&rest_b, &from_b, &until) &&
            rest_a.len == 0 && rest_b.len == 0 && from_a == from_b);
}

static bool check_times(const struct reader *reader, struct jp_error *error)
{
    if (!reader->time || !reader->taken || is_same_time(reader->time, reader->taken))
        return true;
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--time=%s and --taken=%s contradict each other",
                 reader->time, reader->taken);
    return jp_error_hint(error, "give one of them: both say when the dump was taken");
}

/* At most one option of SET may be on. */
static bool check_set(const struct jp_options *options, enum jp_option_set set,
                      struct jp_error *error)
{
    const enum jp_option_id first = jp_options_chosen(options, set);

    for (size_t i = (size_t)first + 1; i < JP_OPTION_COUNT; i++) {
        const struct jp_option_value *const value = &options->values[i];
        if (jp_option_table[i].set == set && (value->is_on || value->text[0] != '\0'))
            return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                                "--%s and --%s cannot be used together",
                                jp_option_table[first].name, jp_option_table[i].name);
    }
    return true;
}

bool jp_options_parse(struct jp_options *options, int argc, char *const argv[],
                      struct jp_error *error)
{
    struct reader reader = {.options = options, .argc = argc, .argv = argv, .at = 1};
    bool only_arguments = false;

    while (reader.at < argc) {
        const char *const word = argv[reader.at++];
        if (only_arguments || word[0] != '-' || word[1] == '\0') {
            jp_vec_push(&options->arguments, word);
        } else if (strcmp(word, "--") == 0) {
            only_arguments = true;
        } else {
            /* A name has at least one character, so that "-=x" is an unknown option. */
            const size_t dashes = word[1] == '-' ? 2 : 1;
            const char *const equals = word[dashes] ? strchr(word + dashes + 1, '=') : NULL;
            const struct typed typed = {
                .dashes = word,
                .shown = (int)(equals ? (size_t)(equals - word) : strlen(word)),
                .name = word + dashes,
                .value = equals ? equals + 1 : NULL,
            };
            if (!take_option(&reader, &typed, error))
                return false;
        }
    }
    /* Who asks for help needs it, whatever else was typed. */
    if (options->values[JP_OPT_HELP].is_on || options->values[JP_OPT_VERSION].is_on)
        return true;
    return check_times(&reader, error) && check_set(options, JP_SET_MODE, error) &&
           check_set(options, JP_SET_METRIC, error) &&
           check_set(options, JP_SET_GRANULARITY, error);
}
