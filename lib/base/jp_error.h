/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Errors are values: a caller-owned struct on the stack, passed last, filled by the first failure.
 *
 * Functions that can fail return bool (true = fine) or a pointer. Upper layers may only put what
 * they were doing in front (jp_error_prepend), never replace the message. Absence ("no debug
 * info") is not an error but a result with a reason; see jp_miss.h.
 */
#ifndef JP_ERROR_H
#define JP_ERROR_H

#include "jp_attr.h"

#include <stdbool.h>
#include <stdint.h>

/* The exit statuses of the program; the manual's table is made from this list. */
#define JP_EXIT_LIST(X)                                                              \
    X(OK, 0, "everything asked for was done")                                        \
    X(GATE, 1, "a gate failed: growth above the limit that was set")                 \
    X(USAGE, 2, "the command line could not be understood")                          \
    X(INPUT, 3, "an input could not be used, or was damaged and --strict was given") \
    X(WRITE, 4, "the output could not be written")                                   \
    X(INTERNAL, 5, "a fault of the program itself, or memory exhausted")

enum jp_exit {
#define X(name, status, text) JP_EXIT_##name = (status),
    JP_EXIT_LIST(X)
#undef X
};

struct jp_error {
    enum jp_exit exit;  /* JP_EXIT_OK: no error */
    char path[512];     /* the file concerned, or "" */
    uint64_t line;      /* counted from 1; 0: not about a line */
    char message[1024]; /* one line: what is wrong and what was expected */
    char hint[512];     /* what to do about it, or "" */
};

#define JP_ERROR_INIT      \
    {                      \
        .exit = JP_EXIT_OK \
    }

/*
 * Fill ERROR unless it already holds a failure. PATH may be NULL. ERROR may be NULL: the failure is
 * then only told by the caller's return value. Always returns false, so that a failing function
 * can end with "return jp_error_set(...)".
 */
bool jp_error_set(struct jp_error *error, enum jp_exit status, const char *path, uint64_t line,
                  const char *format, ...) JP_PRINTF(5, 6);

/* Add what the user can do; kept only when no hint is there yet. Returns false. */
bool jp_error_hint(struct jp_error *error, const char *format, ...) JP_PRINTF(2, 3);

/* Put CONTEXT and ": " in front of the message. Returns false. */
bool jp_error_prepend(struct jp_error *error, const char *format, ...) JP_PRINTF(2, 3);

/* Fill from errno: "cannot WHAT: reason". Returns false. */
bool jp_error_errno(struct jp_error *error, enum jp_exit status, const char *path,
                    const char *what);

#endif
