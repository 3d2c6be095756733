/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A growing byte buffer: every report is written into one. It is NUL-terminated after each call,
 * so that ptr can be used as text when no NUL was appended.
 */
#ifndef JP_BUF_H
#define JP_BUF_H

#include "jp_attr.h"
#include "jp_span.h"

struct jp_buf {
    char *ptr; /* NULL while nothing was ever appended */
    size_t len;
    size_t capacity;
};

#define JP_BUF_INIT \
    {               \
        .ptr = NULL \
    }

void jp_buf_add(struct jp_buf *buf, struct jp_span span);
/* For who writes bytes by himself: room for BYTES behind what is there; then END is where they end.
 */
char *jp_buf_room(struct jp_buf *buf, size_t bytes);
void jp_buf_used(struct jp_buf *buf, const char *end);
void jp_buf_add_text(struct jp_buf *buf, const char *text);
/* Each byte as two hexadecimal digits. */
void jp_buf_add_hex(struct jp_buf *buf, struct jp_span bytes);
void jp_buf_add_decimal(struct jp_buf *buf, uint64_t number);
void jp_buf_format(struct jp_buf *buf, const char *format, ...) JP_PRINTF(2, 3);
/* Back to the first LEN bytes, which were appended before. */
void jp_buf_cut(struct jp_buf *buf, size_t len);
/* Without the first LEN bytes. */
void jp_buf_drop_front(struct jp_buf *buf, size_t len);
/* Empty, with the memory kept. */
void jp_buf_clear(struct jp_buf *buf);
void jp_buf_release(struct jp_buf *buf);

static inline void jp_buf_add_byte(struct jp_buf *buf, char byte)
{
    if (buf->capacity - buf->len < 2) {
        jp_buf_add(buf, (struct jp_span){&byte, 1});
        return;
    }
    buf->ptr[buf->len++] = byte;
    buf->ptr[buf->len] = '\0';
}

static inline struct jp_span jp_buf_span(const struct jp_buf *buf)
{
    return (struct jp_span){buf->ptr ? buf->ptr : "", buf->len};
}

#endif
