/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_json.h"

#include "jp_number.h"

#include <math.h>

/* RFC 8259, section 7: what lies above U+FFFF is written as two surrogates. */
static void add_escape(struct jp_buf *out, uint32_t point)
{
    if (point > 0xffff) {
        jp_buf_format(out, "\\u%04x", 0xd800 + ((point - 0x10000) >> 10));
        point = 0xdc00 + ((point - 0x10000) & 0x3ff);
    }
    jp_buf_format(out, "\\u%04x", point);
}

void jp_json_text(struct jp_buf *out, struct jp_span text)
{
    uint32_t point = 0;

    jp_buf_add_byte(out, '"');
    while (text.len) {
        const size_t len = jp_utf8_sequence(text);
        const char byte = text.ptr[0];
        if (len == 0)
            jp_buf_add_text(out, "\xef\xbf\xbd");
        else if (byte == '"' || byte == '\\')
            jp_buf_format(out, "\\%c", byte);
        else if (byte == '\n')
            jp_buf_add_text(out, "\\n");
        else if (byte == '\t')
            jp_buf_add_text(out, "\\t");
        else if (jp_visible_hidden(text, &point))
            add_escape(out, point);
        else
            jp_buf_add(out, jp_span_slice(text, 0, len));
        text = jp_span_slice(text, len ? len : 1, text.len);
    }
    jp_buf_add_byte(out, '"');
}

void jp_json_number(struct jp_buf *out, double value)
{
    if (!isfinite(value))
        jp_buf_add_text(out, "null");
    else if (value == trunc(value))
        jp_number_integer(out, value);
    else
        jp_buf_format(out, "%.15g", value);
}
