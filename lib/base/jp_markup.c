/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_markup.h"

const char *jp_markup_entity(char byte)
{
    switch (byte) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}
