/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The path of a function in short names: return type, parameters, qualifiers and tags go; "<Type as
 * Trait>" in front of a method and the names of operators stay.
 */
#include "config.h"

#include "jp_shortener.h"

#include <string.h>

/* Bytes of "<Type as Trait>" up to which its lists are shown. */
enum { SELF_LIMIT = 72 };

static bool is_plain_path(const struct jp_shortener *s, size_t from, size_t to)
{
    if (from == to || !jp_brackets_is_word(s->brackets->text.ptr[from]))
        return false;
    for (size_t i = from; i < to;) {
        if (s->brackets->text.ptr[i] == ' ')
            return false;
        i = jp_shortener_close(s, i, to) ? jp_shortener_close(s, i, to) + 1 : i + 1;
    }
    return true;
}

/* Rust's "<Type as Trait>" or "<Type>" in front of a method. */
static void emit_self(struct jp_shortener *s, size_t open, size_t close, int depth)
{
    const size_t start = s->out->len;
    const size_t limit = s->limit;

    if (s->keeps_templates) {
        jp_buf_add(s->out, jp_shortener_slice(s, open, close + 1));
        return;
    }
    if (jp_brackets_find(s->brackets, open + 1, close, JP_SPAN(" as ")) == SIZE_MAX &&
        is_plain_path(s, open + 1, close)) {
        jp_shortener_add_path(s, open + 1, close, depth + 1);
        return;
    }
    for (int attempt = 0; attempt < 2; attempt++) {
        jp_buf_add_byte(s->out, '<');
        jp_shortener_add_type(s, open + 1, close, depth + 1);
        jp_buf_add_byte(s->out, '>');
        if (s->out->len - start <= SELF_LIMIT || s->limit != JP_SHORTENER_LIST_LIMIT)
            break;
        if (attempt == 0) {
            jp_buf_cut(s->out, start);
            s->limit = 0;
        }
    }
    s->limit = limit;
}

size_t jp_shortener_skip_qualifiers(const struct jp_shortener *s, size_t at, size_t to)
{
    static const char *const qualifiers[] = {" const", " volatile", " &&", " &", " noexcept"};
    bool again = at < to && s->brackets->text.ptr[at] == ' ';

    while (again) {
        again = false;
        for (size_t i = 0; i < JP_COUNT_OF(qualifiers); i++) {
            if (jp_shortener_starts(s, at, to, qualifiers[i])) {
                at += strlen(qualifiers[i]);
                again = true;
            }
        }
    }
    return at;
}

/* An operator's name, with the type of a conversion operator. Returns where it ends. */
static size_t emit_operator(struct jp_shortener *s, size_t at, size_t to, int depth)
{
    size_t end = at + jp_brackets_operator(s->brackets->text, at);

    jp_buf_add(s->out, jp_shortener_slice(s, at, end));
    if (end == at + strlen("operator")) {
        const size_t type = end;
        while (end < to && s->brackets->text.ptr[end] != '(')
            end = jp_shortener_close(s, end, to) ? jp_shortener_close(s, end, to) + 1 : end + 1;
        if (s->keeps_templates)
            jp_buf_add(s->out, jp_shortener_slice(s, type, end));
        else
            jp_shortener_add_type(s, type, end, depth + 1);
    } else if (jp_shortener_starts(s, end, to, " <")) {
        if (s->brackets->text.ptr[end - 1] == '<')
            jp_buf_add_byte(s->out, ' ');
        end++;
    }
    return end;
}

/* A bracket group of the function's own path; START is where that began. Returns the end. */
static size_t emit_path_group(struct jp_shortener *s, size_t open, size_t close, size_t to,
                              size_t start, int depth)
{
    struct jp_buf *const out = s->out;
    const bool follows_colons =
        jp_span_ends_with(jp_span_slice(jp_buf_span(out), start, out->len), JP_SPAN("::"));

    switch (s->brackets->text.ptr[open]) {
    case '(':
        /* Scopes without a name are no parameters: "(anonymous namespace)", of DWARF also
         * "(anonymous struct)" and the like. "runtime.(*mheap).grow" is a method of Go. */
        if (!jp_shortener_starts(s, open, to, "(anonymous ") &&
            !(open && s->brackets->text.ptr[open - 1] == '.')) {
            s->parameters = depth == 0 ? open : s->parameters;
            return jp_shortener_skip_qualifiers(s, close + 1, to);
        }
        jp_buf_add(out, jp_shortener_slice(s, open, close + 1));
        break;
    case '{':
        jp_shortener_add_braces(s, open, close);
        break;
    case '[':
        if (!jp_shortener_starts(s, open, to, "[abi:") &&
            !jp_shortener_starts(s, open, to, "[clone "))
            jp_buf_add(out, jp_shortener_slice(s, open, close + 1));
        break;
    default:
        if (out->len == start || (follows_colons && jp_shortener_starts(s, open, to, "<impl "))) {
            emit_self(s, open, close, depth);
        } else {
            if (follows_colons && !s->keeps_templates)
                jp_buf_cut(out, out->len - 2);
            jp_shortener_add_list(s, open + 1, close, depth);
        }
    }
    return close + 1;
}

/* Where what is copied as it is from AT on ends: at a blank, a bracket, or what may be an operator.
 */
static size_t plain_end(const struct jp_shortener *s, size_t at, size_t to)
{
    const struct jp_span text = s->brackets->text;
    size_t end = jp_brackets_word_end(text, at, to);

    while (end < to && text.ptr[end] != ' ' && text.ptr[end] != 'o' &&
           !jp_shortener_close(s, end, to))
        end = jp_brackets_word_end(text, end, to);
    return end;
}

void jp_shortener_add_path(struct jp_shortener *s, size_t from, size_t to, int depth)
{
    const size_t start = s->out->len;

    if (depth > JP_SHORTENER_NESTING_LIMIT) {
        jp_buf_add(s->out, jp_shortener_slice(s, from, to));
        return;
    }
    for (size_t i = from; i < to;) {
        const char byte = s->brackets->text.ptr[i];
        const size_t close = jp_shortener_close(s, i, to);
        if (byte == 'o' && jp_brackets_operator(s->brackets->text, i)) {
            i = emit_operator(s, i, to, depth);
        } else if (close) {
            i = emit_path_group(s, i, close, to, start, depth);
        } else if (byte == ' ') {
            /* Everything so far was the return type, unless only a tag follows. */
            if (!jp_shortener_starts(s, i, to, " ["))
                jp_buf_cut(s->out, start);
            i++;
        } else {
            const size_t end = plain_end(s, i, to);
            jp_buf_add(s->out, jp_shortener_slice(s, i, end));
            i = end;
        }
    }
}
