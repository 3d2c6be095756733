/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unpacks large debug information with two threads. A section cannot be unpacked by halves, but two
 * sections can be at once, and .debug_info takes as long as all others together.
 */
#ifndef JP_DWARF_UNPACK_H
#define JP_DWARF_UNPACK_H

#include "jp_dwarf.h"
#include "jp_dwarf_plain.h"
#include "jp_dwarf_reach.h"

/*
 * Unpack the sections that a look-up of REQUEST reads, where a second thread may be had and is
 * worth its start; else they are unpacked one by one when they are read. Of .debug_info that is
 * what REACH says (NULL: all); with PLAIN (or NULL), which is asked first, perhaps less. ERROR (may
 * be NULL) is set when .debug_info is damaged.
 */
void jp_dwarf_unpack(const struct jp_dwarf_request *request, const struct jp_dwarf_reach *reach,
                     struct jp_dwarf_plain *plain, struct jp_error *error);

#endif
