/* SPDX-License-Identifier: BSD-2-Clause */
/* --gate: which limits were broken, for people and for what runs in continuous integration. */
#ifndef JP_REPORT_GATE_H
#define JP_REPORT_GATE_H

#include "jp_gate.h"
#include "jp_report_leaks.h"

struct jp_report_gate_input {
    const struct jp_report_leaks_input *leaks; /* what the gate looked at */
    const struct jp_gate *gate;
    const struct jp_limit *limits;
    size_t limit_count;
    const char *baseline;    /* the dump that the series was compared with; NULL: none */
    double suppressed_bytes; /* held by suppressed stacks in the last dump */
    size_t suppressed_count; /* such stacks */
};

/* The violations, then what was checked. */
void jp_report_gate(struct jp_buf *out, const struct jp_report_gate_input *input);

/* "gate": limit, name, measured, allowed, grown, certain, possible, proven, shape, stack. */
void jp_report_table_gate(struct jp_table *table, const struct jp_report_gate_input *input);

/* A sentence, and the violations as text in a fence. */
void jp_report_markdown_gate(struct jp_buf *out, const struct jp_report_gate_input *input);

/* Workflow commands of GitHub: "::error title=...::...". */
void jp_report_github_gate(struct jp_buf *out, const struct jp_report_gate_input *input);

/* JUnit's XML: a test case per limit that holds, and per violation. */
void jp_report_junit_gate(struct jp_buf *out, const struct jp_report_gate_input *input);

/* Per violation "FAIL NAME: TEXT", and below it where. */
void jp_report_gate_violations(struct jp_buf *out, const struct jp_report_gate_input *input);

/*
 * Where a violation is, line by line behind INDENT: the program's own frames of the stack that grew
 * most, the youngest first; of the total the sites that hold most. Never more than a few lines.
 */
void jp_report_gate_where(struct jp_buf *out, const struct jp_report_gate_input *input,
                          const struct jp_violation *violation, const char *indent);
/* The name of its site; "total" for the total. */
struct jp_span jp_report_gate_name(const struct jp_report_gate_input *input,
                                   const struct jp_violation *violation);
/* "+6.20 MiB/h, more than 5MiB/h; grew by 31.00 MiB, at least 28.10 MiB" */
void jp_report_gate_text(struct jp_buf *out, const struct jp_report_gate_input *input,
                         const struct jp_violation *violation);

#endif
