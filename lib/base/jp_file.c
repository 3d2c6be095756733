/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_file.h"

#include "jp_buf.h"
#include "jp_mem.h"
#include "jp_unpack.h"

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

static bool read_all(int fd, const char *path, struct jp_file *file, struct jp_error *error)
{
    enum { CHUNK_BYTES = 256 * 1024 };
    struct jp_buf all = JP_BUF_INIT;
    char *const chunk = jp_mem_resize(NULL, CHUNK_BYTES, 1);
    ssize_t got;

    while ((got = read(fd, chunk, CHUNK_BYTES)) != 0) {
        if (got > 0)
            jp_buf_add(&all, (struct jp_span){chunk, (size_t)got});
        else if (errno != EINTR)
            break;
    }
    free(chunk);
    if (got < 0) {
        jp_buf_release(&all);
        return jp_error_errno(error, JP_EXIT_INPUT, path, "read");
    }
    file->owned = all.ptr;
    file->bytes = jp_buf_span(&all);
    return true;
}

static bool map_all(int fd, const char *path, size_t size, struct jp_file *file,
                    struct jp_error *error)
{
    if (size == 0) {
        file->bytes = JP_SPAN("");
        return true;
    }
    void *const memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (memory == MAP_FAILED)
        return jp_error_errno(error, JP_EXIT_INPUT, path, "map");
    file->mapped_bytes = size;
    file->bytes = (struct jp_span){memory, size};
    return true;
}

static bool load(int fd, const char *path, enum jp_file_kind kind, struct jp_file *file,
                 struct jp_error *error)
{
    struct stat status;

    if (fstat(fd, &status) != 0)
        return jp_error_errno(error, JP_EXIT_INPUT, path, "examine");
    if (S_ISDIR(status.st_mode))
        return jp_error_set(error, JP_EXIT_INPUT, path, 0, "is a folder, not a file");
    if (!S_ISREG(status.st_mode)) {
        if (kind == JP_FILE_NAMED_BY_DATA)
            return jp_error_set(error, JP_EXIT_INPUT, path, 0, "is not a regular file");
        return read_all(fd, path, file, error);
    }
    file->mtime_ns = (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
    /* Files of /proc are regular but have no size. */
    if (status.st_size == 0)
        return read_all(fd, path, file, error);
    return map_all(fd, path, (size_t)status.st_size, file, error);
}

static enum jp_packing packing_of(struct jp_span bytes)
{
    if (jp_span_starts_with(bytes, JP_SPAN("\x1f\x8b")))
        return JP_PACKING_GZIP;
    if (jp_span_starts_with(bytes, JP_SPAN("\x28\xb5\x2f\xfd")))
        return JP_PACKING_ZSTD;
    return JP_PACKING_NONE;
}

static bool unpack(struct jp_file *file, const char *path, struct jp_error *error)
{
    struct jp_buf out = JP_BUF_INIT;
    const bool fine =
        file->packing == JP_PACKING_GZIP
            ? jp_unpack_gzip(file->bytes, UNPACKED_LIMIT_BYTES, &out, &file->is_cut, error)
            : jp_unpack_zstd(file->bytes, UNPACKED_LIMIT_BYTES, &out, &file->is_cut, error);

    if (!fine) {
        jp_buf_release(&out);
        if (error)
            snprintf(error->path, sizeof error->path, "%s", path);
        return false;
    }
    const struct jp_file packed = *file;
    file->owned = out.ptr;
    file->mapped_bytes = 0;
    file->bytes = jp_buf_span(&out);
    free(packed.owned);
    if (packed.mapped_bytes)
        munmap((void *)(uintptr_t)packed.bytes.ptr, packed.mapped_bytes);
    return true;
}

bool jp_file_open(struct jp_file *file, const char *path, enum jp_file_kind kind,
                  struct jp_error *error)
{
    const bool is_stdin = kind == JP_FILE_NAMED_BY_USER && strcmp(path, "-") == 0;
    /* O_NONBLOCK: a FIFO named by data must not make us wait for a writer. */
    const int extra = kind == JP_FILE_NAMED_BY_DATA ? O_NONBLOCK : 0;
    const int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | extra);

    *file = (struct jp_file){0};
    if (fd < 0)
        return jp_error_errno(error, JP_EXIT_INPUT, path, "open");
    bool fine = load(fd, path, kind, file, error);
    if (!is_stdin)
        close(fd);
    if (fine) {
        file->stored_bytes = file->bytes.len;
        file->packing = packing_of(file->bytes);
        if (file->packing != JP_PACKING_NONE)
            fine = unpack(file, path, error);
    }
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

bool jp_file_write(const char *path, struct jp_span bytes, struct jp_error *error)
{
    struct jp_buf temporary = JP_BUF_INIT;
    struct stat status;

    if (strcmp(path, "-") == 0)
        return write_all(STDOUT_FILENO, bytes) ||
               jp_error_errno(error, JP_EXIT_WRITE, "standard output", "write");
    /* A device or a pipe cannot be renamed over. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        const int fd = open(path, O_WRONLY | O_CLOEXEC);
        const bool fine = fd >= 0 && write_all(fd, bytes);
        const bool closed = fd >= 0 && close(fd) == 0;
        return (fine && closed) || jp_error_errno(error, JP_EXIT_WRITE, path, "write");
    }
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
