/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_json.h"

#include "jp_number.h"

#include <math.h>

/* RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. */
size_t jp_json_sequence(struct jp_span text)
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

void jp_json_text(struct jp_buf *out, struct jp_span text)
{
    jp_buf_add_byte(out, '"');
    while (text.len) {
        const size_t len = jp_json_sequence(text);
        const char byte = text.ptr[0];
        if (len == 0)
            jp_buf_add_text(out, "\xef\xbf\xbd");
        else if (byte == '"' || byte == '\\')
            jp_buf_format(out, "\\%c", byte);
        else if (byte == '\n')
            jp_buf_add_text(out, "\\n");
        else if (byte == '\t')
            jp_buf_add_text(out, "\\t");
        else if (len == 1 && ((unsigned char)byte < ' ' || byte == 0x7f))
            jp_buf_format(out, "\\u%04x", (unsigned)byte);
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
