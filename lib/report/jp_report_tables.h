/* SPDX-License-Identifier: BSD-2-Clause */
/* The reports as tables for --format=json, csv and tsv. Schemas: doc/json-schema. */
#ifndef JP_REPORT_TABLES_H
#define JP_REPORT_TABLES_H

#include "jp_regex.h"
#include "jp_report.h"
#include "jp_report_tree.h"
#include "jp_table.h"

/* What all tables have: the unit of values, and the facts that each says about itself. */
const char *jp_report_table_unit(const struct jp_report_context *context);
void jp_report_table_facts(struct jp_table *table, const struct jp_report_context *context,
                           double kept);

/* Each initializes TABLE, which the caller releases. */

/* "top": name, flat, flat_share, cum, cum_share; shares are of the kept value, as in --text. */
void jp_report_table_top(struct jp_table *table, const struct jp_report_context *context,
                         const struct jp_top *top);

/*
 * "tree": id, parent (0: the root, which has no row), depth, name, self, total, cut (what children
 * hold that LIMITS left out). What holds nothing is left out, so ids may be missing. Returns how
 * many nodes the limits left out.
 */
size_t jp_report_table_tree(struct jp_table *table, const struct jp_report_context *context,
                            const struct jp_tree *tree, const struct jp_report_tree_limits *limits);

/* "peek": function, relation (caller, callee, itself), name ("" for no caller), value, share. */
void jp_report_table_peek(struct jp_table *table, const struct jp_report_context *context,
                          const struct jp_top *top, struct jp_regex *regex);

/* "traces": stack (as --collapsed has it), objects, bytes, alloc_objects, alloc_bytes. */
void jp_report_table_traces(struct jp_table *table, const struct jp_report_context *context,
                            const struct jp_view views[JP_METRIC_COUNT]);

#endif
