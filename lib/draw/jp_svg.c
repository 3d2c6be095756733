/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_svg.h"

#include "jp_json.h"
#include "jp_markup.h"

#include <math.h>

static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */

static void add_ascii(struct jp_buf *out, char byte)
{
    const char *const entity = jp_markup_entity(byte);

    if (entity)
        jp_buf_add_text(out, entity);
    else if (byte == '\n')
        jp_buf_add_text(out, "&#10;");
    else
        jp_buf_add_byte(out, (unsigned char)byte < ' ' || byte == 0x7f ? ' ' : byte);
}

void jp_svg_text(struct jp_buf *out, struct jp_span text)
{
    for (size_t i = 0; i < text.len;) {
        const struct jp_span rest = jp_span_slice(text, i, text.len);
        const size_t length = jp_utf8_sequence(rest);
        if (length == 1)
            add_ascii(out, text.ptr[i]);
        else if (length == 0)
            jp_buf_add_text(out, replacement);
        else
            jp_visible_add(out, jp_span_slice(rest, 0, length), "");
        i += length ? length : 1;
    }
}

/* The point comes from us: printf takes it from the locale. */
void jp_svg_number(struct jp_buf *out, double value)
{
    const double hundredths = isfinite(value) ? fabs(round(value * 100)) : 0;
    const double whole = floor(hundredths / 100);
    const unsigned rest = (unsigned)(hundredths - whole * 100);

    jp_buf_format(out, "%s%.0f", value < 0 && hundredths > 0 ? "-" : "", whole);
    if (rest % 10)
        jp_buf_format(out, ".%02u", rest);
    else if (rest)
        jp_buf_format(out, ".%u", rest / 10);
}

void jp_svg_attribute(struct jp_buf *out, const char *name, double value)
{
    jp_buf_format(out, " %s=\"", name);
    jp_svg_number(out, value);
    jp_buf_add_byte(out, '"');
}
