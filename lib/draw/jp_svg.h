/* SPDX-License-Identifier: BSD-2-Clause */
/* Pieces of SVG text. */
#ifndef JP_SVG_H
#define JP_SVG_H

#include "jp_buf.h"

/*
 * TEXT as XML character data or as the value of an attribute in double quotes. Any bytes may come
 * in: what is no UTF-8 becomes U+FFFD, a control character a blank, and what else must not be shown
 * as it is (jp_visible.h), which includes what XML forbids, an escape.
 */
void jp_svg_text(struct jp_buf *out, struct jp_span text);

/* At most two decimals, no trailing zeros, no "-0"; 0 when VALUE is not finite. */
void jp_svg_number(struct jp_buf *out, double value);

/* ` NAME="VALUE"` with a blank in front. */
void jp_svg_attribute(struct jp_buf *out, const char *name, double value);

#endif
