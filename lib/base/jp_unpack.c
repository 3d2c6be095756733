/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_unpack.h"

#include "jp_mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

enum { CHUNK_BYTES = 256 * 1024 };

static bool append(struct jp_buf *out, const char *chunk, size_t len, size_t limit,
                   struct jp_error *error)
{
    if (len > limit - out->len) {
        jp_error_set(error, JP_EXIT_INPUT, NULL, 0, "unpacks to more than %zu MiB", limit >> 20);
        return jp_error_hint(error, "unpack it by hand and name the unpacked file");
    }
    jp_buf_add(out, (struct jp_span){chunk, len});
    return true;
}

bool jp_unpack_gzip(struct jp_span packed, size_t limit, struct jp_buf *out, bool *is_cut,
                    struct jp_error *error)
{
    static const int gzip_window_bits = 15 + 16;
    z_stream stream = {0};
    char *const chunk = jp_mem_resize(NULL, CHUNK_BYTES, 1);
    size_t done = 0;
    int status = Z_OK;
    bool fine = true;

    *is_cut = false;
    if (inflateInit2(&stream, gzip_window_bits) != Z_OK)
        jp_mem_exhausted();
    while (fine) {
        const size_t left = packed.len - done;
        const uInt offered = left > UINT_MAX ? UINT_MAX : (uInt)left;
        stream.next_in = (Bytef *)(uintptr_t)(packed.ptr + done);
        stream.avail_in = offered;
        stream.next_out = (Bytef *)chunk;
        stream.avail_out = CHUNK_BYTES;
        status = inflate(&stream, Z_NO_FLUSH);
        done += offered - stream.avail_in;
        fine = append(out, chunk, CHUNK_BYTES - stream.avail_out, limit, error);
        if (status == Z_STREAM_END) {
            /* Another member may follow; trailing zeros are padding of tapes and block devices. */
            if (done == packed.len || packed.ptr[done] != '\x1f')
                break;
            inflateReset(&stream);
        } else if (status != Z_OK) {
            break;
        }
    }
    inflateEnd(&stream);
    free(chunk);
    if (!fine)
        return false;
    if (status == Z_BUF_ERROR && done == packed.len)
        *is_cut = true;
    else if (status != Z_STREAM_END)
        return jp_error_set(error, JP_EXIT_INPUT, NULL, 0, "damaged gzip data: %s",
                            stream.msg ? stream.msg : "unexpected end");
    return true;
}

bool jp_unpack_zstd(struct jp_span packed, size_t limit, struct jp_buf *out, bool *is_cut,
                    struct jp_error *error)
{
    ZSTD_DCtx *const context = ZSTD_createDCtx();
    char *const chunk = jp_mem_resize(NULL, CHUNK_BYTES, 1);
    ZSTD_inBuffer in = {packed.ptr, packed.len, 0};
    size_t status = 0;
    bool fine = true;

    if (!context)
        jp_mem_exhausted();
    do {
        ZSTD_outBuffer produced = {chunk, CHUNK_BYTES, 0};
        status = ZSTD_decompressStream(context, &produced, &in);
        if (ZSTD_isError(status))
            break;
        fine = append(out, chunk, produced.pos, limit, error);
        if (in.pos == in.size && produced.pos < produced.size)
            break;
    } while (fine);
    ZSTD_freeDCtx(context);
    free(chunk);
    *is_cut = fine && !ZSTD_isError(status) && status != 0;
    if (!fine)
        return false;
    if (ZSTD_isError(status))
        return jp_error_set(error, JP_EXIT_INPUT, NULL, 0, "damaged zstd data: %s",
                            ZSTD_getErrorName(status));
    return true;
}
