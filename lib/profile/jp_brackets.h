/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which brackets of a C++, Rust or D name belong together. Operators ("operator<<", "operator()")
 * and arrows ("->") are not brackets; a "<" that stands for "less" inside parentheses has no
 * partner.
 */
#ifndef JP_BRACKETS_H
#define JP_BRACKETS_H

#include "jp_span.h"

/* Stays where it was initialised: most names are short, and have their partners in it. */
struct jp_brackets {
    struct jp_span text;
    uint32_t *partner; /* per byte: of an opening bracket, where it is closed; else 0 */
    uint32_t few[384];
};

/* One pass over TEXT, which must outlive BRACKETS. */
void jp_brackets_init(struct jp_brackets *brackets, struct jp_span text);
void jp_brackets_release(struct jp_brackets *brackets);

/* Where the bracket at AT closes, when that is before TO; else 0. */
static inline size_t jp_brackets_close(const struct jp_brackets *brackets, size_t at, size_t to)
{
    const size_t partner = brackets->partner[at];

    return partner < to ? partner : 0;
}

/* Where WORD stands between FROM and TO outside of all brackets; SIZE_MAX: nowhere. */
size_t jp_brackets_find(const struct jp_brackets *brackets, size_t from, size_t to,
                        struct jp_span word);

/*
 * The length of the operator name that starts at AT ("operator<<", "operator new[]", "operator()");
 * 8 for a conversion operator, whose type follows; 0 when there is no operator at AT.
 */
size_t jp_brackets_operator(struct jp_span text, size_t at);

/* Bytes that belong to identifiers: letters of any language, digits, "_" and "$". */
extern const bool jp_brackets_words[256];

static inline bool jp_brackets_is_word(char byte)
{
    return jp_brackets_words[(unsigned char)byte];
}

/* Behind the byte at AT and, when it belongs to an identifier, behind the rest of that. */
static inline size_t jp_brackets_word_end(struct jp_span text, size_t at, size_t to)
{
    size_t end = at + 1;

    if (jp_brackets_is_word(text.ptr[at]))
        while (end < to && jp_brackets_is_word(text.ptr[end]))
            end++;
    return end;
}

#endif
