/* SPDX-License-Identifier: BSD-2-Clause */
/* Unpacking of gzip and zstd data as it comes in; jp_stream.h is what most callers want. */
#ifndef JP_UNPACK_H
#define JP_UNPACK_H

#include "jp_error.h"
#include "jp_span.h"

enum jp_packing {
    JP_PACKING_NONE,
    JP_PACKING_GZIP,
    JP_PACKING_ZSTD,
};

/* The packing that the first bytes of a file tell. */
enum jp_packing jp_packing_of(struct jp_span bytes);

struct jp_unpacker {
    enum jp_packing packing;
    struct z_stream_s *gzip;
    struct ZSTD_DCtx_s *zstd;
    bool is_whole; /* all that went in was complete: the end may come here */
    bool is_done;  /* something else follows the packed data; it is ignored, as gzip does */
};

/* PACKING is not JP_PACKING_NONE. The caller must release the unpacker. */
void jp_unpacker_init(struct jp_unpacker *unpacker, enum jp_packing packing);
void jp_unpacker_release(struct jp_unpacker *unpacker);

/*
 * Unpack some of *PACKED, which may hold several streams in a row, into the SIZE bytes at OUT, and
 * take what was used off *PACKED. *PRODUCED of 0 asks for more data. False: the data is damaged.
 */
JP_MUST_CHECK bool jp_unpacker_step(struct jp_unpacker *unpacker, struct jp_span *packed, char *out,
                                    size_t size, size_t *produced, struct jp_error *error);

#endif
