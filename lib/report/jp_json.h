/* SPDX-License-Identifier: BSD-2-Clause */
/* Pieces of JSON text. */
#ifndef JP_JSON_H
#define JP_JSON_H

#include "jp_visible.h"

/*
 * TEXT as a JSON string with its quotes. Any bytes may come in; valid UTF-8 goes out: each byte
 * that is not part of a valid sequence becomes U+FFFD, and what a terminal or a reader's eye must
 * be spared (jp_visible.h) is written as an escape.
 */
void jp_json_text(struct jp_buf *out, struct jp_span text);

/* A number: whole when VALUE has no fraction, else with up to 15 digits; null when not finite. */
void jp_json_number(struct jp_buf *out, double value);

#endif
