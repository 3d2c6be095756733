/* SPDX-License-Identifier: BSD-2-Clause */
/* The formats of a table, each in a file of its own, and what they share. */
#ifndef JP_TABLE_PRIVATE_H
#define JP_TABLE_PRIVATE_H

#include "jp_table.h"

/* What a cell looks like where no type can be written. */
void jp_table_cell_plain(struct jp_buf *out, const struct jp_column *column, struct jp_cell cell);
/* Six digits; the point does not follow the locale, which is never set. */
void jp_table_cell_real(struct jp_buf *out, double value);
/* As it is written: six decimals, and no negative zero. */
double jp_table_cell_share(double share);

void jp_table_print_text(struct jp_buf *out, const struct jp_table *table);
void jp_table_print_markdown(struct jp_buf *out, const struct jp_table *table);
void jp_table_print_json(struct jp_buf *out, const struct jp_table *table);
void jp_table_print_json_lines(struct jp_buf *out, const struct jp_table *table);
/* CSV for a comma, TSV for a tab. */
void jp_table_print_separated(struct jp_buf *out, const struct jp_table *table, char separator);

#endif
