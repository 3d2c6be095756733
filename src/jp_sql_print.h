/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Results of SQL as tables in the format that was chosen, one after the other. Real numbers keep
 * all digits where programs read them; in text and markdown they are whole from a million on, and
 * have six digits below.
 */
#ifndef JP_SQL_PRINT_H
#define JP_SQL_PRINT_H

#include "jp_store_query.h"
#include "jp_table.h"

struct jp_sql_print {
    struct jp_buf *out;
    enum jp_table_format format;
    struct jp_table table;
};

/* A query that prints to PRINT; its text and parameters are the caller's. */
struct jp_store_query jp_sql_print_query(struct jp_sql_print *print);
/* After a failure a table may be left. */
void jp_sql_print_release(struct jp_sql_print *print);

#endif
