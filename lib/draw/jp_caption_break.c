/* SPDX-License-Identifier: BSD-2-Clause */
/* Names broken into lines, and what is left out of those that are too long for them. */
#include "config.h"

#include "jp_brackets.h"
#include "jp_buf.h"
#include "jp_caption_private.h"

#include <string.h>

/* A list that was emptied stays with its name. */
static bool begins_list(struct jp_span text, size_t at)
{
    const struct jp_span rest = jp_span_slice(text, at, text.len);

    return rest.ptr[0] == '<' && text.ptr[at - 1] != '<' && text.ptr[at - 1] != ' ' &&
           !jp_span_starts_with(rest, JP_SPAN("<" JP_CAPTION_ELLIPSIS));
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

size_t jp_caption_fitting_end(struct jp_span text, size_t from,
                              const struct jp_caption_limits *limits)
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
        return jp_caption_fitting_end(text, from, limits);
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
                           JP_SPAN(JP_CAPTION_ELLIPSIS)))
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
            jp_buf_add_text(&out, JP_CAPTION_ELLIPSIS);
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
        line_count == 1
            ? jp_arena_format(arena, "%.*s" JP_CAPTION_ELLIPSIS, JP_SPAN_ARG(lines->data[0]))
            : jp_arena_format(arena, JP_CAPTION_ELLIPSIS "%.*s", JP_SPAN_ARG(last));

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
    return jp_span_of(jp_arena_format(arena, "%.*s" JP_CAPTION_ELLIPSIS "%.*s", (int)head, text.ptr,
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
