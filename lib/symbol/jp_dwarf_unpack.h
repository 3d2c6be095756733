/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unpacks large debug information with two threads. A section cannot be unpacked by halves, but two
 * sections can be at once, and .debug_info takes as long as all others together.
 */
#ifndef JP_DWARF_UNPACK_H
#define JP_DWARF_UNPACK_H

#include "jp_object.h"

/*
 * Unpack the sections of OBJECT that a look-up reads, where a second thread may be had (JOBS above
 * 1) and is worth its start; else they are unpacked one by one when they are read. Of .debug_info
 * the first INFO_BYTES are wanted, with UINT64_MAX all. ERROR (may be NULL) is set when .debug_info
 * is damaged.
 */
void jp_dwarf_unpack(struct jp_object *object, unsigned jobs, uint64_t info_bytes,
                     struct jp_error *error);

#endif
