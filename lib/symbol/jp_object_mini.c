/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * MiniDebugInfo: an xz-packed ELF file in the section .gnu_debugdata, which holds the symbols that
 * stripping took away (https://sourceware.org/gdb/current/onlinedocs/gdb.html/MiniDebugInfo.html).
 */
#include "config.h"

#include "jp_buf.h"
#include "jp_object_private.h"

#include <lzma.h>

/* xz -9 needs 65 MiB; the symbols of the largest programs are some tens of MiB. */
static const uint64_t DECODER_LIMIT_BYTES = (uint64_t)128 << 20;
static const size_t UNPACKED_LIMIT_BYTES = (size_t)512 << 20;

static bool unpack(struct jp_span packed, struct jp_buf *out)
{
    enum { CHUNK_BYTES = 64 * 1024 };
    lzma_stream stream = LZMA_STREAM_INIT;
    uint8_t chunk[CHUNK_BYTES];
    lzma_ret status = lzma_stream_decoder(&stream, DECODER_LIMIT_BYTES, 0);

    stream.next_in = (const uint8_t *)packed.ptr;
    stream.avail_in = packed.len;
    while (status == LZMA_OK && out->len <= UNPACKED_LIMIT_BYTES) {
        stream.next_out = chunk;
        stream.avail_out = sizeof chunk;
        status = lzma_code(&stream, LZMA_FINISH);
        jp_buf_add(out, (struct jp_span){(const char *)chunk, sizeof chunk - stream.avail_out});
    }
    lzma_end(&stream);
    return status == LZMA_STREAM_END;
}

struct jp_object *jp_object_mini(struct jp_object *object)
{
    if (object->is_mini_ready)
        return object->mini;
    object->is_mini_ready = true;
    const struct jp_span packed = jp_object_section(object, ".gnu_debugdata", NULL);
    struct jp_buf out = JP_BUF_INIT;
    if (packed.len && unpack(packed, &out) && out.len)
        object->mini = jp_object_from_memory(object->path, out.ptr, out.len);
    else
        jp_buf_release(&out);
    return object->mini;
}
