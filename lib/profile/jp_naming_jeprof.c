/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * jeprof's short names. Three steps over the full name: parenthesised groups go, each together with
 * a "const" behind it; groups in angle brackets go; then everything up to the last blank that is
 * followed by an identifier and "::". jeprof repeats its substitutions until nothing changes;
 * removing each group when its closing bracket is met has the same effect in one pass.
 */
#include "config.h"

#include "jp_naming.h"

#include <string.h>

static bool is_word(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_';
}

/* Length of blanks and "const" at the start of REST; 0 when they are not there. */
static size_t const_length(struct jp_span rest)
{
    size_t at = 0;

    while (at < rest.len && jp_span_is_blank(rest.ptr[at]))
        at++;
    return jp_span_starts_with(jp_span_slice(rest, at, rest.len), JP_SPAN("const")) ? at + 5 : 0;
}

/*
 * Take what stands between OPEN and CLOSE out of the name behind START. In what has been copied,
 * those opening brackets are left that are still open.
 */
static void drop_groups(struct jp_buf *buf, size_t start, char open, char close, bool with_const)
{
    const struct jp_span name = jp_span_slice(jp_buf_span(buf), start, buf->len);
    const size_t first = jp_span_find_byte(name, open, 0);
    char *const text = buf->ptr + start;
    size_t end = first;
    size_t open_count = 0;

    if (first == SIZE_MAX)
        return;
    for (size_t i = first; i < name.len; i++) {
        const char byte = text[i];
        if (byte != close || open_count == 0) {
            text[end++] = byte;
            open_count += byte == open;
            continue;
        }
        end = jp_span_rfind_byte(jp_span_slice(name, 0, end), open);
        open_count--;
        if (with_const)
            i += const_length(jp_span_slice(name, i + 1, name.len));
    }
    jp_buf_cut(buf, start + end);
}

/* Where the name begins behind its return type. */
static size_t behind_type(struct jp_span name)
{
    for (size_t i = name.len; i-- > 1;) {
        if (!jp_span_is_blank(name.ptr[i - 1]) || !is_word(name.ptr[i]))
            continue;
        size_t end = i;
        while (end < name.len && is_word(name.ptr[end]))
            end++;
        if (jp_span_starts_with(jp_span_slice(name, end, name.len), JP_SPAN("::")))
            return i;
    }
    return 0;
}

void jp_naming_jeprof_short(struct jp_buf *out, struct jp_span full_name)
{
    const size_t start = out->len;

    jp_buf_add(out, full_name);
    drop_groups(out, start, '(', ')', true);
    drop_groups(out, start, '<', '>', false);
    const struct jp_span name = jp_span_slice(jp_buf_span(out), start, out->len);
    const size_t type_length = behind_type(name);
    memmove(out->ptr + start, name.ptr + type_length, name.len - type_length);
    jp_buf_cut(out, out->len - type_length);
}
