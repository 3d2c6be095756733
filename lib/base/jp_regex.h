/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Perl regular expressions (PCRE2, with its just-in-time compiler where there is one). Matching is
 * unanchored and case-sensitive, as in jeprof, with bounded work: a pattern that backtracks
 * without end is a non-match and is_exhausted is set.
 */
#ifndef JP_REGEX_H
#define JP_REGEX_H

#include "jp_error.h"
#include "jp_span.h"

struct jp_regex {
    struct pcre2_real_code_8 *code; /* NULL: an empty pattern, "not given" */
    struct pcre2_real_match_data_8 *match;
    struct pcre2_real_match_context_8 *context;
    bool is_exhausted;
};

/* An empty PATTERN gives an expression for which jp_regex_is_given is false. */
JP_MUST_CHECK bool jp_regex_init(struct jp_regex *regex, const char *pattern,
                                 struct jp_error *error);
void jp_regex_release(struct jp_regex *regex);

static inline bool jp_regex_is_given(const struct jp_regex *regex)
{
    return regex->code != NULL;
}

bool jp_regex_matches(struct jp_regex *regex, struct jp_span subject);

#endif
