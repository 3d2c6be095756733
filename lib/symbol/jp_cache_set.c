/* SPDX-License-Identifier: BSD-2-Clause */
/* A set of names as bytes: length of the key, key, names; packed by zstd with a checksum. */
#include "config.h"

#include "jp_cache_private.h"

#include "jp_names_wire.h"

#include <stdlib.h>
#include <zstd.h>

enum { LEVEL = 1, KEY_BYTES = 4 };

/* Of one set, unpacked: beyond that something is wrong. */
static const unsigned long long most_unpacked_bytes = UINT64_C(1) << 30;

void jp_cache_pack(struct jp_span key, const struct jp_names *names, struct jp_buf *out)
{
    struct jp_buf plain = JP_BUF_INIT;
    ZSTD_CCtx *const context = ZSTD_createCCtx();

    if (!context)
        jp_mem_exhausted();
    jp_wire_add(&plain, key.len, KEY_BYTES);
    jp_buf_add(&plain, key);
    jp_names_pack(names, &plain);
    const size_t room = ZSTD_compressBound(plain.len);
    char *const packed = jp_mem_resize(NULL, room, 1);
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    const size_t len = ZSTD_compress2(context, packed, room, plain.ptr, plain.len);
    if (!ZSTD_isError(len))
        jp_buf_add(out, (struct jp_span){packed, len});
    ZSTD_freeCCtx(context);
    free(packed);
    jp_buf_release(&plain);
}

static bool unpack_plain(struct jp_span rest, struct jp_span key, struct jp_names *names)
{
    uint64_t key_len;

    return jp_wire_take(&rest, &key_len, KEY_BYTES) && key_len == key.len &&
           jp_span_equal(jp_span_slice(rest, 0, key.len), key) &&
           (rest = jp_span_slice(rest, key.len, rest.len), jp_names_unpack(&rest, names)) &&
           rest.len == 0;
}

bool jp_cache_unpack(struct jp_span packed, struct jp_span key, struct jp_names *names)
{
    const unsigned long long size = ZSTD_getFrameContentSize(packed.ptr, packed.len);

    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN ||
        size > most_unpacked_bytes)
        return false;
    char *const plain = jp_mem_resize(NULL, (size_t)size, 1);
    const bool is_fine = ZSTD_decompress(plain, (size_t)size, packed.ptr, packed.len) == size &&
                         unpack_plain((struct jp_span){plain, (size_t)size}, key, names);
    free(plain);
    if (!is_fine) {
        jp_names_release(names);
        jp_names_init(names);
    }
    return is_fine;
}
