/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include "jp_regex.h"

#include "jp_mem.h"
#include "jp_number.h"

#include <inttypes.h>
#include <pcre2.h>

/* The first is some milliseconds of work: a hundred times that is what a user should wait. */
enum { MATCH_LIMIT = 1000000, DEPTH_LIMIT = 100000, MOST_EXHAUSTED = 100 };

bool jp_regex_init(struct jp_regex *regex, const char *pattern, struct jp_error *error)
{
    int code;
    PCRE2_SIZE offset;

    *regex = (struct jp_regex){0};
    if (!pattern || !*pattern)
        return true;
    regex->code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_NEVER_UTF, &code,
                                &offset, NULL);
    if (!regex->code && code == PCRE2_ERROR_HEAP_FAILED)
        jp_mem_exhausted();
    if (!regex->code) {
        PCRE2_UCHAR reason[256];
        pcre2_get_error_message(code, reason, sizeof reason);
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                            "bad regular expression '%s' at character %zu: %s", pattern,
                            (size_t)offset + 1, (const char *)reason);
    }
    pcre2_jit_compile(regex->code, PCRE2_JIT_COMPLETE);
    regex->match = pcre2_match_data_create_from_pattern(regex->code, NULL);
    regex->context = pcre2_match_context_create(NULL);
    if (!regex->match || !regex->context)
        jp_mem_exhausted();
    pcre2_set_match_limit(regex->context, MATCH_LIMIT);
    pcre2_set_depth_limit(regex->context, DEPTH_LIMIT);
    return true;
}

void jp_regex_release(struct jp_regex *regex)
{
    pcre2_match_context_free(regex->context);
    pcre2_match_data_free(regex->match);
    pcre2_code_free(regex->code);
    *regex = (struct jp_regex){0};
}

bool jp_regex_matches(struct jp_regex *regex, struct jp_span subject)
{
    const PCRE2_SPTR text = (PCRE2_SPTR)(subject.len ? subject.ptr : "");

    if (regex->exhausted_count == MOST_EXHAUSTED)
        return false;
    int found = pcre2_match(regex->code, text, subject.len, 0, PCRE2_NO_UTF_CHECK, regex->match,
                            regex->context);

    /* Compiled code works on a small stack of its own; the interpreter uses the heap. */
    if (found == PCRE2_ERROR_JIT_STACKLIMIT)
        found = pcre2_match(regex->code, text, subject.len, 0, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT,
                            regex->match, regex->context);
    if (found < 0 && found != PCRE2_ERROR_NOMATCH)
        regex->exhausted_count++;
    return found >= 0;
}

bool jp_regex_check(const struct jp_regex *regex, const char *option, struct jp_diags *diags,
                    struct jp_error *error)
{
    if (regex->exhausted_count == MOST_EXHAUSTED) {
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                     "--%s: the pattern needs too much time: %d attempts were given up", option,
                     MOST_EXHAUSTED);
        return jp_error_hint(error, "a repetition of a repetition, as in (a+)+, can be tried in "
                                    "ways without number: make one of them a plain character");
    }
    if (regex->exhausted_count)
        jp_diags_add(diags, JP_WARNING, NULL, 0,
                     "--%s: the pattern needs too much time on some names, which are taken as not "
                     "matching (%" PRIu32 " %s given up)",
                     option, regex->exhausted_count,
                     jp_number_words(regex->exhausted_count, "attempt was", "attempts were"));
    return true;
}
