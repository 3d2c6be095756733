/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of options as data, and the values that a command line gave them. The rows are in
 * jp_options.def (and jp_modes.def); nothing else in the program knows a spelling.
 */
#ifndef JP_OPTIONS_H
#define JP_OPTIONS_H

#include "jp_error.h"
#include "jp_vec.h"

enum jp_option_kind {
    JP_KIND_SWITCH,
    JP_KIND_TEXT,  /* the last one counts; an empty text is "not given" */
    JP_KIND_LIST,  /* may be repeated; each value is split at commas */
    JP_KIND_PATHS, /* may be repeated; values are taken whole */
    JP_KIND_COUNT, /* an integer that is not negative */
    JP_KIND_REAL,  /* a number that is not negative */
    JP_KIND_WORD,  /* one of the words in metavar */
};

enum jp_option_set {
    JP_SET_NONE,
    JP_SET_MODE,
    JP_SET_METRIC,
    JP_SET_GRANULARITY,
};

/* X(name, heading) */
#define JP_GROUP_LIST(X)                 \
    X(REPORT, "Reports")                 \
    X(GROWTH, "Growth and leaks")        \
    X(PICTURE, "Pictures")               \
    X(EXPORT, "For other programs")      \
    X(INPUT, "Input")                    \
    X(METRIC, "What to count")           \
    X(GRANULARITY, "Grouping and names") \
    X(FILTER, "Filters")                 \
    X(GRAPH, "Call graphs and trees")    \
    X(SYMBOL, "Symbols and sources")     \
    X(STORE, "Stores")                   \
    X(OUTPUT, "Output")                  \
    X(OTHER, "Other")                    \
    X(UNUSED, "Options of jeprof without effect in this version")

enum jp_option_group {
#define X(name, heading) JP_GROUP_##name,
    JP_GROUP_LIST(X)
#undef X
        JP_GROUP_COUNT
};

struct jp_option {
    const char *name;
    const char *letter; /* "" when there is none */
    enum jp_option_kind kind;
    enum jp_option_set set;
    enum jp_option_group group;
    bool is_jeprof;    /* jeprof has it too */
    bool is_negatable; /* "no" and "no-" may stand in front */
    bool is_on;        /* a switch that is on by default */
    bool is_unused;    /* taken, without effect */
    bool is_first;     /* the help begins with it */
    const char *metavar;
    const char *fallback; /* the default as text, or "" */
    const char *help;
    const char *manual;
};

enum jp_option_id {
#define JP_OPTION(id, ...) JP_OPT_##id,
#include "jp_options.def"
#undef JP_OPTION
    JP_OPTION_COUNT
};

extern const struct jp_option jp_option_table[JP_OPTION_COUNT];
extern const char *const jp_group_headings[JP_GROUP_COUNT];

struct jp_option_value {
    bool is_given;
    bool is_on;       /* SWITCH */
    const char *text; /* TEXT and WORD: never NULL after parsing, "" when not given */
    double number;    /* COUNT and REAL */
    JP_VEC(const char *) list;
};

/* Texts point into argv. */
struct jp_options {
    struct jp_option_value values[JP_OPTION_COUNT];
    JP_VEC(const char *) arguments; /* everything that is no option, in order */
};

/* Defaults from the table. */
void jp_options_init(struct jp_options *options);
void jp_options_release(struct jp_options *options);
/* COPY has lists of its own; texts are shared. To be released. */
void jp_options_copy(struct jp_options *copy, const struct jp_options *options);
/* Option ID as it was before anything was read. */
void jp_options_reset(struct jp_options *options, enum jp_option_id id);

/*
 * Read a command line as Perl's Getopt::Long does for jeprof: one or two dashes, any case, unique
 * abbreviations, "--name=value" or "--name value", "no" before a switch, options after arguments,
 * "--" ends them. An abbreviation that is unique among jeprof's options keeps that meaning. False:
 * a usage error.
 */
JP_MUST_CHECK bool jp_options_parse(struct jp_options *options, int argc, char *const argv[],
                                    struct jp_error *error);

/*
 * "NAME=VALUE" of the shell: set option ID to TEXT, which must live as long as OPTIONS. A switch is
 * 1 or 0 (on, off, yes, no, true, false); turned on, it turns the others of its set off. A list has
 * TEXT as its only element. An empty TEXT is the default. False: TEXT is none of its values.
 */
JP_MUST_CHECK bool jp_options_assign(struct jp_options *options, enum jp_option_id id,
                                     const char *text, struct jp_error *error);

static inline bool jp_options_is_on(const struct jp_options *options, enum jp_option_id id)
{
    return options->values[id].is_on;
}

static inline const char *jp_options_text(const struct jp_options *options, enum jp_option_id id)
{
    return options->values[id].text;
}

/* The option of SET that is on, or JP_OPTION_COUNT. */
enum jp_option_id jp_options_chosen(const struct jp_options *options, enum jp_option_set set);

#endif
