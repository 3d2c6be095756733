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
 *     heap_v2/PERIOD
 *       t*: OBJECTS: BYTES [ALLOC_OBJECTS: ALLOC_BYTES]
 *       t1: ... NAME                              (threads)
 *     @ 0xYOUNGEST 0xCALLER ...                   (as they were met first)
 *       t*: ...
 *     MAPPED_LIBRARIES:
 *     START-END PERMISSIONS OFFSET 00:00 INODE PATH
 *
 * As jeprof does, the youngest address of a stack is named as recorded and its callers' minus
 * one. Names are complete; "--" in a name becomes "- -", because it would end the name.
 *
 * The dump is written anew from the model, and not copied: so it is the same from a file and from a
 * store, and filters and several dumps have a part in it. The counters are those that were read; of
 * several dumps, as a rule, the period is 0 and the counters are estimates, to the nearest integer.
 * Of a map the parts that matter are there: see jp_mappings.h.
 */
#ifndef JP_REPORT_RAW_H
#define JP_REPORT_RAW_H

#include "jp_raw_rows.h"
#include "jp_report.h"

/*
 * ROWS are of the context's view, which keeps the allocator's frames, and none of them is negative.
 * The context's profile has its mappings.
 */
void jp_report_raw(struct jp_buf *out, const struct jp_report_context *context,
                   const struct jp_raw_rows *rows, uint32_t thread);

#endif
