/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Words on standard error, in the form that editors understand: "path:line: warning: message".
 * Nothing here ever writes to standard output.
 */
#ifndef JP_SAY_H
#define JP_SAY_H

#include "jp_diag.h"
#include "jp_error.h"
#include "jp_options.h"

struct jp_say {
    bool is_quiet;
    bool is_verbose;
    bool has_color;
};

/* From --quiet, --verbose, --color and the environment. */
struct jp_say jp_say_of(const struct jp_options *options);

/* Whole lines, each with the program's name in front, unless quiet. */
void jp_say_text(const struct jp_say *say, struct jp_span lines);
/* Diagnostics from number FIRST on, in order; warnings unless quiet, notes when verbose. */
void jp_say_diags(const struct jp_say *say, const struct jp_diags *diags, size_t first);
/* An error and its hint, always. */
void jp_say_error(const struct jp_say *say, const struct jp_error *error);

#endif
