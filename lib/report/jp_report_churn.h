/* SPDX-License-Identifier: BSD-2-Clause */
/* --churn: allocated, freed again, and how long it lived. */
#ifndef JP_REPORT_CHURN_H
#define JP_REPORT_CHURN_H

#include "jp_churn.h"
#include "jp_report_site.h"
#include "jp_table.h"

struct jp_report_churn_input {
    const struct jp_churn *churn;
    const struct jp_axis *axis;
    const struct jp_report_sites *names;
    const char *program;
    size_t dump_count;
    size_t limit; /* rows, at most */
};

void jp_report_churn(struct jp_buf *out, const struct jp_report_churn_input *input);

/* "churn": name, live, allocated, freed_share, rate, lifetime (in units of the axis). */
void jp_report_table_churn(struct jp_table *table, const struct jp_report_churn_input *input);

#endif
