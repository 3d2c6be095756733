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

static void JP_PRINTF(4, 0) add(struct jp_diags *diags, const struct jp_diag *about,
                                const char *path, const char *format, va_list args)
{
    char message[1024];
    struct jp_diag diag = *about;

    vsnprintf(message, sizeof message, format, args);
    diag.path = jp_intern_add_text(&diags->strings, path ? path : "");
    diag.message = jp_intern_add_text(&diags->strings, message);
    for (size_t i = 0; i < diags->list.count; i++) {
        struct jp_diag *const known = &diags->list.data[i];
        if (known->severity == diag.severity && known->path == diag.path &&
            known->message == diag.message) {
            known->count += diag.count;
            return;
        }
    }
    jp_vec_push(&diags->list, diag);
}

void jp_diags_add(struct jp_diags *diags, enum jp_severity severity, const char *path,
                  uint64_t line, const char *format, ...)
{
    const struct jp_diag about = {.severity = severity, .line = line, .count = 1};
    va_list args;

    if (!diags)
        return;
    va_start(args, format);
    add(diags, &about, path, format, args);
    va_end(args);
}

void jp_diags_add_many(struct jp_diags *diags, enum jp_severity severity, const char *path,
                       uint64_t line, uint64_t count, const char *format, ...)
{
    const struct jp_diag about = {.severity = severity, .line = line, .count = count};
    va_list args;

    if (!diags)
        return;
    va_start(args, format);
    add(diags, &about, path, format, args);
    va_end(args);
}

void jp_diags_join(struct jp_diags *diags, const struct jp_diags *other)
{
    for (size_t i = 0; i < other->list.count; i++) {
        const struct jp_diag *const diag = &other->list.data[i];
        const char *const path = jp_intern_text(&other->strings, diag->path);
        jp_diags_add_many(diags, diag->severity, path[0] ? path : NULL, diag->line, diag->count,
                          "%s", jp_intern_text(&other->strings, diag->message));
    }
}

size_t jp_diags_count(const struct jp_diags *diags, enum jp_severity severity)
{
    size_t count = 0;

    for (size_t i = 0; i < diags->list.count; i++)
        count += diags->list.data[i].severity == severity;
    return count;
}
