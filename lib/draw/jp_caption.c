/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_caption.h"

#include "jp_brackets.h"
#include "jp_buf.h"
#include "jp_visible.h"

#include <string.h>

#define ELLIPSIS "\xe2\x80\xa6"

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

/* A list that was emptied stays with its name. */
static bool begins_list(struct jp_span text, size_t at)
{
    const struct jp_span rest = jp_span_slice(text, at, text.len);

    return rest.ptr[0] == '<' && text.ptr[at - 1] != '<' && text.ptr[at - 1] != ' ' &&
           !jp_span_starts_with(rest, JP_SPAN("<" ELLIPSIS));
}

/* The end of the piece that begins at FROM and is not broken if it can be helped. */
static size_t piece_end(struct jp_span text, size_t from)
{
    for (size_t i = from; i < text.len; i++) {
        const char byte = text.ptr[i];
        if (i > from && begins_list(text, i))
            return i;
        if (byte == ' ' || byte == ',' || byte == '(')
            return i + 1;
        if (byte == ':' && i > from && text.ptr[i - 1] == ':')
            return i + 1;
    }
    return text.len;
}

/*
 * The longest part of TEXT from FROM on that fits, at least one character; behind its last
 * underscore or the like where that is not far from the end.
 */
static size_t fitting_end(struct jp_span text, size_t from, const struct jp_caption_limits *limits)
{
    size_t end = from;

    do {
        size_t next = end + 1;
        while (next < text.len && ((unsigned char)text.ptr[next] & 0xc0) == 0x80)
            next++;
        if (end > from &&
            limits->measure(limits->state, jp_span_slice(text, from, next)) > limits->width)
            break;
        end = next;
    } while (end < text.len);
    for (size_t i = end; end < text.len && i > from + (end - from) / 2; i--)
        if (strchr("_+/-.", text.ptr[i - 1]))
            return i;
    return end;
}

/* Is a line that ends at END easier to read than one that ends elsewhere? */
static bool is_good_end(struct jp_span text, size_t end)
{
    return end >= text.len || text.ptr[end] == '<' || text.ptr[end - 1] == ':';
}

/* Where the line that begins at FROM ends: as far as it fits, or a little earlier at a good end. */
static size_t line_end(struct jp_span text, size_t from, const struct jp_caption_limits *limits)
{
    static const double least_filled = 0.45;
    size_t end = from;
    size_t good = from;

    while (end < text.len) {
        const size_t next = piece_end(text, end);
        const struct jp_span line = jp_span_trim(jp_span_slice(text, from, next));
        const double width = limits->measure(limits->state, line);
        if (width > limits->width)
            break;
        end = next;
        if (is_good_end(text, end) && width >= least_filled * limits->width)
            good = end;
    }
    if (end == from)
        return fitting_end(text, from, limits);
    return good > from ? good : end;
}

static void break_lines(jp_caption_lines *lines, struct jp_span text,
                        const struct jp_caption_limits *limits)
{
    lines->count = 0;
    for (size_t from = 0; from < text.len;) {
        const size_t end = line_end(text, from, limits);
        jp_vec_push(lines, jp_span_trim(jp_span_slice(text, from, end)));
        from = end;
    }
    if (lines->count == 0)
        jp_vec_push(lines, text);
}

/* Does a "<" between FROM and TO open a list with something in it? */
static bool has_list(const struct jp_brackets *brackets, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (brackets->text.ptr[i] == '<' && brackets->partner[i] &&
            !jp_span_equal(jp_span_slice(brackets->text, i + 1, brackets->partner[i]),
                           JP_SPAN(ELLIPSIS)))
            return true;
    return false;
}

/* Empty the template lists without others in them. False: there are none. */
static bool shorten(struct jp_buf *text)
{
    const struct jp_span whole = jp_buf_span(text);
    struct jp_buf out = JP_BUF_INIT;
    struct jp_brackets brackets;
    bool any = false;

    jp_brackets_init(&brackets, whole);
    for (size_t i = 0; i < whole.len; i++) {
        const size_t end = whole.ptr[i] == '<' ? brackets.partner[i] : 0;
        jp_buf_add_byte(&out, whole.ptr[i]);
        if (end && has_list(&brackets, i, i + 1) && !has_list(&brackets, i + 1, end)) {
            jp_buf_add_text(&out, ELLIPSIS);
            i = end - 1;
            any = true;
        }
    }
    jp_brackets_release(&brackets);
    jp_buf_release(text);
    *text = out;
    return any;
}

/* Keep the first lines and the last one; what is between becomes an ellipsis. */
static void cut_middle(jp_caption_lines *lines, size_t line_count, struct jp_arena *arena)
{
    const struct jp_span last = lines->data[lines->count - 1];
    struct jp_span *const target = &lines->data[line_count - 1];
    const char *const text =
        line_count == 1 ? jp_arena_format(arena, "%.*s" ELLIPSIS, JP_SPAN_ARG(lines->data[0]))
                        : jp_arena_format(arena, ELLIPSIS "%.*s", JP_SPAN_ARG(last));

    *target = jp_span_of(text);
    lines->count = line_count;
}

/* Longer names than anybody reads would only cost time. */
static struct jp_span cut_long(struct jp_span text, struct jp_arena *arena)
{
    enum { HALF = 1000 };
    size_t head = HALF;
    size_t tail = text.len - HALF;

    if (text.len <= (size_t)2 * HALF)
        return text;
    while (head > 0 && ((unsigned char)text.ptr[head] & 0xc0) == 0x80)
        head--;
    while (tail < text.len && ((unsigned char)text.ptr[tail] & 0xc0) == 0x80)
        tail++;
    return jp_span_of(jp_arena_format(arena, "%.*s" ELLIPSIS "%.*s", (int)head, text.ptr,
                                      (int)(text.len - tail), text.ptr + tail));
}

bool jp_caption_break(jp_caption_lines *lines, struct jp_span text,
                      const struct jp_caption_limits *limits, struct jp_arena *arena)
{
    const struct jp_span whole = cut_long(text, arena);
    struct jp_buf shorter = JP_BUF_INIT;

    break_lines(lines, whole, limits);
    if (lines->count <= limits->line_count)
        return whole.len < text.len;
    jp_buf_add(&shorter, whole);
    while (lines->count > limits->line_count && shorten(&shorter))
        break_lines(lines, jp_arena_span(arena, jp_buf_span(&shorter)), limits);
    if (lines->count > limits->line_count)
        cut_middle(lines, limits->line_count, arena);
    jp_buf_release(&shorter);
    return true;
}

struct jp_span jp_caption_scope(struct jp_span scope, const struct jp_caption_limits *limits,
                                struct jp_arena *arena)
{
    size_t starts[PART_LIMIT];

    if (limits->measure(limits->state, scope) <= limits->width)
        return scope;
    const size_t count = find_parts(scope, starts);
    for (size_t i = 2; i < count; i++) {
        const struct jp_span shorter =
            jp_span_of(jp_arena_format(arena, "%.*s" ELLIPSIS "::%.*s", (int)starts[1], scope.ptr,
                                       (int)(scope.len - starts[i]), scope.ptr + starts[i]));
        if (limits->measure(limits->state, shorter) <= limits->width)
            return shorter;
    }
    const size_t end = fitting_end(scope, 0, limits);
    return jp_span_of(jp_arena_format(arena, "%.*s" ELLIPSIS, (int)end, scope.ptr));
}
