/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * JSON as a tree (RFC 8259), for small documents of others. Strings are taken as they stand between
 * their quotes: escapes are not undone, which names and numbers do not need.
 */
#ifndef JP_JSON_READ_H
#define JP_JSON_READ_H

#include "jp_arena.h"
#include "jp_span.h"

enum jp_json_kind {
    JP_JSON_NULL,
    JP_JSON_BOOL, /* number is 0 or 1 */
    JP_JSON_NUMBER,
    JP_JSON_TEXT,
    JP_JSON_ARRAY,
    JP_JSON_OBJECT,
};

struct jp_json {
    enum jp_json_kind kind;
    double number;
    struct jp_span text; /* TEXT */
    struct jp_span name; /* inside of an object */
    const struct jp_json *first;
    const struct jp_json *next; /* of the same array or object */
};

/*
 * The document that TEXT begins with; what follows it is left in TEXT. NULL: there is none, or it
 * nests deeper than 64; TEXT then begins with what could not be read. Lives as long as ARENA and
 * the bytes of TEXT.
 */
const struct jp_json *jp_json_read(struct jp_span *text, struct jp_arena *arena);

/* The member NAME of an object, or NULL; VALUE may be NULL. */
const struct jp_json *jp_json_member(const struct jp_json *value, const char *name);

/* The number of that member, or 0. */
double jp_json_member_number(const struct jp_json *value, const char *name);

#endif
