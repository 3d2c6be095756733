/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --raw: a dump with the names of its addresses in front, which can be read without the program's
 * files, by this program and by jeprof:
 *
 *     --- symbol
 *     binary=PROGRAM
 *     0xADDRESS OUTERMOST--INLINED--INNERMOST     (ascending)
 *     ---
 *     --- heap
 *     the dump as it was
 *
 * As jeprof does, the youngest address of a stack is written as recorded and its callers' minus
 * one. Names are complete; "--" in a name becomes "- -", because it would end the name.
 */
#ifndef JP_REPORT_RAW_H
#define JP_REPORT_RAW_H

#include "jp_report.h"

/*
 * DUMP: the bytes of the one file, unpacked, that the context's profile was made from. When it has
 * a symbol section already, that is replaced. IS_GROWTH: the dump is a growth profile.
 */
void jp_report_raw(struct jp_buf *out, const struct jp_report_context *context, struct jp_span dump,
                   bool is_growth);

#endif
