/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_file.h"

#include "jp_mem.h"

#include <stdlib.h>
#include <sys/mman.h>

/*
 * Of what cannot be mapped: packed files, pipes, devices. Dumps do not come this way, and rules,
 * perf maps or queries are far smaller, so this stops bombs and devices without an end.
 */
static const size_t READ_LIMIT_BYTES = (size_t)256 << 20;

static bool read_all(struct jp_stream *stream, struct jp_file *file, struct jp_error *error)
{
    enum { FIRST_BYTES = 256 * 1024 };
    size_t capacity = 0;
    size_t len = 0;

    while (!stream->is_at_end) {
        size_t got;
        file->owned = jp_mem_grow(file->owned, &capacity, len + FIRST_BYTES, 1);
        if (!jp_stream_read(stream, file->owned + len, capacity - len, &got, error))
            return false;
        len += got;
        if (len > READ_LIMIT_BYTES) {
            jp_error_set(error, JP_EXIT_INPUT, stream->path, 0, "holds more than %zu MiB",
                         READ_LIMIT_BYTES >> 20);
            return false;
        }
    }
    file->bytes = (struct jp_span){file->owned, len};
    return true;
}

static bool map_all(struct jp_stream *stream, struct jp_file *file, struct jp_error *error)
{
    const size_t size = (size_t)stream->stored_bytes;
    void *const memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE, stream->fd, 0);

    if (memory == MAP_FAILED)
        return jp_error_errno(error, JP_EXIT_INPUT, stream->path, "map");
    file->mapped_bytes = size;
    file->bytes = (struct jp_span){memory, size};
    return true;
}

bool jp_file_open(struct jp_file *file, const char *path, enum jp_file_kind kind,
                  struct jp_error *error)
{
    struct jp_stream stream;

    *file = (struct jp_file){0};
    if (!jp_stream_open(&stream, path, kind, error))
        return false;
    /* Files of /proc are regular but have no size. */
    const bool is_mapped =
        stream.is_regular && stream.stored_bytes && stream.packing == JP_PACKING_NONE;
    const bool fine = is_mapped ? map_all(&stream, file, error) : read_all(&stream, file, error);
    file->packing = stream.packing;
    file->stored_bytes = stream.stored_bytes ? stream.stored_bytes : file->bytes.len;
    file->mtime_ns = stream.mtime_ns;
    file->is_cut = stream.is_cut;
    jp_stream_close(&stream);
    if (!fine)
        jp_file_release(file);
    return fine;
}

void jp_file_release(struct jp_file *file)
{
    if (file->mapped_bytes)
        munmap((void *)(uintptr_t)file->bytes.ptr, file->mapped_bytes);
    free(file->owned);
    *file = (struct jp_file){0};
}
