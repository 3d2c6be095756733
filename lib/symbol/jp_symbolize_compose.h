/* SPDX-License-Identifier: BSD-2-Clause */
/* The last step of symbolization: from what DWARF and the symbol table know to frames. */
#ifndef JP_SYMBOLIZE_COMPOSE_H
#define JP_SYMBOLIZE_COMPOSE_H

#include "jp_dwarf_answer.h"

/* Fill NAMES (initialised, empty) with one entry per address of TASK, in order. */
void jp_symbolize_compose(const struct jp_symbolize_task *task, const struct jp_dwarf_answer *dwarf,
                          struct jp_names *names);

#endif
