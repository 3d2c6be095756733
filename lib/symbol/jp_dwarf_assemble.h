/* SPDX-License-Identifier: BSD-2-Clause */
/* From what the workers found, each in numbers of its own, to the product. */
#ifndef JP_DWARF_ASSEMBLE_H
#define JP_DWARF_ASSEMBLE_H

#include "jp_dwarf_crew.h"

/*
 * Fill NAMES, which is empty, with the frames of the request's addresses, in their order; WORK
 * counts what was missing. The workers' strings are moved there.
 */
void jp_dwarf_assemble(const struct jp_dwarf_request *request,
                       const struct jp_dwarf_result *results, struct jp_dwarf_crew *crew,
                       struct jp_names *names, struct jp_dwarf_work *work);

#endif
