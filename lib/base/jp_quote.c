/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_quote.h"

#include <string.h>

const char *jp_quote(char out[static JP_QUOTE_SIZE], struct jp_span span)
{
    static const char digits[] = "0123456789abcdef";
    static const char tail[] = "'...";
    size_t used = 0;
    size_t done = 0;

    out[used++] = '\'';
    /* Room for one escape and the tail with its NUL. */
    for (; done < span.len && used + 4 + sizeof tail <= JP_QUOTE_SIZE; done++) {
        const unsigned char byte = (unsigned char)span.ptr[done];
        if (byte >= ' ' && byte < 0x7f) {
            out[used++] = (char)byte;
            continue;
        }
        out[used++] = '\\';
        out[used++] = 'x';
        out[used++] = digits[byte >> 4];
        out[used++] = digits[byte & 15];
    }
    if (done < span.len)
        memcpy(out + used, tail, sizeof tail);
    else
        memcpy(out + used, "'", 2);
    return out;
}
