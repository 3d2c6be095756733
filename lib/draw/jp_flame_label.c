/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_flame_label.h"

#include "jp_attr.h"
#include "jp_visible.h"

enum { FEWEST_CELLS = 3 };

static const char ellipsis[] = "\xe2\x80\xa6";

/* Blocks that Unicode's East Asian Width calls wide, without the gaps in them; as in jp_flame.js.
 */
static const struct {
    uint32_t first;
    uint32_t last;
} wide[] = {{0x1100, 0x115f}, {0x2e80, 0xa4cf}, {0xac00, 0xd7a3}, {0xf900, 0xfaff},
            {0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x3ffff}};

/* The number of a character that is valid UTF-8. */
static uint32_t code_point(struct jp_span sequence)
{
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (unsigned char)sequence.ptr[0] & masks[sequence.len];

    for (size_t i = 1; i < sequence.len; i++)
        code = code << 6 | ((unsigned char)sequence.ptr[i] & 0x3f);
    return code;
}

static size_t cells_of(struct jp_span sequence)
{
    const uint32_t code = code_point(sequence);

    for (size_t i = 0; i < JP_COUNT_OF(wide); i++)
        if (code >= wide[i].first && code <= wide[i].last)
            return 2;
    return 1;
}

/* The next character of TEXT, or its next byte where it is no UTF-8. */
static struct jp_span first_of(struct jp_span text)
{
    const size_t len = jp_utf8_sequence(text);

    return jp_span_slice(text, 0, len ? len : 1);
}

size_t jp_flame_label_cells(struct jp_span text)
{
    size_t cells = 0;

    while (text.len) {
        const struct jp_span first = first_of(text);
        cells += cells_of(first);
        text = jp_span_slice(text, first.len, text.len);
    }
    return cells;
}

/* No character is longer than four bytes: a text of many cells need not be measured to its end. */
static bool fits(struct jp_span text, size_t cells)
{
    return text.len / 4 <= cells && jp_flame_label_cells(text) <= cells;
}

/* The beginning of TEXT that CELLS cells hold. */
static struct jp_span beginning(struct jp_span text, size_t cells)
{
    size_t len = 0;

    while (len < text.len) {
        const struct jp_span first = first_of(jp_span_slice(text, len, text.len));
        if (cells_of(first) > cells)
            break;
        cells -= cells_of(first);
        len += first.len;
    }
    return jp_span_slice(text, 0, len);
}

/* Behind the next "::" of NAME that is in no bracket; 0 when there is none. */
static size_t next_part(struct jp_span name, size_t from)
{
    size_t depth = 0;

    for (size_t i = from; i + 2 < name.len; i++) {
        const char byte = name.ptr[i];
        if (byte == '<' || byte == '(' || byte == '{' || byte == '[')
            depth++;
        else if ((byte == '>' && (i == 0 || name.ptr[i - 1] != '-')) || byte == ')' ||
                 byte == '}' || byte == ']')
            depth -= depth > 0;
        else if (depth == 0 && byte == ':' && name.ptr[i + 1] == ':')
            return i + 2;
    }
    return 0;
}

void jp_flame_label_words(struct jp_buf *out, struct jp_span words, size_t cells)
{
    if (fits(words, cells))
        jp_buf_add(out, words);
    else if (cells >= FEWEST_CELLS)
        jp_buf_format(out, "%.*s%s", JP_SPAN_ARG(beginning(words, cells - 1)), ellipsis);
}

void jp_flame_label(struct jp_buf *out, struct jp_span name, size_t cells)
{
    struct jp_span rest = name;
    size_t part = 0;

    if (cells < FEWEST_CELLS)
        return;
    if (fits(name, cells)) {
        jp_buf_add(out, name);
        return;
    }
    while ((part = next_part(name, part)) != 0) {
        rest = jp_span_slice(name, part, name.len);
        if (fits(rest, cells - 1)) {
            jp_buf_format(out, "%s%.*s", ellipsis, JP_SPAN_ARG(rest));
            return;
        }
    }
    jp_buf_format(out, "%.*s%s", JP_SPAN_ARG(beginning(rest, cells - 1)), ellipsis);
}
