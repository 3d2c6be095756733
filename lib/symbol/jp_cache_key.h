/* SPDX-License-Identifier: BSD-2-Clause */
/* What names depend on, as the key of a cache: the files that they come from and who reads them. */
#ifndef JP_CACHE_KEY_H
#define JP_CACHE_KEY_H

#include "jp_buf.h"
#include "jp_finder.h"

/*
 * Append the key of BINARY's names as found by READER. False when a file cannot be told from others
 * (it has no build-id, and to add up its content would take too long): nothing is kept then.
 */
bool jp_cache_key(const struct jp_binary *binary, const char *reader, struct jp_buf *out);

#endif
