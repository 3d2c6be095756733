/* SPDX-License-Identifier: BSD-2-Clause */
/* From an offset in a module's file to the address that the ELF file gives it. */
#ifndef JP_VADDR_H
#define JP_VADDR_H

#include "jp_profile.h"

/*
 * The ELF virtual address of the return address at OFFSET of MODULE. False when the module has no
 * file (struct jp_module, binary) or no segment of it covers the offset.
 */
bool jp_vaddr_find(const struct jp_module *module, uint64_t offset, uint64_t *vaddr);

#endif
