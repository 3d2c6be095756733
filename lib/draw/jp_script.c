/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_script.h"

#include "jp_json.h"

void jp_script_string(struct jp_buf *out, struct jp_span text)
{
    struct jp_buf json = JP_BUF_INIT;

    jp_json_text(&json, text);
    for (size_t i = 0; i < json.len; i++) {
        const char byte = json.ptr[i];
        if (byte == '<' || byte == '>' || byte == '&')
            jp_buf_format(out, "\\u%04x", (unsigned)byte);
        else
            jp_buf_add_byte(out, byte);
    }
    jp_buf_release(&json);
}
