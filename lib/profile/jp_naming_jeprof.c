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

/* Append NAME to OUT without what stands between OPEN and CLOSE. */
static void drop_groups(struct jp_buf *out, struct jp_span name, char open, char close,
                        bool with_const)
{
    JP_VEC(size_t) starts = {0};

    if (!memchr(name.ptr, open, name.len)) {
        jp_buf_add(out, name);
        return;
    }
    for (size_t i = 0; i < name.len; i++) {
        if (name.ptr[i] == open)
            jp_vec_push(&starts, out->len);
        if (name.ptr[i] != close || starts.count == 0) {
            jp_buf_add_byte(out, name.ptr[i]);
            continue;
        }
        out->len = starts.data[--starts.count];
        if (with_const)
            i += const_length(jp_span_slice(name, i + 1, name.len));
    }
    jp_vec_release(&starts);
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
    struct jp_buf without_parameters = JP_BUF_INIT;
    struct jp_buf without_templates = JP_BUF_INIT;

    drop_groups(&without_parameters, full_name, '(', ')', true);
    drop_groups(&without_templates, jp_buf_span(&without_parameters), '<', '>', false);
    const struct jp_span name = jp_buf_span(&without_templates);
    jp_buf_add(out, jp_span_slice(name, behind_type(name), name.len));
    jp_buf_release(&without_parameters);
    jp_buf_release(&without_templates);
}
