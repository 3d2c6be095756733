/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_brackets.h"

#include "jp_vec.h"

#include <stdlib.h>
#include <string.h>

size_t jp_brackets_operator(struct jp_span text, size_t at)
{
    /* A longer one stands before those that it begins with. */
    static const char *const words[] = {
        " new[]", " delete[]", " new", " delete", "()", "[]", "<=>", "<<=", ">>=", "->*", "<<",
        ">>",     "<=",        ">=",   "==",      "!=", "&&", "||",  "++",  "--",  "+=",  "-=",
        "*=",     "/=",        "%=",   "^=",      "&=", "|=", "->",  "<",   ">",   "+",   "-",
        "*",      "/",         "%",    "^",       "&",  "|",  "~",   "!",   "=",   ","};
    const struct jp_span rest = jp_span_slice(text, at, text.len);

    if (!jp_span_starts_with(rest, JP_SPAN("operator")) ||
        (at && jp_brackets_is_word(text.ptr[at - 1])))
        return 0;
    const struct jp_span behind = jp_span_slice(rest, 8, rest.len);
    if (behind.len && jp_brackets_is_word(behind.ptr[0]))
        return 0;
    for (size_t i = 0; i < JP_COUNT_OF(words); i++) {
        if (jp_span_starts_with(behind, jp_span_of(words[i])))
            return 8 + strlen(words[i]);
    }
    return 8;
}

struct opening {
    size_t at;
    char closes_with;
};

static char closing_of(char byte)
{
    switch (byte) {
    case '(':
        return ')';
    case '<':
        return '>';
    case '[':
        return ']';
    case '{':
        return '}';
    default:
        return 0;
    }
}

/* 1 to 4 for a closing bracket, else 0. */
static unsigned closing_kind(char byte)
{
    switch (byte) {
    case ')':
        return 1;
    case '>':
        return 2;
    case ']':
        return 3;
    case '}':
        return 4;
    default:
        return 0;
    }
}

struct openings {
    JP_VEC(struct opening) list;
    size_t count_of[5]; /* by closing_kind, so that a stray one is not looked for in vain */
};

/*
 * The opening bracket that BYTE closes, taken off the list with everything opened behind it.
 * SIZE_MAX: a stray bracket, or a ">" that means "greater".
 */
static size_t take_opening(struct openings *open, char byte)
{
    const size_t count = open->list.count;

    if (open->count_of[closing_kind(byte)] == 0 ||
        (byte == '>' && open->list.data[count - 1].closes_with != '>'))
        return SIZE_MAX;
    for (;;) {
        const struct opening last = open->list.data[--open->list.count];
        open->count_of[closing_kind(last.closes_with)]--;
        if (last.closes_with == byte)
            return last.at;
    }
}

void jp_brackets_init(struct jp_brackets *brackets, struct jp_span text)
{
    struct openings open = {.list = {0}};

    brackets->text = text;
    brackets->partner = text.len < JP_COUNT_OF(brackets->few)
                            ? brackets->few
                            : jp_mem_resize(NULL, text.len + 1, sizeof *brackets->partner);
    memset(brackets->partner, 0, (text.len + 1) * sizeof *brackets->partner);
    for (size_t i = 0; i < text.len; i++) {
        const char byte = text.ptr[i];
        const size_t operator_length = byte == 'o' ? jp_brackets_operator(text, i) : 0;
        if (operator_length) {
            i += operator_length - 1;
            continue;
        }
        const char closes_with = closing_of(byte);
        if (closes_with) {
            jp_vec_push(&open.list, (struct opening){i, closes_with});
            open.count_of[closing_kind(closes_with)]++;
        } else if (closing_kind(byte) && !(byte == '>' && i && text.ptr[i - 1] == '-')) {
            const size_t at = take_opening(&open, byte);
            if (at != SIZE_MAX)
                brackets->partner[at] = i;
        }
    }
    jp_vec_release(&open.list);
}

size_t jp_brackets_find(const struct jp_brackets *brackets, size_t from, size_t to,
                        struct jp_span word)
{
    for (size_t i = from; i < to;) {
        const size_t close = jp_brackets_close(brackets, i, to);
        if (jp_span_starts_with(jp_span_slice(brackets->text, i, to), word))
            return i;
        i = close ? close + 1 : i + 1;
    }
    return SIZE_MAX;
}

void jp_brackets_release(struct jp_brackets *brackets)
{
    if (brackets->partner != brackets->few)
        free(brackets->partner);
}
