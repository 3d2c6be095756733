/* SPDX-License-Identifier: BSD-2-Clause */
/* Names cut so that they stay in their boxes. The font is monospaced, so widths are cells. */
#ifndef JP_FLAME_LABEL_H
#define JP_FLAME_LABEL_H

#include "jp_buf.h"

/* Cells that TEXT takes: one per character, two for those that East Asian fonts draw wide. */
size_t jp_flame_label_cells(struct jp_span text);

/*
 * As much of NAME as CELLS cells hold. What does not fit loses leading parts of its path first,
 * because the end of a name tells more ("...Vec::push"), and then its end; an ellipsis stands for
 * what is gone. Nothing when fewer than three cells would be left for it.
 */
void jp_flame_label(struct jp_buf *out, struct jp_span name, size_t cells);

/* The same for plain words: the end goes. */
void jp_flame_label_words(struct jp_buf *out, struct jp_span words, size_t cells);

#endif
