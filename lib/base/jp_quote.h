/* SPDX-License-Identifier: BSD-2-Clause */
/* Pieces of hostile input, made fit for a message. */
#ifndef JP_QUOTE_H
#define JP_QUOTE_H

#include "jp_span.h"

#define JP_QUOTE_SIZE 96

/*
 * The beginning of SPAN in single quotes, with bytes that are no printable ASCII as \xNN, and
 * "..." behind the quotes when it was shortened. Returns OUT.
 */
const char *jp_quote(char out[static JP_QUOTE_SIZE], struct jp_span span);

#endif
