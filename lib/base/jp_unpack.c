/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_unpack.h"

#include "jp_mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

enum jp_packing jp_packing_of(struct jp_span bytes)
{
    if (jp_span_starts_with(bytes, JP_SPAN("\x1f\x8b")))
        return JP_PACKING_GZIP;
    if (jp_span_starts_with(bytes, JP_SPAN("\x28\xb5\x2f\xfd")))
        return JP_PACKING_ZSTD;
    return JP_PACKING_NONE;
}

void jp_unpacker_init(struct jp_unpacker *unpacker, enum jp_packing packing)
{
    static const int gzip_window_bits = 15 + 16;

    *unpacker = (struct jp_unpacker){.packing = packing, .is_whole = true};
    if (packing == JP_PACKING_GZIP) {
        unpacker->gzip = jp_mem_resize(NULL, 1, sizeof *unpacker->gzip);
        memset(unpacker->gzip, 0, sizeof *unpacker->gzip);
        if (inflateInit2(unpacker->gzip, gzip_window_bits) != Z_OK)
            jp_mem_exhausted();
    } else {
        unpacker->zstd = ZSTD_createDCtx();
        if (!unpacker->zstd)
            jp_mem_exhausted();
    }
}

void jp_unpacker_release(struct jp_unpacker *unpacker)
{
    if (unpacker->gzip)
        inflateEnd(unpacker->gzip);
    free(unpacker->gzip);
    ZSTD_freeDCtx(unpacker->zstd);
    *unpacker = (struct jp_unpacker){0};
}

static bool step_gzip(struct jp_unpacker *unpacker, struct jp_span *packed, char *out, size_t size,
                      size_t *produced, struct jp_error *error)
{
    z_stream *const stream = unpacker->gzip;
    const uInt offered = packed->len > UINT_MAX ? UINT_MAX : (uInt)packed->len;
    const uInt room = size > UINT_MAX ? UINT_MAX : (uInt)size;

    stream->next_in = (Bytef *)(uintptr_t)packed->ptr;
    stream->avail_in = offered;
    stream->next_out = (Bytef *)out;
    stream->avail_out = room;
    const int status = inflate(stream, Z_NO_FLUSH);
    *packed = jp_span_slice(*packed, offered - stream->avail_in, packed->len);
    *produced = room - stream->avail_out;
    unpacker->is_whole = status == Z_STREAM_END;
    if (status == Z_STREAM_END)
        inflateReset(stream);
    else if (status == Z_MEM_ERROR)
        jp_mem_exhausted();
    else if (status != Z_OK && status != Z_BUF_ERROR)
        return jp_error_set(error, JP_EXIT_INPUT, NULL, 0, "damaged gzip data: %s",
                            stream->msg ? stream->msg : "a dictionary is missing");
    return true;
}

static bool step_zstd(struct jp_unpacker *unpacker, struct jp_span *packed, char *out, size_t size,
                      size_t *produced, struct jp_error *error)
{
    ZSTD_inBuffer in = {packed->ptr, packed->len, 0};
    ZSTD_outBuffer room = {out, size, 0};
    const size_t status = ZSTD_decompressStream(unpacker->zstd, &room, &in);

    *packed = jp_span_slice(*packed, in.pos, packed->len);
    *produced = room.pos;
    unpacker->is_whole = status == 0;
    if (!ZSTD_isError(status))
        return true;
    /* The library's default, 128 MiB, which "zstd -d" has as well: more is not given to any file.
     */
    if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge)
        return jp_error_set(
            error, JP_EXIT_INPUT, NULL, 0,
            "the zstd data need a window of more than 128 MiB; unpack it first with "
            "zstd -d --long=31");
    return jp_error_set(error, JP_EXIT_INPUT, NULL, 0, "damaged zstd data: %s",
                        ZSTD_getErrorName(status));
}

/* Behind a complete stream: does another one begin? */
static bool begins_stream(enum jp_packing packing, char byte)
{
    /* zstd: a frame, or one of the skippable frames 0x184d2a50 to 0x184d2a5f. */
    return packing == JP_PACKING_GZIP ? byte == '\x1f' : byte == '\x28' || (byte & 0xf0) == 0x50;
}

bool jp_unpacker_step(struct jp_unpacker *unpacker, struct jp_span *packed, char *out, size_t size,
                      size_t *produced, struct jp_error *error)
{
    *produced = 0;
    if (unpacker->is_whole) {
        if (packed->len && !begins_stream(unpacker->packing, packed->ptr[0]))
            unpacker->is_done = true;
        if (unpacker->is_done || packed->len == 0) {
            *packed = JP_SPAN("");
            return true;
        }
    }
    if (unpacker->packing == JP_PACKING_GZIP)
        return step_gzip(unpacker, packed, out, size, produced, error);
    return step_zstd(unpacker, packed, out, size, produced, error);
}
