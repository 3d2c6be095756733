/* SPDX-License-Identifier: BSD-2-Clause */
/* Characters that XML and HTML read as markup. */
#ifndef JP_MARKUP_H
#define JP_MARKUP_H

#include <stddef.h>

/* How BYTE is written in a text and in an attribute in double quotes; NULL: as it is. */
const char *jp_markup_entity(char byte);

#endif
