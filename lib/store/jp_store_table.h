/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables that take arguments, as temporary virtual tables: they exist on our connections only, and
 * come before the views of the same names, which have the arguments as columns.
 */
#ifndef JP_STORE_TABLE_H
#define JP_STORE_TABLE_H

#include "jp_store_private.h"

/* Fill the parameters of ROWS from the arguments, of which none is NULL. */
typedef bool jp_store_bind(struct jp_store *store, sqlite3_stmt *rows, sqlite3_value **values,
                           struct jp_error *error);

struct jp_store_table {
    const char *name;
    const char *columns; /* what declares them */
    int column_count;    /* those that the query gives; arguments may be hidden behind them */
    int first_argument;  /* the column */
    int argument_count;
    jp_store_bind *bind;
    const char *query;
    const char *query_of_1;   /* for stores of version 1, where it differs; else NULL */
    const char *query_of_all; /* without arguments; NULL: they must be given */
};

/* Make TABLE, which lives on, known on the connection of STORE, which must outlive it. */
JP_MUST_CHECK bool jp_store_table_add(struct jp_store *store, const struct jp_store_table *table,
                                      struct jp_error *error);

#endif
