/* SPDX-License-Identifier: BSD-2-Clause */
/* For tests: each line of standard input is a linkage name; its readable form goes to stdout. */
#include "config.h"

#include "jp_demangle.h"
#include "jp_file.h"

#include <stdio.h>

int main(void)
{
    struct jp_file file;
    struct jp_error error = JP_ERROR_INIT;
    struct jp_buf out = JP_BUF_INIT;
    struct jp_span line;

    if (!jp_file_open(&file, "-", JP_FILE_NAMED_BY_USER, &error))
        return JP_EXIT_INPUT;
    for (struct jp_span rest = file.bytes; jp_span_take_line(&rest, &line, NULL);) {
        jp_demangle(line, &out);
        jp_buf_add_byte(&out, '\n');
    }
    fwrite(out.ptr ? out.ptr : "", 1, out.len, stdout);
    jp_buf_release(&out);
    jp_file_release(&file);
    return JP_EXIT_OK;
}
