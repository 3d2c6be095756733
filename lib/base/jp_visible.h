/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text from files made fit for being looked at. Names and paths may hold anything: what a terminal
 * acts on (control characters, also as UTF-8 or as single bytes of ISO 8859), what breaks a line,
 * the marks that turn the direction of what follows, so that it reads as something else, and the
 * code points that are no characters, which XML and cairo refuse.
 */
#ifndef JP_VISIBLE_H
#define JP_VISIBLE_H

#include "jp_buf.h"

/* Length of the UTF-8 sequence (RFC 3629) at the start of TEXT; 0 when there is none. */
size_t jp_utf8_sequence(struct jp_span text);

/* Columns that TEXT takes on a terminal, where each UTF-8 sequence takes one. */
size_t jp_utf8_width(struct jp_span text);

/*
 * Length of what TEXT begins with if that must not be shown as it is, with its code point; 0 for
 * everything else.
 */
size_t jp_visible_hidden(struct jp_span text, uint32_t *point);

/*
 * Append TEXT with such characters written as \x1b, \u202e or \U0001fffe. Those of KEPT (ASCII) are
 * left as they are. Other bytes that are no UTF-8 are, too: many a path is in an encoding of its
 * own.
 */
void jp_visible_add(struct jp_buf *out, struct jp_span text, const char *kept);

/* The same, and each byte that is no UTF-8 written as \xe9: what comes out is UTF-8 always. */
void jp_visible_add_utf8(struct jp_buf *out, struct jp_span text);

/* As jp_visible_add, for what was appended to BUF from FROM on. */
void jp_visible_make(struct jp_buf *buf, size_t from);

#endif
