/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_diag.h"

#include "jp_buf.h"

#include <stdarg.h>
#include <stdio.h>

void jp_diags_init(struct jp_diags *diags)
{
    *diags = (struct jp_diags){0};
    jp_intern_init(&diags->strings);
}

void jp_diags_release(struct jp_diags *diags)
{
    jp_intern_release(&diags->strings);
    jp_vec_release(&diags->list);
}

void jp_diags_add(struct jp_diags *diags, enum jp_severity severity, const char *path,
                  uint64_t line, const char *format, ...)
{
    char message[1024];
    va_list args;

    if (!diags)
        return;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);

    const uint32_t path_id = jp_intern_add_text(&diags->strings, path ? path : "");
    const uint32_t message_id = jp_intern_add_text(&diags->strings, message);
    for (size_t i = 0; i < diags->list.count; i++) {
        struct jp_diag *const known = &diags->list.data[i];
        if (known->severity == severity && known->path == path_id && known->message == message_id) {
            known->count++;
            return;
        }
    }
    jp_vec_push(&diags->list, (struct jp_diag){severity, path_id, line, message_id, 1});
}

size_t jp_diags_count(const struct jp_diags *diags, enum jp_severity severity)
{
    size_t count = 0;

    for (size_t i = 0; i < diags->list.count; i++)
        count += diags->list.data[i].severity == severity;
    return count;
}
