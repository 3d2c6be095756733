/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Known leaks, in the form that LeakSanitizer reads (lsan.supp):
 *
 *     # until 2027-03-31: freed at exit only, being reworked
 *     leak:Registry::load
 *     leak:^libfoo*.so$
 *
 * A template matches a part of the name of a function (complete, or as reports show it), a source
 * file or a module of any frame of a stack; "*" stands for any run of characters, "^" and "$" for
 * the ends. A comment that begins with "until" and a date is for the line below: from the next day
 * on that line counts no more.
 */
#ifndef JP_SUPPRESS_H
#define JP_SUPPRESS_H

#include "jp_error.h"
#include "jp_naming.h"

struct jp_suppression {
    struct jp_span pattern; /* as written, behind "leak:" */
    struct jp_span glob; /* the same for jp_rules_glob: anchors are the stars that are not there */
    uint64_t line;
    struct jp_span comment; /* what stands above it, or empty */
    bool is_expired;
    uint64_t stacks; /* how many it matched */
};

struct jp_suppressions {
    struct jp_arena arena;
    const char *path;
    JP_VEC(struct jp_suppression) list;
};

/*
 * Read the file at PATH. TODAY is a date as year * 10000 + month * 100 + day. False: it cannot be
 * read, or has a line that is none of the above; the message names the line. PATH is kept.
 */
JP_MUST_CHECK bool jp_suppressions_init(struct jp_suppressions *suppressions, const char *path,
                                        int64_t today, struct jp_error *error);
/* The same for bytes in memory, which need not live longer than the call. */
JP_MUST_CHECK bool jp_suppressions_parse(struct jp_suppressions *suppressions, struct jp_span bytes,
                                         const char *path, int64_t today, struct jp_error *error);
void jp_suppressions_release(struct jp_suppressions *suppressions);

/*
 * One flag per stack of the profile, for the caller to free; counts the stacks of each line. KEYS
 * are by function, as reports name them.
 */
bool *jp_suppressions_match(struct jp_suppressions *suppressions, const struct jp_profile *profile,
                            const struct jp_keys *keys);

/*
 * Warns of lines that are expired, and notes those that matched nothing. Returns how many of the
 * latter there are.
 */
size_t jp_suppressions_tell(const struct jp_suppressions *suppressions, struct jp_diags *diags);

#endif
