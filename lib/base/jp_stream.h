/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An input that is read from front to back: a file, a pipe or standard input, unpacked on the way
 * when it is gzip or zstd (told by its first bytes, not by its name). Never more than a window of
 * it is in memory.
 */
#ifndef JP_STREAM_H
#define JP_STREAM_H

#include "jp_unpack.h"

enum jp_file_kind {
    /* A file that the user named: regular file, pipe, or "-" for standard input. */
    JP_FILE_NAMED_BY_USER,
    /* A path found inside some input: only a regular file is opened, anything else is refused. */
    JP_FILE_NAMED_BY_DATA,
};

struct jp_stream {
    const char *path; /* as given; must live as long as the stream */
    int fd;           /* -1: the bytes are in memory, all of them pending at the start */
    bool is_stdin;
    bool is_regular;
    bool is_at_end; /* nothing is left to be read */
    bool is_cut;    /* at the end: the packed data ends early */
    enum jp_packing packing;
    int64_t mtime_ns;      /* modification time since 1970; 0 when there is none (a pipe) */
    uint64_t stored_bytes; /* size of a regular file, else what was read so far */
    struct jp_unpacker unpacker;
    char *chunk;            /* what was read and not handed out yet lies in here */
    struct jp_span pending; /* part of chunk, or of the bytes in memory */
};

/* Open PATH; on success the caller must close STREAM. */
JP_MUST_CHECK bool jp_stream_open(struct jp_stream *stream, const char *path,
                                  enum jp_file_kind kind, struct jp_error *error);
void jp_stream_close(struct jp_stream *stream);

/* The same for BYTES in memory, which must live as long as STREAM; NAME is what messages call them.
 */
void jp_stream_open_bytes(struct jp_stream *stream, struct jp_span bytes, const char *name);

/*
 * Read up to SIZE bytes into OUT; fewer only at the end of the input. False: it cannot be read or
 * is damaged; *GOT bytes in front of the fault were read nevertheless.
 */
JP_MUST_CHECK bool jp_stream_read(struct jp_stream *stream, char *out, size_t size, size_t *got,
                                  struct jp_error *error);

#endif
