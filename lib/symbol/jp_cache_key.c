/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_cache_key.h"

#include <libdeflate.h>

/* To be raised when a reader learns to find more, or the meaning of names changes. */
enum { READER_VERSION = 4 };

enum {
    CONTENT_LIMIT = 16 << 20, /* bytes of a file without build-id that are added up */
    TAIL_BYTES = 4096,        /* the table of sections is there */
};

static void add_checksums(struct jp_span bytes, struct jp_buf *out)
{
    jp_buf_format(out, ".%08x%08x", libdeflate_crc32(0, bytes.ptr, bytes.len),
                  libdeflate_adler32(1, bytes.ptr, bytes.len));
}

/*
 * A build-id stands for the code. The files of one build, stripped and with debug information,
 * share it, so size and the end of the file belong to the identity.
 */
static bool add_file(const struct jp_object *object, struct jp_buf *out)
{
    if (!object) {
        jp_buf_add_text(out, "/-");
        return true;
    }
    const struct jp_span bytes = jp_object_bytes(object);
    const struct jp_span id = jp_object_build_id(object);

    if (id.len == 0 && bytes.len > CONTENT_LIMIT)
        return false;
    jp_buf_format(out, "/%zu.", bytes.len);
    jp_buf_add_hex(out, id);
    const size_t start = id.len && bytes.len > TAIL_BYTES ? bytes.len - TAIL_BYTES : 0;
    add_checksums(jp_span_slice(bytes, start, bytes.len), out);
    return true;
}

bool jp_cache_key(const struct jp_binary *binary, const char *reader, struct jp_buf *out)
{
    jp_buf_format(out, "%d/%s", READER_VERSION, reader);
    return add_file(binary->object, out) &&
           add_file(binary->debug_object == binary->object ? NULL : binary->debug_object, out) &&
           add_file(binary->symbol_object == binary->debug_object ? NULL : binary->symbol_object,
                    out) &&
           add_file(binary->alternate, out);
}
