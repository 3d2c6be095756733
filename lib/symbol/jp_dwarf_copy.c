/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_dwarf_copy.h"

#include "jp_mem.h"

#include <stdlib.h>
#include <unistd.h>

/*
 * Less is mapped with a single fault or two. More is no unit of a compiler's, and memory for each
 * worker. Of a small file few units are copied, and fresh memory for them costs more than its
 * pages.
 */
static const size_t LEAST_BYTES = 64 << 10;
static const size_t MOST_BYTES = 32 << 20;
static const size_t LEAST_FILE_BYTES = 32 << 20;

void jp_dwarf_copy_init(struct jp_dwarf_copy *copy, const struct jp_object *object)
{
    *copy = (struct jp_dwarf_copy){.object = object, .fd = -1};
    if (jp_object_bytes(object).len >= LEAST_FILE_BYTES)
        copy->fd = jp_object_reopen(object);
}

void jp_dwarf_copy_release(struct jp_dwarf_copy *copy)
{
    if (copy->fd >= 0)
        close(copy->fd);
    free(copy->bytes);
}

/* What was there is not needed any more, so it is not moved. */
static void make_room(struct jp_dwarf_copy *copy, size_t bytes)
{
    if (bytes <= copy->capacity)
        return;
    copy->capacity = 2 * copy->capacity > bytes ? 2 * copy->capacity : bytes;
    free(copy->bytes);
    copy->bytes = jp_mem_reserve(copy->capacity);
    jp_mem_will_fill(copy->bytes, copy->capacity);
}

struct jp_span jp_dwarf_copy_take(struct jp_dwarf_copy *copy, const struct jp_object *object,
                                  struct jp_span span)
{
    if (object == copy->object && copy->fd >= 0 && span.len >= LEAST_BYTES &&
        span.len <= MOST_BYTES) {
        make_room(copy, span.len);
        if (jp_object_copy(object, copy->fd, span, copy->bytes))
            return (struct jp_span){copy->bytes, span.len};
    }
    jp_object_will_read(object, span);
    return span;
}
