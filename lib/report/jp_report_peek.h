/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --peek=RE: for each function (line, file, address) whose key matches, the callers above it and
 * the callees below it, with the value that comes through each and its share of the function's.
 */
#ifndef JP_REPORT_PEEK_H
#define JP_REPORT_PEEK_H

#include "jp_regex.h"
#include "jp_report.h"

/* Keys that match, descending by |cumulative value|, then by text. */
struct jp_report_matches {
    JP_VEC(uint32_t) keys;
};

void jp_report_matches_init(struct jp_report_matches *matches, const struct jp_keys *keys,
                            const struct jp_top *top, struct jp_regex *regex);
void jp_report_matches_release(struct jp_report_matches *matches);

/*
 * At most LIMIT functions are shown, the largest cumulative values first; what is left out is
 * counted in a last line. Returns the number of keys that match.
 */
size_t jp_report_peek(struct jp_buf *out, const struct jp_report_context *context,
                      const struct jp_top *top, struct jp_regex *regex, size_t limit);

#endif
