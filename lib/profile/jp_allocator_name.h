/* SPDX-License-Identifier: BSD-2-Clause */
/* What the rules say of a function's name: is it the allocator's? */
#ifndef JP_ALLOCATOR_NAME_H
#define JP_ALLOCATOR_NAME_H

#include "jp_allocator.h"

/* FULL_NAME is demangled and complete. AS_JEPROF: see jp_allocator_mark. */
enum jp_allocator_class jp_allocator_judge_name(const struct jp_rules *rules,
                                                struct jp_span full_name, bool as_jeprof);

#endif
