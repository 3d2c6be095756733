/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Keep the end of a long path: it tells more than the beginning. */
static void copy_path(char *to, size_t size, const char *path)
{
    const size_t len = strlen(path);

    if (len < size)
        memcpy(to, path, len + 1);
    else
        snprintf(to, size, "...%s", path + len - (size - 4));
}

bool jp_error_set(struct jp_error *error, enum jp_exit status, const char *path, uint64_t line,
                  const char *format, ...)
{
    va_list args;

    if (!error || error->exit != JP_EXIT_OK)
        return false;
    error->exit = status;
    error->line = line;
    error->hint[0] = '\0';
    copy_path(error->path, sizeof error->path, path ? path : "");
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    return false;
}

bool jp_error_hint(struct jp_error *error, const char *format, ...)
{
    va_list args;

    if (!error || error->hint[0])
        return false;
    va_start(args, format);
    vsnprintf(error->hint, sizeof error->hint, format, args);
    va_end(args);
    return false;
}

/* Add as much of TEXT as fits. */
static void append(char *to, size_t size, const char *text)
{
    const size_t used = strlen(to);
    const size_t len = strnlen(text, size - used - 1);

    memcpy(to + used, text, len);
    to[used + len] = '\0';
}

bool jp_error_prepend(struct jp_error *error, const char *format, ...)
{
    char old[sizeof error->message];
    va_list args;

    if (!error || error->exit == JP_EXIT_OK)
        return false;
    memcpy(old, error->message, sizeof old);
    va_start(args, format);
    const int used = vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    if (used < 0)
        error->message[0] = '\0';
    append(error->message, sizeof error->message, ": ");
    append(error->message, sizeof error->message, old);
    return false;
}

bool jp_error_errno(struct jp_error *error, enum jp_exit status, const char *path, const char *what)
{
    return jp_error_set(error, status, path, 0, "cannot %s: %s", what, strerror(errno));
}
