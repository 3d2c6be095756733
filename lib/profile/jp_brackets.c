/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_brackets.h"

#include "jp_vec.h"

#include <stdlib.h>
#include <string.h>

const bool jp_brackets_words[256] = {
    ['0' ... '9'] = true, ['A' ... 'Z'] = true, ['a' ... 'z'] = true,
    ['_'] = true,         ['$'] = true,         [0x80 ... 0xff] = true,
};

size_t jp_brackets_operator(struct jp_span text, size_t at)
{
    /* A longer one stands before those that it begins with. */
    static const char *const words[] = {
        " new[]", " delete[]", " new", " delete", "()", "[]", "<=>", "<<=", ">>=", "->*", "<<",
        ">>",     "<=",        ">=",   "==",      "!=", "&&", "||",  "++",  "--",  "+=",  "-=",
        "*=",     "/=",        "%=",   "^=",      "&=", "|=", "->",  "<",   ">",   "+",   "-",
        "*",      "/",         "%",    "^",       "&",  "|",  "~",   "!",   "=",   ","};
    const struct jp_span rest = {text.ptr + at, text.len - at};

    if ((at && jp_brackets_is_word(text.ptr[at - 1])) ||
        !jp_span_starts_with(rest, JP_SPAN("operator")))
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
    unsigned kind;
};

/* The kinds of brackets: those that open are 1 to 4, their partners the same and CLOSES. An "o" may
 * begin an operator. 0: nothing of it. */
enum { CLOSES = 8, LETTER_O = 16 };

static const unsigned char kinds[256] = {
    ['('] = 1,          ['<'] = 2,          ['['] = 3,
    ['{'] = 4,          [')'] = 1 | CLOSES, ['>'] = 2 | CLOSES,
    [']'] = 3 | CLOSES, ['}'] = 4 | CLOSES, ['o'] = LETTER_O,
};

struct openings {
    JP_VEC(struct opening) list;
    size_t count_of[5]; /* by kind, so that a stray one is not looked for in vain */
};

/*
 * The opening bracket of KIND that is closed, taken off the list with everything opened behind it.
 * SIZE_MAX: a stray bracket, or a ">" that means "greater".
 */
static size_t take_opening(struct openings *open, unsigned kind)
{
    const size_t count = open->list.count;

    if (open->count_of[kind] == 0 ||
        (kind == kinds['<'] && open->list.data[count - 1].kind != kind))
        return SIZE_MAX;
    for (;;) {
        const struct opening last = open->list.data[--open->list.count];
        open->count_of[last.kind]--;
        if (last.kind == kind)
            return last.at;
    }
}

void jp_brackets_init(struct jp_brackets *brackets, struct jp_span text)
{
    struct openings open = {.list = {0}};
    const size_t end = text.len < UINT32_MAX ? text.len : UINT32_MAX;

    brackets->text = text;
    brackets->partner = text.len < JP_COUNT_OF(brackets->few)
                            ? brackets->few
                            : jp_mem_resize(NULL, text.len + 1, sizeof *brackets->partner);
    memset(brackets->partner, 0, (text.len + 1) * sizeof *brackets->partner);
    for (size_t i = 0; i < end; i++) {
        const unsigned kind = kinds[(unsigned char)text.ptr[i]];
        if (kind == 0)
            continue;
        if (kind == LETTER_O) {
            const size_t operator_length = jp_brackets_operator(text, i);
            i += operator_length ? operator_length - 1 : 0;
        } else if (kind < CLOSES) {
            jp_vec_push(&open.list, (struct opening){i, kind});
            open.count_of[kind]++;
        } else if (!(text.ptr[i] == '>' && i && text.ptr[i - 1] == '-')) {
            const size_t at = take_opening(&open, kind - CLOSES);
            if (at != SIZE_MAX)
                brackets->partner[at] = (uint32_t)i;
        }
    }
    jp_vec_release(&open.list);
}

size_t jp_brackets_find(const struct jp_brackets *brackets, size_t from, size_t to,
                        struct jp_span word)
{
    const char *const text = brackets->text.ptr;

    for (size_t i = from; i < to;) {
        const size_t close = jp_brackets_close(brackets, i, to);
        if (text[i] == word.ptr[0] &&
            jp_span_starts_with(jp_span_slice(brackets->text, i, to), word))
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
