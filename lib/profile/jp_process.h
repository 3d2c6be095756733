/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which process a dump is of, as a text. Addresses that lie in no file mean something in their
 * process only: where dumps of several are kept together, the text tells them apart.
 */
#ifndef JP_PROCESS_H
#define JP_PROCESS_H

#include "jp_dump.h"

/*
 * "NAME:PROGRAM@ADDRESS": the process as the name of the file has it, without folders; the mapped
 * file at the lowest address; where the kernel put [vdso], which differs from start to start. What
 * is not known is empty; all of it is empty when nothing is.
 */
void jp_process_of(struct jp_buf *text, const struct jp_dump *dump);

/* The number of the process in such a text; false: it is not known. */
bool jp_process_pid(struct jp_span text, uint64_t *pid);

#endif
