/* SPDX-License-Identifier: BSD-2-Clause */
/* How the bytes of the file come into memory, where it matters: as pages, or as a copy. */
#include "config.h"

#include "jp_object_private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_in_file(const struct jp_object *object, struct jp_span span)
{
    const uintptr_t map = (uintptr_t)object->bytes.ptr;
    const uintptr_t start = (uintptr_t)span.ptr;

    return object->mapped_bytes && start >= map && start - map <= object->mapped_bytes &&
           span.len <= object->mapped_bytes - (start - map);
}

/*
 * The whole pages of the file inside of SPAN; false when there are none, or too few to matter. The
 * memory that a small file can take is not worth the time to give it back, and of what is read of
 * it a fault every sixteen pages brings no more than is needed.
 */
static bool find_pages(const struct jp_object *object, struct jp_span span, void **start,
                       size_t *bytes)
{
    static const size_t least_bytes = 64 << 10;
    static const size_t least_file_bytes = 32 << 20;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t first = ((uintptr_t)span.ptr + page - 1) / page * page;
    const uintptr_t last = ((uintptr_t)span.ptr + span.len) / page * page;

    if (object->mapped_bytes < least_file_bytes || !is_in_file(object, span) || first >= last ||
        last - first < least_bytes)
        return false;
    *start = (void *)first;
    *bytes = last - first;
    return true;
}

void jp_object_will_read(const struct jp_object *object, struct jp_span span)
{
    void *start;
    size_t bytes;

#ifdef MADV_POPULATE_READ
    if (find_pages(object, span, &start, &bytes))
        madvise(start, bytes, MADV_POPULATE_READ);
#endif
}

/* The mapping is read-only, so what is dropped is read from the file again when it is needed. */
void jp_object_was_read(const struct jp_object *object, struct jp_span span)
{
    void *start;
    size_t bytes;

    if (find_pages(object, span, &start, &bytes))
        madvise(start, bytes, MADV_DONTNEED);
}

/* By its path, which may lead to another file by now. */
int jp_object_reopen(const struct jp_object *object)
{
    struct stat status;

    if (!object->mapped_bytes)
        return -1;
    const int fd = open(object->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd >= 0 && fstat(fd, &status) == 0 && status.st_dev == object->device &&
        status.st_ino == object->inode)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

bool jp_object_copy(const struct jp_object *object, int fd, struct jp_span span, char *to)
{
    size_t done = 0;

    if (fd < 0 || !is_in_file(object, span))
        return false;
    while (done < span.len) {
        const off_t offset = (off_t)(span.ptr - object->bytes.ptr) + (off_t)done;
        const ssize_t count = pread(fd, to + done, span.len - done, offset);
        if (count == 0 || (count < 0 && errno != EINTR))
            return false;
        done += count > 0 ? (size_t)count : 0;
    }
    return true;
}
