/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_file.h"

#include "jp_buf.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum outcome { DONE, FAILED, NO_NEW_FILE };

bool jp_file_write_all(int fd, struct jp_span bytes)
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

/* FD is closed in any case; errno tells what went wrong first. */
static bool write_and_close(int fd, struct jp_span bytes)
{
    const bool is_written = jp_file_write_all(fd, bytes);
    const int reason = errno;
    const bool is_closed = close(fd) == 0;

    if (!is_written)
        errno = reason;
    return is_written && is_closed;
}

static bool write_in_place(const char *path, struct jp_span bytes, int flags,
                           struct jp_error *error)
{
    const int fd = open(path, O_WRONLY | O_CLOEXEC | flags, 0666);

    return (fd >= 0 && write_and_close(fd, bytes)) ||
           jp_error_errno(error, JP_EXIT_WRITE, path, "write");
}

/* Permissions and owner of a new file: those of OLD, or what the mask gives without one. */
static bool take_over(int fd, const struct stat *old)
{
    struct stat status;

    if (!old) {
        const mode_t mask = umask(0);
        umask(mask);
        return fchmod(fd, 0666 & ~mask) == 0;
    }
    if (fstat(fd, &status) != 0)
        return false;
    if ((status.st_uid != old->st_uid || status.st_gid != old->st_gid) &&
        fchown(fd, old->st_uid, old->st_gid) != 0)
        return false;
    return fchmod(fd, old->st_mode & 0777) == 0;
}

/* A name in the folder of PATH that is short enough wherever PATH itself is. */
static void name_temporary(struct jp_buf *name, const char *path)
{
    const struct jp_span whole = jp_span_of(path);

    jp_buf_add(name, jp_span_slice(whole, 0, whole.len - jp_span_basename(whole).len));
    jp_buf_add_text(name, ".jp.XXXXXX");
}

/* A folder that takes no new file may well hold one that can be written. */
static bool is_forbidden(int reason)
{
    return reason == EACCES || reason == EPERM || reason == EROFS;
}

/* NO_NEW_FILE: PATH is as it was, and a new file cannot take its place. */
static enum outcome write_and_rename(const char *path, const struct stat *old, struct jp_span bytes,
                                     struct jp_error *error)
{
    struct jp_buf temporary = JP_BUF_INIT;
    enum outcome outcome = FAILED;

    name_temporary(&temporary, path);
    const int fd = mkostemp(temporary.ptr, O_CLOEXEC);
    if (fd < 0) {
        outcome = old && is_forbidden(errno) ? NO_NEW_FILE : FAILED;
    } else if (!take_over(fd, old)) {
        outcome = NO_NEW_FILE;
        close(fd);
    } else if (write_and_close(fd, bytes) && rename(temporary.ptr, path) == 0) {
        outcome = DONE;
    }
    if (outcome == FAILED)
        jp_error_errno(error, JP_EXIT_WRITE, path, fd < 0 ? "create" : "write");
    if (fd >= 0 && outcome != DONE)
        unlink(temporary.ptr);
    jp_buf_release(&temporary);
    return outcome;
}

/*
 * Follow the symbolic links that PATH ends in, which may lead to nothing yet. False, with errno:
 * they go round in a circle.
 */
static bool follow_links(struct jp_buf *path)
{
    enum { MOST_LINKS = 40 }; /* as Linux has it */

    for (int i = 0; i < MOST_LINKS; i++) {
        char target[PATH_MAX];
        const ssize_t len = readlink(path->ptr, target, sizeof target);
        if (len < 0)
            return true;
        const struct jp_span whole = jp_buf_span(path);
        const size_t folder = target[0] == '/' ? 0 : whole.len - jp_span_basename(whole).len;
        struct jp_buf next = JP_BUF_INIT;
        jp_buf_add(&next, jp_span_slice(whole, 0, folder));
        jp_buf_add(&next, (struct jp_span){target, (size_t)len});
        jp_buf_release(path);
        *path = next;
    }
    errno = ELOOP;
    return false;
}

static bool write_file(const char *path, struct jp_span bytes, struct jp_error *error)
{
    struct stat status;
    const bool exists = stat(path, &status) == 0;

    if (exists && !S_ISREG(status.st_mode))
        return write_in_place(path, bytes, 0, error);
    if (exists && access(path, W_OK) != 0)
        return jp_error_errno(error, JP_EXIT_WRITE, path, "write");
    const enum outcome outcome = write_and_rename(path, exists ? &status : NULL, bytes, error);
    if (outcome == NO_NEW_FILE)
        return write_in_place(path, bytes, O_CREAT | O_TRUNC, error);
    return outcome == DONE;
}

bool jp_file_write(const char *path, struct jp_span bytes, struct jp_error *error)
{
    struct jp_buf target = JP_BUF_INIT;

    if (strcmp(path, "-") == 0)
        return jp_file_write_all(STDOUT_FILENO, bytes) ||
               jp_error_errno(error, JP_EXIT_WRITE, "standard output", "write");
    jp_buf_add_text(&target, path);
    const bool fine = follow_links(&target) ? write_file(target.ptr, bytes, error)
                                            : jp_error_errno(error, JP_EXIT_WRITE, path, "write");
    jp_buf_release(&target);
    return fine;
}
