/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The grammar of short names (jp_naming_short.c): the path of a function, and the types in it. Both
 * are copied byte by byte to a buffer, less what a short name does without; brackets that are
 * nested too deep are copied as they are.
 */
#ifndef JP_SHORTENER_H
#define JP_SHORTENER_H

#include "jp_brackets.h"
#include "jp_naming.h"

enum {
    JP_SHORTENER_LIST_LIMIT = 32,    /* bytes of a template list that are shown */
    JP_SHORTENER_NESTING_LIMIT = 40, /* deeper brackets are copied as they are */
};

struct jp_shortener {
    const struct jp_brackets *brackets;
    struct jp_buf *out;
    const struct jp_rules *rules; /* or NULL */
    size_t limit; /* JP_SHORTENER_LIST_LIMIT, or 0: no list is shown, or SIZE_MAX: all are */
    bool keeps_templates; /* template lists and braces as they are */
    size_t parameters;    /* where the function's own parameter list opens; 0: none was met */
};

/* The path of a function: every segment, without what only describes its signature. */
void jp_shortener_add_path(struct jp_shortener *s, size_t from, size_t to, int depth);

/* A type: of each path only the last segment. */
void jp_shortener_add_type(struct jp_shortener *s, size_t from, size_t to, int depth);

/* The list between FROM and TO, without its brackets. */
void jp_shortener_add_list(struct jp_shortener *s, size_t from, size_t to, int depth);

/* What stands in braces from OPEN to CLOSE: closures, lambdas, shims. */
void jp_shortener_add_braces(struct jp_shortener *s, size_t open, size_t close);

/* Behind a parameter list: skip const, volatile, & and &&. */
size_t jp_shortener_skip_qualifiers(const struct jp_shortener *s, size_t at, size_t to);

static inline struct jp_span jp_shortener_slice(const struct jp_shortener *s, size_t from,
                                                size_t to)
{
    return jp_span_slice(s->brackets->text, from, to);
}

static inline bool jp_shortener_starts(const struct jp_shortener *s, size_t from, size_t to,
                                       const char *word)
{
    return jp_span_starts_with(jp_shortener_slice(s, from, to), jp_span_of(word));
}

/* Where the bracket at AT closes, when that is before TO; else 0. */
static inline size_t jp_shortener_close(const struct jp_shortener *s, size_t at, size_t to)
{
    return jp_brackets_close(s->brackets, at, to);
}

#endif
