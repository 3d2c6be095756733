/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_brackets.h"

#include <string.h>

bool jp_brackets_is_word(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_' || byte == '$' || (byte & 0x80);
}

size_t jp_brackets_operator(struct jp_span text, size_t at)
{
    static const char *const words[] = {" new[]", " delete[]", " new", " delete", "()", "[]"};
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
    size_t len = 0;
    while (len < behind.len && len < 3 && strchr("<>=!+-*/%^&|~,", behind.ptr[len]))
        len++;
    return 8 + len;
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

void jp_brackets_init(struct jp_brackets *brackets, struct jp_span text)
{
    JP_VEC(struct opening) open = {0};

    *brackets = (struct jp_brackets){.text = text};
    jp_vec_reserve(&brackets->partner, text.len + 1);
    memset(brackets->partner.data, 0, (text.len + 1) * sizeof *brackets->partner.data);
    brackets->partner.count = text.len;
    for (size_t i = 0; i < text.len; i++) {
        const char byte = text.ptr[i];
        const size_t operator_length = byte == 'o' ? jp_brackets_operator(text, i) : 0;
        if (operator_length) {
            i += operator_length - 1;
            continue;
        }
        if (closing_of(byte)) {
            jp_vec_push(&open, (struct opening){i, closing_of(byte)});
            continue;
        }
        if (!memchr(")>]}", byte, 4) || (byte == '>' && i && text.ptr[i - 1] == '-'))
            continue;
        size_t match = open.count;
        while (match && open.data[match - 1].closes_with != byte)
            match--;
        /* A stray ">" is "greater"; any other stray bracket closes nothing either. */
        if (match == 0 || (byte == '>' && match != open.count))
            continue;
        brackets->partner.data[open.data[match - 1].at] = i;
        open.count = match - 1;
    }
    jp_vec_release(&open);
}

void jp_brackets_release(struct jp_brackets *brackets)
{
    jp_vec_release(&brackets->partner);
}
