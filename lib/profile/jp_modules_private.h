/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of jp_modules.h share. */
#ifndef JP_MODULES_PRIVATE_H
#define JP_MODULES_PRIVATE_H

#include "jp_modules.h"

/* The module of a mapping, which is INDEX of the map; its file is looked for, once. */
uint32_t jp_modules_of_mapping(struct jp_modules *modules, const struct jp_mapping *mapping,
                               size_t index);

#endif
