/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Diagnostics: what the user should know although the work goes on. The library collects them in
 * order; the program prints them on stderr as "path:line: warning: message". Identical messages
 * are kept once with a count, so that ten thousand bad records are one line.
 */
#ifndef JP_DIAG_H
#define JP_DIAG_H

#include "jp_intern.h"

enum jp_severity {
    JP_NOTE,    /* shown with -v only */
    JP_WARNING, /* something was skipped or is doubtful */
};

struct jp_diag {
    enum jp_severity severity;
    uint32_t path; /* id in strings; 0: no file */
    uint64_t line; /* of the first occurrence, counted from 1; 0: not about a line */
    uint32_t message;
    uint64_t count;
};

struct jp_diags {
    struct jp_intern strings;
    JP_VEC(struct jp_diag) list;
};

void jp_diags_init(struct jp_diags *diags);
void jp_diags_release(struct jp_diags *diags);

/* PATH may be NULL. DIAGS may be NULL: nothing is kept then. */
void jp_diags_add(struct jp_diags *diags, enum jp_severity severity, const char *path,
                  uint64_t line, const char *format, ...) JP_PRINTF(5, 6);
/* The same for something that was met COUNT times, the first time at LINE. */
void jp_diags_add_many(struct jp_diags *diags, enum jp_severity severity, const char *path,
                       uint64_t line, uint64_t count, const char *format, ...) JP_PRINTF(6, 7);
/* Add all of OTHER, in their order, as if they had been told here. */
void jp_diags_join(struct jp_diags *diags, const struct jp_diags *other);
/* Number of diagnostics of that severity, repetitions not counted. */
size_t jp_diags_count(const struct jp_diags *diags, enum jp_severity severity);

#endif
