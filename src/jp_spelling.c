/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_spelling.h"

#include "jp_buf.h"

#include <stdio.h>
#include <string.h>

enum { NAME_LIMIT = 40 }; /* longer than every name with "no-" in front */

/* A name with its spelling differences removed: lower case, "-" for "_". */
struct plain {
    char text[NAME_LIMIT];
    size_t len;
};

static char plain_byte(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '_' ? '-' : c;
}

/* Longer names are cut: they match nothing. */
static struct plain plain_of(const char *prefix, struct jp_span name)
{
    struct plain plain = {.len = 0};

    for (const char *c = prefix; *c; c++)
        plain.text[plain.len++] = *c;
    for (size_t i = 0; i < name.len && plain.len < NAME_LIMIT - 1; i++)
        plain.text[plain.len++] = plain_byte(name.ptr[i]);
    return plain;
}

/* How well TYPED fits a spelling. */
enum fit { FIT_NONE, FIT_PREFIX, FIT_EXACT };

static enum fit fit_of(const struct plain *typed, const char *prefix, const char *name)
{
    if (typed->len && typed->text[0] != (prefix[0] ? prefix[0] : plain_byte(name[0])))
        return FIT_NONE;
    const struct plain full = plain_of(prefix, jp_span_of(name));

    if (typed->len > full.len || memcmp(typed->text, full.text, typed->len) != 0)
        return FIT_NONE;
    return typed->len == full.len ? FIT_EXACT : FIT_PREFIX;
}

static enum fit better(enum fit a, enum fit b)
{
    return a > b ? a : b;
}

static enum fit fit_plain(const struct plain *typed, const struct jp_option *option)
{
    const enum fit letter =
        option->letter[0] && fit_of(typed, "", option->letter) == FIT_EXACT ? FIT_EXACT : FIT_NONE;

    return better(letter, fit_of(typed, "", option->name));
}

static enum fit fit_negated(const struct plain *typed, const struct jp_option *option)
{
    if (!option->is_negatable)
        return FIT_NONE;
    return better(fit_of(typed, "no", option->name), fit_of(typed, "no-", option->name));
}

struct hits {
    struct jp_spelling list[2 * JP_OPTION_COUNT];
    size_t count;
};

static void collect(struct hits *hits, const struct plain *typed, enum fit wanted, bool only_jeprof)
{
    hits->count = 0;
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        const struct jp_option *const option = &jp_option_table[i];
        if (only_jeprof && !option->is_jeprof)
            continue;
        if (fit_plain(typed, option) == wanted)
            hits->list[hits->count++] = (struct jp_spelling){(enum jp_option_id)i, false};
        if (fit_negated(typed, option) == wanted)
            hits->list[hits->count++] = (struct jp_spelling){(enum jp_option_id)i, true};
    }
}

/* Number of bytes to insert, remove or replace to get from A to B (Levenshtein). */
static size_t distance(const struct plain *a, const struct plain *b)
{
    size_t row[NAME_LIMIT + 1];

    for (size_t j = 0; j <= b->len; j++)
        row[j] = j;
    for (size_t i = 1; i <= a->len; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b->len; j++) {
            const size_t replaced = diagonal + (a->text[i - 1] != b->text[j - 1]);
            const size_t moved = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = replaced < moved ? replaced : moved;
        }
    }
    return row[b->len];
}

/* Options of jeprof that are not built; a name leaves this list when it enters the table. */
static const char *const missing[] = {
    "gif",
    "test",
};

static bool is_missing(const struct plain *typed)
{
    for (size_t i = 0; i < JP_COUNT_OF(missing); i++)
        if (fit_of(typed, "", missing[i]) == FIT_EXACT)
            return true;
    return false;
}

static bool unknown(struct jp_span name, const struct plain *typed, struct jp_error *error)
{
    size_t best = typed->len > 3 ? 3 : 1; /* farther away is another word */
    const struct jp_option *meant = NULL;

    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        const struct plain known = plain_of("", jp_span_of(jp_option_table[i].name));
        const size_t changes = distance(typed, &known);
        if (changes < best) {
            best = changes;
            meant = &jp_option_table[i];
        }
    }
    if (is_missing(typed)) {
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--%.*s of jeprof is not part of this version",
                     JP_SPAN_ARG(name));
        return jp_error_hint(error, fit_of(typed, "", "gif") == FIT_EXACT
                                        ? "use --png"
                                        : "jeprof-c --help lists what there is");
    }
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "there is no option --%.*s", JP_SPAN_ARG(name));
    if (meant)
        return jp_error_hint(error, "did you mean --%s?", meant->name);
    return jp_error_hint(error, "jeprof-c --help lists the options");
}

static bool ambiguous(struct jp_span name, const struct hits *hits, struct jp_error *error)
{
    struct jp_buf list = JP_BUF_INIT;

    for (size_t i = 0; i < hits->count; i++)
        jp_buf_format(&list, "%s--%s%s", i ? ", " : "", hits->list[i].is_negated ? "no-" : "",
                      jp_option_table[hits->list[i].id].name);
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--%.*s is short for several options: %s",
                 JP_SPAN_ARG(name), list.ptr);
    jp_buf_release(&list);
    return false;
}

bool jp_spelling_find(struct jp_span name, struct jp_spelling *spelling, struct jp_error *error)
{
    const struct plain typed = plain_of("", name);
    struct hits hits;
    struct hits known_to_jeprof;

    if (typed.len == 0)
        return unknown(name, &typed, error);
    collect(&hits, &typed, FIT_EXACT, false);
    if (hits.count == 0)
        collect(&hits, &typed, FIT_PREFIX, false);
    if (hits.count == 0)
        return unknown(name, &typed, error);
    if (hits.count > 1) {
        collect(&known_to_jeprof, &typed, FIT_PREFIX, true);
        if (known_to_jeprof.count != 1)
            return ambiguous(name, &hits, error);
        hits = known_to_jeprof;
    }
    *spelling = hits.list[0];
    return true;
}
