/* SPDX-License-Identifier: BSD-2-Clause */
/* The code of symbols: what a module's file holds between two addresses. */
#ifndef JP_CODE_H
#define JP_CODE_H

#include "jp_profile.h"

struct jp_code {
    uint32_t module;
    uint64_t start; /* ELF virtual addresses */
    uint64_t end;
};

/* The symbol that holds the code of LOCATION; false: its file is not at hand, or has none there. */
bool jp_code_find(const struct jp_profile *profile, uint32_t location, struct jp_code *code);

/* By module, then by address; for qsort. */
int jp_code_compare(const void *left, const void *right);

#endif
