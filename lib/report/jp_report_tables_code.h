/* SPDX-License-Identifier: BSD-2-Clause */
/* Listings as tables, for --format=json, csv and tsv. Schemas: doc/json-schema. */
#ifndef JP_REPORT_TABLES_CODE_H
#define JP_REPORT_TABLES_CODE_H

#include "jp_report_list.h"
#include "jp_report_tables.h"

/*
 * "list": function, file ("" when not known), line (0 when not known), flat, cum, text ("" without
 * the source): the lines with values. The caller releases TABLE.
 */
void jp_report_table_list(struct jp_table *table, const struct jp_report_context *context,
                          const struct jp_listing *listing,
                          const struct jp_report_function_names *names);

#endif
