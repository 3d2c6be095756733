/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_number.h"

#include <math.h>
#include <string.h>

void jp_number_integer(struct jp_buf *out, double value)
{
    const double whole = isnan(value) ? 0 : trunc(value);

    if (!(fabs(whole) < 0x1p63)) {
        jp_buf_format(out, "%.0f", whole);
        return;
    }
    if (whole < 0)
        jp_buf_add_byte(out, '-');
    jp_buf_add_decimal(out, (uint64_t)fabs(whole));
}

void jp_number_tenths(struct jp_buf *out, double value)
{
    double whole = floor(fabs(value));
    const double part = fabs(value) - whole;

    if (!isfinite(value)) {
        jp_buf_format(out, "%.1f", value);
        return;
    }
    unsigned tenths = (unsigned)(part * 10);
    /* The product may be rounded, and the next tenth already; fma() does not round before it
     * subtracts. */
    const double beyond = fma(part, 10, -(tenths + 0.5));
    tenths += beyond > 0 || (beyond == 0 && tenths % 2);
    if (tenths == 10) {
        whole++;
        tenths = 0;
    }
    if (signbit(value))
        jp_buf_add_byte(out, '-');
    jp_number_integer(out, whole);
    jp_buf_add_byte(out, '.');
    jp_buf_add_byte(out, (char)('0' + tenths));
}

/* The point comes from us: printf takes it from the locale. */
static void add_decimal(struct jp_buf *out, double value, unsigned digits)
{
    const unsigned factor = digits == 2 ? 100 : 10;
    const double parts = rint(fabs(value) * factor);
    const double whole = floor(parts / factor);

    jp_buf_format(out, "%s%.0f.%0*u", value < 0 ? "-" : "", whole, (int)digits,
                  (unsigned)(parts - whole * factor));
}

const char *jp_number_words(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

void jp_number_bytes(struct jp_buf *out, double bytes)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double scaled = bytes / 1024;
    size_t unit = 0;

    if (!(fabs(bytes) >= 1024)) {
        jp_number_integer(out, bytes);
        jp_buf_add_text(out, " B");
        return;
    }
    while (fabs(scaled) >= 1023.95 && unit + 1 < JP_COUNT_OF(units)) {
        scaled /= 1024;
        unit++;
    }
    if (isinf(scaled))
        jp_number_integer(out, scaled);
    else
        add_decimal(out, scaled, fabs(scaled) < 99.995 ? 2 : 1);
    jp_buf_format(out, " %s", units[unit]);
}

static bool is_digit(struct jp_span text)
{
    return text.len && text.ptr[0] >= '0' && text.ptr[0] <= '9';
}

/* Digits, with at most one point among or in front of them. */
static bool take_value(struct jp_span *text, double *value)
{
    double scale = 1;
    bool has_digits = false;

    *value = 0;
    for (; is_digit(*text); *text = jp_span_slice(*text, 1, text->len), has_digits = true)
        *value = *value * 10 + (text->ptr[0] - '0');
    if (!jp_span_take_byte(text, '.'))
        return has_digits && isfinite(*value);
    for (; is_digit(*text); *text = jp_span_slice(*text, 1, text->len), has_digits = true) {
        *value = *value * 10 + (text->ptr[0] - '0');
        scale *= 10;
    }
    *value /= scale;
    return has_digits && isfinite(*value);
}

/* 1024 to the power that the first letter of *UNIT tells; the letter is taken off. */
static double take_factor(struct jp_span *unit)
{
    static const char letters[] = "kmgtpe";
    const char *const letter =
        unit->len && unit->ptr[0] ? strchr(letters, unit->ptr[0] | 0x20) : NULL;
    double factor = 1;

    if (!letter || !*letter)
        return factor;
    for (const char *step = letters; step <= letter; step++)
        factor *= 1024;
    *unit = jp_span_slice(*unit, 1, unit->len);
    if (!jp_span_take_byte(unit, 'i'))
        jp_span_take_byte(unit, 'I');
    return factor;
}

bool jp_number_parse_bytes(struct jp_span text, double *bytes)
{
    text = jp_span_trim(text);
    const bool is_negative = jp_span_take_byte(&text, '-');
    if (!take_value(&text, bytes))
        return false;
    jp_span_skip_blanks(&text);
    *bytes *= take_factor(&text) * (is_negative ? -1 : 1);
    if (!jp_span_take_byte(&text, 'b'))
        jp_span_take_byte(&text, 'B');
    return text.len == 0 && isfinite(*bytes);
}

bool jp_number_parse_size(struct jp_span text, double *bytes)
{
    text = jp_span_trim(text);
    if (!jp_number_parse_bytes(text, bytes))
        return false;
    /* A number ends with a digit or its point, a unit with a letter. */
    const unsigned char last = (unsigned char)text.ptr[text.len - 1];
    return *bytes == 0 || (last | 0x20) >= 'a';
}
