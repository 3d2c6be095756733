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
 * Write BYTES to PATH through a temporary name in the same folder, renamed into place when
 * complete: an old file is never half overwritten. "-" is standard output.
 */
JP_MUST_CHECK bool jp_file_write(const char *path, struct jp_span bytes, struct jp_error *error);

#endif
