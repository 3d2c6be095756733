/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of code made at run time, as just-in-time compilers write them for perf: a text file with
 * one line per piece of code, "START SIZE NAME", both numbers in hexadecimal with or without "0x",
 * START an absolute address of the process. The name may hold blanks. Format: jit-interface.txt of
 * Linux's perf tool.
 */
#ifndef JP_PERF_MAP_H
#define JP_PERF_MAP_H

#include "jp_diag.h"

/*
 * Look up COUNT addresses, ascending and unique, each inside its call instruction. NAMES[i] becomes
 * the name of the last line that covers addresses[i], because code is thrown away and its place
 * used again; it stays as it is where no line does. The spans point into TEXT. Lines that cannot be
 * read are skipped and told in DIAGS with PATH.
 */
void jp_perf_map_look_up(struct jp_span text, const char *path, const uint64_t *addresses,
                         size_t count, struct jp_span *names, struct jp_diags *diags);

#endif
