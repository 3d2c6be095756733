/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_miss.h"

const char *jp_miss_text(enum jp_miss miss)
{
    switch (miss) {
#define X(name, text)    \
    case JP_MISS_##name: \
        return text;
        JP_MISS_LIST(X)
#undef X
    }
    return "the reason is not known";
}
