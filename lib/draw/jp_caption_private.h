/* SPDX-License-Identifier: BSD-2-Clause */
/* Between the files of jp_caption. */
#ifndef JP_CAPTION_PRIVATE_H
#define JP_CAPTION_PRIVATE_H

#include "jp_caption.h"

#define JP_CAPTION_ELLIPSIS "\xe2\x80\xa6"

/*
 * Where the longest part of TEXT from FROM on that fits ends, at least one character; behind its
 * last underscore or the like where that is not far from the end.
 */
size_t jp_caption_fitting_end(struct jp_span text, size_t from,
                              const struct jp_caption_limits *limits);

#endif
