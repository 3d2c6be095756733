/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_piped.h"

#include "jp_file.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * The descriptor that PATH names; -1: none. It is not opened anew: that would wait for a writer
 * that may be gone, and to close it could be the end of the pipe for one that is not.
 */
static int descriptor_of(const char *path)
{
    static const struct jp_span folders[] = {JP_SPAN("/dev/fd/"), JP_SPAN("/proc/self/fd/")};
    struct jp_span rest = jp_span_of(path);
    uint64_t number;

    if (strcmp(path, "/dev/stdin") == 0)
        return STDIN_FILENO;
    for (size_t i = 0; i < JP_COUNT_OF(folders); i++)
        if (jp_span_starts_with(rest, folders[i])) {
            rest = jp_span_slice(rest, folders[i].len, rest.len);
            return jp_span_take_decimal(&rest, &number) && rest.len == 0 && number <= INT16_MAX
                       ? (int)number
                       : -1;
        }
    return -1;
}

bool jp_piped_is_elf(const char *path)
{
    const int fd = descriptor_of(path);
    char head[SELFMAG];
    int copy[2];

    if (fd < 0 || pipe2(copy, O_CLOEXEC) != 0)
        return false;
    const bool is_elf = tee(fd, copy[1], sizeof head, 0) == (ssize_t)sizeof head &&
                        read(copy[0], head, sizeof head) == (ssize_t)sizeof head &&
                        memcmp(head, ELFMAG, sizeof head) == 0;
    close(copy[0]);
    close(copy[1]);
    return is_elf;
}

static bool copy_all(int from, int to)
{
    enum { CHUNK_BYTES = 64 * 1024 };
    char chunk[CHUNK_BYTES];
    ssize_t some;

    while ((some = read(from, chunk, sizeof chunk)) > 0)
        if (!jp_file_write_all(to, (struct jp_span){chunk, (size_t)some}))
            return false;
    return some == 0;
}

int jp_piped_keep(const char *path, struct jp_error *error)
{
    const int file = memfd_create("program", MFD_CLOEXEC);

    if (file >= 0 && copy_all(descriptor_of(path), file))
        return file;
    jp_error_errno(error, JP_EXIT_INPUT, path, "keep the program in memory");
    if (file >= 0)
        close(file);
    return -1;
}
