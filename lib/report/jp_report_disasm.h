/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --disasm=RE: machine code with the flat and cumulative value of each instruction, as jeprof
 * prints it: instructions of one source line stand below that line.
 */
#ifndef JP_REPORT_DISASM_H
#define JP_REPORT_DISASM_H

#include "jp_assembly.h"
#include "jp_report_list.h"

/* SOURCES: per string id of the routines' strings, the source file of that name or NULL. */
void jp_report_disasm(struct jp_buf *out, const struct jp_report_context *context,
                      const struct jp_assembly *assembly,
                      const struct jp_report_function_names *names,
                      const struct jp_source_file *const *sources);

#endif
