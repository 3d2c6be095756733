/* SPDX-License-Identifier: BSD-2-Clause */
/* --diff: four lists of what changed. */
#ifndef JP_REPORT_DIFF_H
#define JP_REPORT_DIFF_H

#include "jp_diff.h"
#include "jp_report_site.h"
#include "jp_table.h"

struct jp_report_diff_input {
    const struct jp_report_context *context;
    const struct jp_diff *diff;
    const struct jp_report_sites *names;
    bool show_stacks; /* below each row, the stack that changed most */
    size_t limit;     /* rows in each list, at most */
};

/* Grown, shrunk, new and gone; "*" marks what is more than sampling noise. */
void jp_report_diff(struct jp_buf *out, const struct jp_report_diff_input *input);

/*
 * "diff": list, name, before, after, change, change_share (of before), low and high (95 % limits of
 * the change), z, q, proven (yes, no), and stack with show_stacks. All rows but the unchanged.
 */
void jp_report_table_diff(struct jp_table *table, const struct jp_report_diff_input *input);

#endif
