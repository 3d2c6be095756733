/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A span is a stretch of bytes owned by someone else: the currency of all parsers.
 *
 * Spans are not NUL-terminated and may hold any byte. They are passed by value. A span is valid as
 * long as the memory behind it (a mapped file, an arena).
 */
#ifndef JP_SPAN_H
#define JP_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct jp_span {
    const char *ptr;
    size_t len;
};

/* The span of a string literal. */
#define JP_SPAN(literal) ((struct jp_span){(literal), sizeof(literal) - 1})

/* For printf's "%.*s". */
#define JP_SPAN_ARG(span) (int)(span).len, (span).ptr

static inline struct jp_span jp_span_of(const char *text)
{
    return (struct jp_span){text, text ? strlen(text) : 0};
}

/* What all functions of spans take for blanks: line ends count, too (isspace() of the C locale). */
static inline bool jp_span_is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* Both ends beyond the span's length are cut to it. */
static inline struct jp_span jp_span_slice(struct jp_span span, size_t from, size_t to)
{
    if (to > span.len)
        to = span.len;
    if (from > to)
        from = to;
    return (struct jp_span){span.len ? span.ptr + from : span.ptr, to - from};
}

static inline bool jp_span_equal(struct jp_span a, struct jp_span b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* Byte order, shorter first: the order of strcmp. */
int jp_span_compare(struct jp_span a, struct jp_span b);

/* Most that do not begin so differ in the first byte. */
static inline bool jp_span_starts_with(struct jp_span span, struct jp_span prefix)
{
    return prefix.len == 0 || (span.len >= prefix.len && span.ptr[0] == prefix.ptr[0] &&
                               memcmp(span.ptr, prefix.ptr, prefix.len) == 0);
}

static inline bool jp_span_ends_with(struct jp_span span, struct jp_span suffix)
{
    return span.len >= suffix.len &&
           jp_span_equal(jp_span_slice(span, span.len - suffix.len, span.len), suffix);
}

/* Position of the first NEEDLE at or behind FROM; SIZE_MAX when there is none. */
size_t jp_span_find(struct jp_span span, struct jp_span needle, size_t from);
/* Position of the first BYTE at or behind FROM, and of the last one; SIZE_MAX when there is none.
 */
size_t jp_span_find_byte(struct jp_span span, char byte, size_t from);
size_t jp_span_rfind_byte(struct jp_span span, char byte);

/* Without leading and trailing blanks, tabs, CR, LF, VT and FF. */
struct jp_span jp_span_trim(struct jp_span span);
/* The part behind the last slash, or the whole span. */
struct jp_span jp_span_basename(struct jp_span path);
/*
 * PATH itself, or its tail of COUNT components with the slash in front when it has more. Whoever
 * tries a path without its first folders uses it with JP_DEEPEST_PATH: real trees are not nested so
 * deep, and a path from a damaged or hostile file costs no more than so many attempts.
 */
struct jp_span jp_span_last_components(struct jp_span path, size_t count);
enum { JP_DEEPEST_PATH = 64 };

/*
 * Take the next line off *REST, without its line feed. Returns false at the end. *COMPLETE (may be
 * NULL) tells whether a line feed ended the line, which is how a cut file is noticed.
 */
bool jp_span_take_line(struct jp_span *rest, struct jp_span *line, bool *complete);
/* Take the next run of non-blank bytes off *REST, skipping blanks in front; false at the end. */
bool jp_span_take_word(struct jp_span *rest, struct jp_span *word);
/*
 * Take the next part of a list off *REST, up to SEPARATOR, which goes too. Empty parts are skipped;
 * false at the end.
 */
bool jp_span_take_part(struct jp_span *rest, char separator, struct jp_span *part);
/* Skip BYTE at the start of *REST; false and nothing skipped when it is not there. */
bool jp_span_take_byte(struct jp_span *rest, char byte);
void jp_span_skip_blanks(struct jp_span *rest);

/*
 * Take an unsigned decimal or hexadecimal number off *REST. No sign, no prefix, no blanks. False,
 * with *REST unchanged, when there is no digit or the number does not fit 64 bits.
 */
bool jp_span_take_decimal(struct jp_span *rest, uint64_t *value);
bool jp_span_take_hex(struct jp_span *rest, uint64_t *value);

/* For hash tables inside one process only: it differs between machines. */
uint64_t jp_span_hash(struct jp_span span);
/* Mixes two numbers into a well-spread hash. */
uint64_t jp_hash_mix(uint64_t a, uint64_t b);

#endif
