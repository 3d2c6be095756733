/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Addresses that somebody asks about, and the memory map of the process they are from: what
 * jeprof --symbols reads. A line of a memory map is that; of other lines the first word "0x" and
 * hexadecimal digits is a question.
 */
#ifndef JP_QUESTIONS_H
#define JP_QUESTIONS_H

#include "jp_dump.h"

/* An address of more than 64 bits: it lies nowhere. */
#define JP_QUESTION_NOWHERE UINT64_MAX

/*
 * Fill DUMP with the map and, in its addresses, the questions in their order; it has no stacks.
 * Lines that are neither are told in DIAGS once. The caller releases DUMP.
 */
void jp_questions_parse(struct jp_dump *dump, struct jp_span text, const char *path,
                        struct jp_diags *diags);

#endif
