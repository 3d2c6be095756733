/* SPDX-License-Identifier: BSD-2-Clause */
/* Demangling of C++, Rust (legacy and v0) and D names with libiberty. */
#ifndef JP_DEMANGLE_H
#define JP_DEMANGLE_H

#include "jp_buf.h"

/*
 * Append the readable form of LINKAGE to OUT. A symbol version ("@GLIBC_2.2") is cut off, "@plt" is
 * kept; clone suffixes (".cold", ".isra.0", ".part.1", ".constprop.2", ".llvm.123") are dropped; a
 * Rust hash is dropped. A name that is not mangled is appended as it is, and so is one of more than
 * 64 KiB or one whose readable form exceeds 256 KiB (170 bytes can be made to expand to gigabytes).
 * Never appends nothing for a LINKAGE that is not empty. Returns whether it was mangled.
 */
bool jp_demangle(struct jp_span linkage, struct jp_buf *out);

#endif
