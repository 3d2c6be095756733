/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_stream.h"

#include "jp_mem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK_BYTES = 128 * 1024, MAGIC_BYTES = 4 };

/* As much as there is, at most SIZE bytes; *GOT is 0 at the end. */
static bool read_some(struct jp_stream *stream, char *out, size_t size, size_t *got,
                      struct jp_error *error)
{
    ssize_t count;

    *got = 0;
    if (stream->fd < 0)
        return true;
    while ((count = read(stream->fd, out, size)) < 0) {
        struct pollfd wait = {.fd = stream->fd, .events = POLLIN};
        /* Somebody else may have made our standard input non-blocking. */
        if (errno == EAGAIN)
            poll(&wait, 1, -1);
        else if (errno == EBADF && stream->is_stdin)
            return jp_error_set(error, JP_EXIT_INPUT, stream->path, 0,
                                "is standard input, which is closed");
        else if (errno != EINTR)
            return jp_error_errno(error, JP_EXIT_INPUT, stream->path, "read");
    }
    *got = (size_t)count;
    if (!stream->is_regular)
        stream->stored_bytes += *got;
    return true;
}

static void take_packing(struct jp_stream *stream)
{
    stream->packing = jp_packing_of(stream->pending);
    if (stream->packing != JP_PACKING_NONE)
        jp_unpacker_init(&stream->unpacker, stream->packing);
}

/* Read the beginning and see whether it is packed. */
static bool detect_packing(struct jp_stream *stream, struct jp_error *error)
{
    size_t have = 0;
    size_t got = 1;

    stream->chunk = jp_mem_resize(NULL, CHUNK_BYTES, 1);
    while (have < MAGIC_BYTES && got) {
        if (!read_some(stream, stream->chunk + have, CHUNK_BYTES - have, &got, error))
            return false;
        have += got;
    }
    stream->pending = (struct jp_span){stream->chunk, have};
    take_packing(stream);
    return true;
}

static bool examine(struct jp_stream *stream, enum jp_file_kind kind, struct jp_error *error)
{
    struct stat status;

    if (fstat(stream->fd, &status) != 0)
        return jp_error_errno(error, JP_EXIT_INPUT, stream->path, "examine");
    if (S_ISDIR(status.st_mode))
        return jp_error_set(error, JP_EXIT_INPUT, stream->path, 0, "is a folder, not a file");
    stream->is_regular = S_ISREG(status.st_mode);
    if (!stream->is_regular && kind == JP_FILE_NAMED_BY_DATA)
        return jp_error_set(error, JP_EXIT_INPUT, stream->path, 0, "is not a regular file");
    if (stream->is_regular) {
        stream->mtime_ns = (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
        stream->stored_bytes = (uint64_t)status.st_size;
    }
    return true;
}

bool jp_stream_open(struct jp_stream *stream, const char *path, enum jp_file_kind kind,
                    struct jp_error *error)
{
    /* O_NONBLOCK: a FIFO named by data must not make us wait for a writer. */
    const int extra = kind == JP_FILE_NAMED_BY_DATA ? O_NONBLOCK : 0;

    *stream = (struct jp_stream){.path = path};
    stream->is_stdin = kind == JP_FILE_NAMED_BY_USER && strcmp(path, "-") == 0;
    stream->fd = stream->is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | extra);
    if (stream->fd < 0)
        return jp_error_errno(error, JP_EXIT_INPUT, path, "open");
    if (examine(stream, kind, error) && detect_packing(stream, error))
        return true;
    jp_stream_close(stream);
    return false;
}

void jp_stream_open_bytes(struct jp_stream *stream, struct jp_span bytes, const char *name)
{
    *stream = (struct jp_stream){
        .path = name,
        .fd = -1,
        .stored_bytes = bytes.len,
        .pending = bytes,
    };
    take_packing(stream);
}

void jp_stream_close(struct jp_stream *stream)
{
    if (stream->fd >= 0 && !stream->is_stdin)
        close(stream->fd);
    if (stream->packing != JP_PACKING_NONE)
        jp_unpacker_release(&stream->unpacker);
    free(stream->chunk);
    *stream = (struct jp_stream){.fd = -1};
}

static bool read_plain(struct jp_stream *stream, char *out, size_t size, size_t *got,
                       struct jp_error *error)
{
    while (*got < size) {
        size_t some = stream->pending.len;
        if (some) {
            some = some < size - *got ? some : size - *got;
            memcpy(out + *got, stream->pending.ptr, some);
            stream->pending = jp_span_slice(stream->pending, some, stream->pending.len);
        } else if (!read_some(stream, out + *got, size - *got, &some, error)) {
            return false;
        } else if (some == 0) {
            stream->is_at_end = true;
            break;
        }
        *got += some;
    }
    return true;
}

static bool read_packed(struct jp_stream *stream, char *out, size_t size, size_t *got,
                        struct jp_error *error)
{
    while (*got < size) {
        struct jp_error damage = JP_ERROR_INIT;
        size_t some = 0;
        const bool fine = jp_unpacker_step(&stream->unpacker, &stream->pending, out + *got,
                                           size - *got, &some, &damage);
        *got += some;
        if (!fine)
            return jp_error_set(error, damage.exit, stream->path, 0, "%s", damage.message);
        if (some || stream->pending.len)
            continue;
        if (!read_some(stream, stream->chunk, CHUNK_BYTES, &some, error))
            return false;
        if (some == 0) {
            stream->is_at_end = true;
            stream->is_cut = !stream->unpacker.is_whole;
            break;
        }
        stream->pending = (struct jp_span){stream->chunk, some};
    }
    return true;
}

bool jp_stream_read(struct jp_stream *stream, char *out, size_t size, size_t *got,
                    struct jp_error *error)
{
    *got = 0;
    if (stream->is_at_end)
        return true;
    return stream->packing == JP_PACKING_NONE ? read_plain(stream, out, size, got, error)
                                              : read_packed(stream, out, size, got, error);
}
