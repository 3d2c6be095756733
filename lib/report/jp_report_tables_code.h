/* SPDX-License-Identifier: BSD-2-Clause */
/* Listings as tables, for --format=json, csv and tsv. Schemas: doc/json-schema. */
#ifndef JP_REPORT_TABLES_CODE_H
#define JP_REPORT_TABLES_CODE_H

#include "jp_assembly.h"
#include "jp_report_list.h"
#include "jp_report_tables.h"

/*
 * "list": function, file ("" when not known), line (0 when not known), flat, cum, text ("" without
 * the source): the lines with values. The caller releases TABLE.
 */
void jp_report_table_list(struct jp_table *table, const struct jp_report_context *context,
                          const struct jp_listing *listing,
                          const struct jp_report_function_names *names);

/*
 * "disasm": function, address (hexadecimal, of the file), file, line, flat, cum, instruction: all
 * instructions of each function, in their order. The caller releases TABLE.
 */
void jp_report_table_disasm(struct jp_table *table, const struct jp_report_context *context,
                            const struct jp_assembly *assembly,
                            const struct jp_report_function_names *names);

#endif
