/* SPDX-License-Identifier: BSD-2-Clause */
/* From what was typed to a row of the option table: case, abbreviations, "no" in front. */
#ifndef JP_SPELLING_H
#define JP_SPELLING_H

#include "jp_options.h"
#include "jp_span.h"

struct jp_spelling {
    enum jp_option_id id;
    bool is_negated;
};

/*
 * NAME is the typed name without dashes and value. False: a usage error that says whether it is
 * unknown or ambiguous, and what may have been meant.
 */
JP_MUST_CHECK bool jp_spelling_find(struct jp_span name, struct jp_spelling *spelling,
                                    struct jp_error *error);

#endif
