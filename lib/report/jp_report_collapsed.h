/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --collapsed: one line per stack, root first, for flame-graph programs: "main;run;alloc 4096".
 *
 * Values are whole bytes or objects, cut towards zero; a line whose value is then 0 is left out.
 * Stacks of equal names are one line. Lines are sorted by the bytes of their stack. An inlined call
 * has "[inline]" behind its name, a function without a name is its file and line. A semicolon in a
 * name becomes a colon, since it cannot be written otherwise.
 */
#ifndef JP_REPORT_COLLAPSED_H
#define JP_REPORT_COLLAPSED_H

#include "jp_report.h"

void jp_report_collapsed(struct jp_buf *out, const struct jp_report_context *context);

#endif
