/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Perl regular expressions (PCRE2, with its just-in-time compiler where there is one). Matching is
 * unanchored and case-sensitive, as in jeprof, with bounded work: a subject on which the pattern
 * backtracks without end is a non-match, and after a hundred of them the pattern is given up.
 * Whoever used a pattern asks jp_regex_check in the end whether the answers are worth anything.
 */
#ifndef JP_REGEX_H
#define JP_REGEX_H

#include "jp_diag.h"
#include "jp_error.h"
#include "jp_span.h"

struct jp_regex {
    struct pcre2_real_code_8 *code; /* NULL: an empty pattern, "not given" */
    struct pcre2_real_match_data_8 *match;
    struct pcre2_real_match_context_8 *context;
    uint32_t exhausted_count; /* subjects whose matching took too long */
};

/* An empty PATTERN gives an expression for which jp_regex_is_given is false. */
JP_MUST_CHECK bool jp_regex_init(struct jp_regex *regex, const char *pattern,
                                 struct jp_error *error);
void jp_regex_release(struct jp_regex *regex);

static inline bool jp_regex_is_given(const struct jp_regex *regex)
{
    return regex->code != NULL;
}

/* Always false once the pattern is given up. */
bool jp_regex_matches(struct jp_regex *regex, struct jp_span subject);

/*
 * Was the pattern, the value of OPTION, decided on every subject? A few that were not are warned
 * of; false when it was given up.
 */
JP_MUST_CHECK bool jp_regex_check(const struct jp_regex *regex, const char *option,
                                  struct jp_diags *diags, struct jp_error *error);

#endif
