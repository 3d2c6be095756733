/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_buf.h"

#include "jp_mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void grow(struct jp_buf *buf, size_t extra)
{
    enum { FIRST_BYTES = 256 }; /* most are for a name, and not to grow while it is written */

    if (extra >= SIZE_MAX - buf->len)
        jp_mem_exhausted();
    const size_t need = buf->len + extra + 1;
    buf->ptr = jp_mem_grow(buf->ptr, &buf->capacity, need > FIRST_BYTES ? need : FIRST_BYTES, 1);
}

static inline void reserve(struct jp_buf *buf, size_t extra)
{
    if (!buf->ptr || buf->capacity - buf->len <= extra)
        grow(buf, extra);
}

void jp_buf_add(struct jp_buf *buf, struct jp_span span)
{
    reserve(buf, span.len);
    if (span.len)
        memcpy(buf->ptr + buf->len, span.ptr, span.len);
    buf->len += span.len;
    buf->ptr[buf->len] = '\0';
}

char *jp_buf_room(struct jp_buf *buf, size_t bytes)
{
    reserve(buf, bytes);
    return buf->ptr + buf->len;
}

void jp_buf_used(struct jp_buf *buf, const char *end)
{
    buf->len = (size_t)(end - buf->ptr);
    buf->ptr[buf->len] = '\0';
}

void jp_buf_add_text(struct jp_buf *buf, const char *text)
{
    jp_buf_add(buf, jp_span_of(text));
}

void jp_buf_add_hex(struct jp_buf *buf, struct jp_span bytes)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < bytes.len; i++) {
        const unsigned char byte = (unsigned char)bytes.ptr[i];
        jp_buf_add_byte(buf, digits[byte >> 4]);
        jp_buf_add_byte(buf, digits[byte & 15]);
    }
}

void jp_buf_add_decimal(struct jp_buf *buf, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    jp_buf_add(buf, (struct jp_span){digits + at, sizeof digits - at});
}

void jp_buf_format(struct jp_buf *buf, const char *format, ...)
{
    va_list args;

    reserve(buf, 127);
    va_start(args, format);
    const int len = vsnprintf(buf->ptr + buf->len, 128, format, args);
    va_end(args);
    if (len > 127) {
        reserve(buf, (size_t)len);
        va_start(args, format);
        vsnprintf(buf->ptr + buf->len, (size_t)len + 1, format, args);
        va_end(args);
    }
    if (len > 0)
        buf->len += (size_t)len;
    buf->ptr[buf->len] = '\0';
}

void jp_buf_cut(struct jp_buf *buf, size_t len)
{
    buf->len = len;
    if (buf->ptr)
        buf->ptr[len] = '\0';
}

void jp_buf_drop_front(struct jp_buf *buf, size_t len)
{
    if (len == 0)
        return;
    memmove(buf->ptr, buf->ptr + len, buf->len - len);
    jp_buf_cut(buf, buf->len - len);
}

void jp_buf_clear(struct jp_buf *buf)
{
    jp_buf_cut(buf, 0);
}

void jp_buf_release(struct jp_buf *buf)
{
    free(buf->ptr);
    *buf = (struct jp_buf)JP_BUF_INIT;
}
