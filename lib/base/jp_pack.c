/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_pack.h"

#include "jp_mem.h"

#include <libdeflate.h>
#include <stdlib.h>

enum { LEVEL = 6 };

void jp_pack_gzip(struct jp_buf *out, struct jp_span bytes)
{
    struct libdeflate_compressor *const compressor = libdeflate_alloc_compressor(LEVEL);

    if (!compressor)
        jp_mem_exhausted();
    const size_t bound = libdeflate_gzip_compress_bound(compressor, bytes.len);
    char *const packed = jp_mem_resize(NULL, bound, 1);
    const size_t len = libdeflate_gzip_compress(compressor, bytes.ptr, bytes.len, packed, bound);

    jp_buf_add(out, (struct jp_span){packed, len});
    free(packed);
    libdeflate_free_compressor(compressor);
}
