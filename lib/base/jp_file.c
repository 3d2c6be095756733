/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_file.h"

#include "jp_buf.h"
#include "jp_mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A dump of this size would describe more memory than any machine has; a bomb is stopped by it. */
static const size_t UNPACKED_LIMIT_BYTES = (size_t)64 << 30;

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
        if (len > UNPACKED_LIMIT_BYTES) {
            jp_error_set(error, JP_EXIT_INPUT, stream->path, 0, "holds more than %zu GiB",
                         UNPACKED_LIMIT_BYTES >> 30);
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

static bool write_all(int fd, struct jp_span bytes)
{
    while (bytes.len) {
        const ssize_t put = write(fd, bytes.ptr, bytes.len);
        if (put < 0 && errno != EINTR)
            return false;
        if (put > 0)
            bytes = jp_span_slice(bytes, (size_t)put, bytes.len);
    }
    return true;
}

/* A device or a pipe cannot be renamed over. */
static bool write_in_place(const char *path, struct jp_span bytes, struct jp_error *error)
{
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    const bool fine = fd >= 0 && write_all(fd, bytes);
    const bool closed = fd >= 0 && close(fd) == 0;

    return (fine && closed) || jp_error_errno(error, JP_EXIT_WRITE, path, "write");
}

static bool write_and_rename(const char *path, struct jp_span bytes, struct jp_error *error)
{
    struct jp_buf temporary = JP_BUF_INIT;

    jp_buf_format(&temporary, "%s.XXXXXX", path);
    const int fd = mkostemp(temporary.ptr, O_CLOEXEC);
    if (fd < 0) {
        jp_buf_release(&temporary);
        return jp_error_errno(error, JP_EXIT_WRITE, path, "create");
    }
    const mode_t mask = umask(0);
    umask(mask);
    bool fine = write_all(fd, bytes) && fchmod(fd, 0666 & ~mask) == 0;
    fine = close(fd) == 0 && fine;
    fine = fine && rename(temporary.ptr, path) == 0;
    if (!fine) {
        jp_error_errno(error, JP_EXIT_WRITE, path, "write");
        unlink(temporary.ptr);
    }
    jp_buf_release(&temporary);
    return fine;
}

bool jp_file_write(const char *path, struct jp_span bytes, struct jp_error *error)
{
    struct stat status;

    if (strcmp(path, "-") == 0)
        return write_all(STDOUT_FILENO, bytes) ||
               jp_error_errno(error, JP_EXIT_WRITE, "standard output", "write");
    if (stat(path, &status) != 0)
        return write_and_rename(path, bytes, error);
    if (!S_ISREG(status.st_mode))
        return write_in_place(path, bytes, error);
    /* A symbolic link stays one: the file that it names is replaced. */
    char *const target = realpath(path, NULL);
    const bool fine = write_and_rename(target ? target : path, bytes, error);
    free(target);
    return fine;
}
