/* SPDX-License-Identifier: BSD-2-Clause */
/* Compression of outputs. */
#ifndef JP_PACK_H
#define JP_PACK_H

#include "jp_buf.h"

/* Append BYTES as one gzip member. The same bytes give the same output: no name, no time in it. */
void jp_pack_gzip(struct jp_buf *out, struct jp_span bytes);

#endif
