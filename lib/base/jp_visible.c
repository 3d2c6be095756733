/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_visible.h"

#include <string.h>

/* No overlong forms, no surrogates, nothing above U+10FFFF. */
size_t jp_utf8_sequence(struct jp_span text)
{
    const unsigned char *const bytes = (const unsigned char *)text.ptr;
    size_t len;

    if (text.len == 0)
        return 0;
    if (bytes[0] < 0x80)
        return 1;
    if (bytes[0] >= 0xc2 && bytes[0] <= 0xdf)
        len = 2;
    else if (bytes[0] >= 0xe0 && bytes[0] <= 0xef)
        len = 3;
    else if (bytes[0] >= 0xf0 && bytes[0] <= 0xf4)
        len = 4;
    else
        return 0;
    if (text.len < len)
        return 0;
    for (size_t i = 1; i < len; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    }
    if ((bytes[0] == 0xe0 && bytes[1] < 0xa0) || (bytes[0] == 0xed && bytes[1] > 0x9f) ||
        (bytes[0] == 0xf0 && bytes[1] < 0x90) || (bytes[0] == 0xf4 && bytes[1] > 0x8f))
        return 0;
    return len;
}

size_t jp_utf8_width(struct jp_span text)
{
    size_t width = 0;

    for (size_t i = 0; i < text.len; i++)
        width += ((unsigned char)text.ptr[i] & 0xc0) != 0x80;
    return width;
}

/* The 66 code points that never stand for a character (Unicode Standard, 23.7). */
static bool is_noncharacter(uint32_t point)
{
    return (point >= 0xfdd0 && point <= 0xfdef) || (point & 0xfffe) == 0xfffe;
}

/* Line and paragraph separators, and what Unicode Standard Annex 9 uses to set a direction. */
static bool is_hidden(uint32_t point)
{
    return point < 0x20 || (point >= 0x7f && point <= 0x9f) || point == 0x61c || point == 0x200e ||
           point == 0x200f || (point >= 0x2028 && point <= 0x202e) ||
           (point >= 0x2066 && point <= 0x2069) || is_noncharacter(point);
}

/* The code point of a sequence of LEN bytes. */
static uint32_t decode(const unsigned char *bytes, size_t len)
{
    static const uint32_t in_first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t point = bytes[0] & in_first[len];

    for (size_t i = 1; i < len; i++)
        point = point << 6 | (bytes[i] & 0x3f);
    return point;
}

size_t jp_visible_hidden(struct jp_span text, uint32_t *point)
{
    const unsigned char *const bytes = (const unsigned char *)text.ptr;
    const size_t len = jp_utf8_sequence(text);

    if (text.len == 0)
        return 0;
    *point = len ? decode(bytes, len) : bytes[0];
    return is_hidden(*point) ? (len ? len : 1) : 0;
}

static void add_escape(struct jp_buf *out, uint32_t point, size_t len)
{
    if (len == 1)
        jp_buf_format(out, "\\x%02x", point);
    else if (len < 4)
        jp_buf_format(out, "\\u%04x", point);
    else
        jp_buf_format(out, "\\U%08x", point);
}

void jp_visible_add(struct jp_buf *out, struct jp_span text, const char *kept)
{
    size_t plain = 0;
    uint32_t point = 0;

    for (size_t i = 0; i < text.len;) {
        const unsigned char byte = (unsigned char)text.ptr[i];
        if ((byte >= ' ' && byte < 0x7f) || (byte && byte < ' ' && strchr(kept, byte))) {
            i++;
            continue;
        }
        const struct jp_span rest = jp_span_slice(text, i, text.len);
        const size_t len = jp_visible_hidden(rest, &point);
        if (len) {
            jp_buf_add(out, jp_span_slice(text, plain, i));
            add_escape(out, point, len);
            plain = i + len;
            i = plain;
        } else {
            const size_t sequence = jp_utf8_sequence(rest);
            i += sequence ? sequence : 1;
        }
    }
    jp_buf_add(out, jp_span_slice(text, plain, text.len));
}

void jp_visible_add_utf8(struct jp_buf *out, struct jp_span text)
{
    size_t from = 0;

    for (size_t i = 0; i < text.len;) {
        const size_t len = jp_utf8_sequence(jp_span_slice(text, i, text.len));
        if (len == 0) {
            jp_visible_add(out, jp_span_slice(text, from, i), "");
            add_escape(out, (unsigned char)text.ptr[i], 1);
            from = i + 1;
        }
        i += len ? len : 1;
    }
    jp_visible_add(out, jp_span_slice(text, from, text.len), "");
}

void jp_visible_make(struct jp_buf *buf, size_t from)
{
    struct jp_buf tail = JP_BUF_INIT;

    jp_buf_add(&tail, jp_span_slice(jp_buf_span(buf), from, buf->len));
    jp_buf_cut(buf, from);
    jp_visible_add(buf, jp_buf_span(&tail), "");
    jp_buf_release(&tail);
}
