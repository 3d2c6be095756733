/* SPDX-License-Identifier: BSD-2-Clause */
/* Unpacking of gzip and zstd streams held in memory. */
#ifndef JP_UNPACK_H
#define JP_UNPACK_H

#include "jp_buf.h"
#include "jp_error.h"

/*
 * Append the unpacked form of PACKED, which may be several streams in a row, to OUT. *IS_CUT tells
 * that the data ended early; OUT then holds what could be unpacked. False: the data is damaged or
 * grows beyond LIMIT bytes.
 */
JP_MUST_CHECK bool jp_unpack_gzip(struct jp_span packed, size_t limit, struct jp_buf *out,
                                  bool *is_cut, struct jp_error *error);
JP_MUST_CHECK bool jp_unpack_zstd(struct jp_span packed, size_t limit, struct jp_buf *out,
                                  bool *is_cut, struct jp_error *error);

#endif
