/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Input files as one span of bytes: mapped when they are plain, unpacked when they are gzip or
 * zstd (told by their first bytes, not by their name), read whole when they are a pipe. What can be
 * read from front to back is better read through jp_stream.h.
 */
#ifndef JP_FILE_H
#define JP_FILE_H

#include "jp_stream.h"

struct jp_file {
    struct jp_span bytes; /* unpacked content */
    enum jp_packing packing;
    uint64_t stored_bytes; /* size before unpacking */
    int64_t mtime_ns;      /* modification time since 1970; 0 when there is none (a pipe) */
    bool is_cut;           /* the compressed stream ends early; bytes holds what came before */
    char *owned;           /* heap memory behind bytes, or NULL */
    size_t mapped_bytes;   /* length of the mapping behind bytes, or 0 */
};

/* Open PATH; on success the caller must release FILE. */
JP_MUST_CHECK bool jp_file_open(struct jp_file *file, const char *path, enum jp_file_kind kind,
                                struct jp_error *error);
void jp_file_release(struct jp_file *file);

/*
 * Write BYTES to PATH ("-": standard output). A regular file is replaced as a whole: the bytes go
 * to a temporary file in the same folder, which is renamed when complete, so that an old file is
 * never half overwritten. The old one's permissions and owner stay, a symbolic link stays a link,
 * and a file that may not be written is refused. Where the folder or the owner forbids a new file,
 * and for devices and pipes, the bytes are written in place.
 *
 * The caller decides about SIGXFSZ and SIGPIPE; ignored, they are errors like any other.
 */
JP_MUST_CHECK bool jp_file_write(const char *path, struct jp_span bytes, struct jp_error *error);

/* Write all of BYTES to FD, however many writes and signals that takes; false: errno says why. */
JP_MUST_CHECK bool jp_file_write_all(int fd, struct jp_span bytes);

#endif
