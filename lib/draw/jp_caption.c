/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_caption_private.h"

#include "jp_brackets.h"
#include "jp_buf.h"
#include "jp_visible.h"

#include <string.h>

struct jp_span jp_caption_clean(struct jp_span text, struct jp_arena *arena)
{
    struct jp_buf out = JP_BUF_INIT;

    for (size_t i = 0; i < text.len;) {
        const struct jp_span rest = jp_span_slice(text, i, text.len);
        const size_t length = jp_utf8_sequence(rest);
        const bool is_control = (unsigned char)text.ptr[i] < ' ' || text.ptr[i] == 0x7f;
        if (length == 0)
            jp_buf_add_text(&out, "\xef\xbf\xbd");
        else if (is_control)
            jp_buf_add_byte(&out, ' ');
        else
            jp_visible_add(&out, jp_span_slice(rest, 0, length), "");
        i += length ? length : 1;
    }
    const bool is_clean = jp_span_equal(jp_buf_span(&out), text);
    const struct jp_span cleaned = is_clean ? text : jp_arena_span(arena, jp_buf_span(&out));
    jp_buf_release(&out);
    return cleaned;
}

enum { PART_LIMIT = 64 };

/*
 * Where the parts of a name begin: behind each "::" that is in no brackets. What stands in front of
 * a blank is the type that the function returns. A conversion operator is one part with its type.
 */
static size_t find_parts(struct jp_span name, size_t starts[PART_LIMIT])
{
    struct jp_brackets brackets;
    size_t count = 1;
    size_t begin = 0;

    starts[0] = 0;
    jp_brackets_init(&brackets, name);
    for (size_t i = 0; i + 1 < name.len && count < PART_LIMIT; i++) {
        const size_t operator_len = jp_brackets_operator(name, i);
        if (operator_len == sizeof "operator" - 1)
            break;
        if (operator_len) {
            i += operator_len - 1;
        } else if (brackets.partner[i]) {
            i = brackets.partner[i];
        } else if (name.ptr[i] == ' ') {
            begin = i + 1;
        } else if (name.ptr[i] == ':' && name.ptr[i + 1] == ':') {
            if (begin > starts[0]) {
                starts[0] = begin;
                count = 1;
            }
            starts[count++] = i + 2;
            i++;
        }
    }
    jp_brackets_release(&brackets);
    return count;
}

static bool is_closure(struct jp_span part)
{
    return part.len && (part.ptr[0] == '{' || jp_span_starts_with(part, JP_SPAN("operator()")) ||
                        jp_span_starts_with(part, JP_SPAN("$_")));
}

static bool is_type(struct jp_span part)
{
    if (part.len == 0)
        return false;
    return (part.ptr[0] >= 'A' && part.ptr[0] <= 'Z') || part.ptr[0] == '<' ||
           memchr(part.ptr, '<', part.len) != NULL;
}

struct jp_caption jp_caption_of(struct jp_span key)
{
    size_t starts[PART_LIMIT];
    const size_t blank = jp_span_rfind_byte(key, ' ');
    const struct jp_span last =
        jp_span_slice(key, blank == SIZE_MAX ? key.len : blank + 1, key.len);
    const bool has_place = blank != SIZE_MAX && blank > 0 && memchr(last.ptr, '/', last.len);
    const struct jp_span name = has_place ? jp_span_slice(key, 0, blank) : key;
    size_t at = find_parts(name, starts);
    const size_t count = at--;

    while (at > 0 && is_closure(jp_span_slice(name, starts[at], name.len)))
        at--;
    /* The type that it belongs to, or the innermost of several modules. */
    if (at > 1 || (at == 1 && is_type(jp_span_slice(name, starts[0], starts[1] - 2))))
        at--;
    if (count == PART_LIMIT || starts[at] <= starts[0] + 2)
        at = 0;
    return (struct jp_caption){
        .scope = jp_span_slice(name, starts[0], at ? starts[at] - 2 : starts[0]),
        .function = jp_span_slice(name, starts[at], name.len),
        .place = has_place ? jp_span_basename(last) : JP_SPAN(""),
    };
}

struct jp_span jp_caption_scope(struct jp_span scope, const struct jp_caption_limits *limits,
                                struct jp_arena *arena)
{
    size_t starts[PART_LIMIT];

    if (limits->measure(limits->state, scope) <= limits->width)
        return scope;
    const size_t count = find_parts(scope, starts);
    for (size_t i = 2; i < count; i++) {
        const struct jp_span shorter = jp_span_of(
            jp_arena_format(arena, "%.*s" JP_CAPTION_ELLIPSIS "::%.*s", (int)starts[1], scope.ptr,
                            (int)(scope.len - starts[i]), scope.ptr + starts[i]));
        if (limits->measure(limits->state, shorter) <= limits->width)
            return shorter;
    }
    const size_t end = jp_caption_fitting_end(scope, 0, limits);
    return jp_span_of(jp_arena_format(arena, "%.*s" JP_CAPTION_ELLIPSIS, (int)end, scope.ptr));
}
