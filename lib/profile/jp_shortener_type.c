/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Types in short names, and what stands in them: template lists, of which the long ones become
 * "<…>", and closures and lambdas in braces.
 */
#include "config.h"

#include "jp_shortener.h"

#include <string.h>

void jp_shortener_add_list(struct jp_shortener *s, size_t from, size_t to, int depth)
{
    const size_t start = s->out->len;
    bool is_first = true;

    if (s->keeps_templates) {
        jp_buf_add_byte(s->out, '<');
        jp_buf_add(s->out, jp_shortener_slice(s, from, to));
        jp_buf_add_byte(s->out, '>');
        return;
    }
    jp_buf_add_byte(s->out, '<');
    for (size_t at = from; at < to && s->limit;) {
        size_t end = at;
        while (end < to && s->brackets->text.ptr[end] != ',')
            end = jp_shortener_close(s, end, to) ? jp_shortener_close(s, end, to) + 1 : end + 1;
        const struct jp_span argument = jp_span_trim(jp_shortener_slice(s, at, end));
        const size_t first = (size_t)(argument.ptr - s->brackets->text.ptr);
        if (is_first || !(s->rules && jp_rules_has(s->rules, JP_RULE_ARGUMENT, argument))) {
            if (!is_first)
                jp_buf_add_text(s->out, ", ");
            jp_shortener_add_type(s, first, first + argument.len, depth + 1);
            is_first = false;
        }
        at = end + 1;
    }
    jp_buf_add_byte(s->out, '>');
    if (s->out->len - start - 2 > s->limit || (from < to && !s->limit)) {
        jp_buf_cut(s->out, start);
        jp_buf_add_text(s->out, "<…>");
    }
}

void jp_shortener_add_braces(struct jp_shortener *s, size_t open, size_t close)
{
    if (s->keeps_templates) {
        jp_buf_add(s->out, jp_shortener_slice(s, open, close + 1));
        return;
    }
    if (jp_shortener_starts(s, open, close, "{closure") ||
        jp_shortener_starts(s, open, close, "{{closure")) {
        jp_buf_add_text(s->out, "{closure}");
        return;
    }
    const size_t parameters = open + strlen("{lambda");
    if (jp_shortener_starts(s, open, close, "{lambda(") &&
        jp_shortener_close(s, parameters, close)) {
        jp_buf_add_text(s->out, "{lambda");
        jp_buf_add(s->out,
                   jp_shortener_slice(s, jp_shortener_close(s, parameters, close) + 1, close + 1));
        return;
    }
    jp_buf_add(s->out, jp_shortener_slice(s, open, close + 1));
}

/* A bracket group inside a type; SEGMENT is where the current path began in the output. */
static void emit_type_group(struct jp_shortener *s, size_t open, size_t close, size_t segment,
                            int depth)
{
    const char byte = s->brackets->text.ptr[open];

    if (byte == '{') {
        jp_shortener_add_braces(s, open, close);
    } else if (byte == '<' && s->out->len > segment) {
        jp_shortener_add_list(s, open + 1, close, depth);
    } else {
        jp_buf_add_byte(s->out, byte);
        jp_shortener_add_type(s, open + 1, close, depth + 1);
        jp_buf_add_byte(s->out, s->brackets->text.ptr[close]);
    }
}

void jp_shortener_add_type(struct jp_shortener *s, size_t from, size_t to, int depth)
{
    size_t segment = s->out->len;

    if (depth > JP_SHORTENER_NESTING_LIMIT) {
        jp_buf_add(s->out, jp_shortener_slice(s, from, to));
        return;
    }
    for (size_t i = from; i < to;) {
        const char byte = s->brackets->text.ptr[i];
        const size_t close = jp_shortener_close(s, i, to);
        if (close) {
            emit_type_group(s, i, close, segment, depth);
            i = close + 1;
        } else if (byte == ':' && jp_shortener_starts(s, i, to, "::")) {
            i += 2;
            const char next = i < to ? s->brackets->text.ptr[i] : '\0';
            if (next == '{') {
                jp_buf_add_text(s->out, "::");
            } else if (next == '<') {
                continue;
            } else if (s->out->len > segment && s->out->ptr[segment] == '<') {
                jp_buf_add_text(s->out, "::");
                segment = s->out->len;
            } else {
                jp_buf_cut(s->out, segment);
            }
        } else {
            const size_t end = jp_brackets_word_end(s->brackets->text, i, to);
            jp_buf_add(s->out, jp_shortener_slice(s, i, end));
            if (!jp_brackets_is_word(byte))
                segment = s->out->len;
            i = end;
        }
    }
}
