/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void jp_number_integer(struct jp_buf *out, double value)
{
    const double whole = isnan(value) ? 0 : trunc(value);

    /* Adding 0.0 turns a negative zero into zero. */
    jp_buf_format(out, "%.0f", whole + 0.0);
}

void jp_number_bytes(struct jp_buf *out, double bytes)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double scaled = bytes / 1024;
    size_t unit = 0;

    if (fabs(bytes) < 1024) {
        jp_number_integer(out, bytes);
        jp_buf_add_text(out, " B");
        return;
    }
    while (fabs(scaled) >= 1023.95 && unit + 1 < JP_COUNT_OF(units)) {
        scaled /= 1024;
        unit++;
    }
    jp_buf_format(out, "%.*f %s", fabs(scaled) < 100 ? 2 : 1, scaled, units[unit]);
}

bool jp_number_parse_bytes(struct jp_span text, double *bytes)
{
    static const char letters[] = "kmgtpe";
    char number[64];
    char *end;

    text = jp_span_trim(text);
    if (text.len == 0 || text.len >= sizeof number)
        return false;
    memcpy(number, text.ptr, text.len);
    number[text.len] = '\0';
    double value = strtod(number, &end);
    if (end == number || !isfinite(value))
        return false;
    struct jp_span unit = jp_span_trim(jp_span_of(end));
    const char *const letter = unit.len ? strchr(letters, unit.ptr[0] | 0x20) : NULL;
    if (letter) {
        for (const char *step = letters; step <= letter; step++)
            value *= 1024;
        unit = jp_span_slice(unit, 1, unit.len);
    }
    if (letter && unit.len && (unit.ptr[0] | 0x20) == 'i')
        unit = jp_span_slice(unit, 1, unit.len);
    if (unit.len && (unit.ptr[0] | 0x20) == 'b')
        unit = jp_span_slice(unit, 1, unit.len);
    *bytes = value;
    return unit.len == 0;
}
