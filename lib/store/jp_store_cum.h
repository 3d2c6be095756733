/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sums of cum and top: for each function what it holds itself and what the functions that it
 * calls hold, in one dump. SQL would sort a row for each function of each stack; here they are
 * added to a table of functions.
 */
#ifndef JP_STORE_CUM_H
#define JP_STORE_CUM_H

#include "jp_store_private.h"

/*
 * The SQL function jp_cum(sums, function, what) gives what jp_store_cum_bind has summed up of a
 * function; NULL where no stack of the dump passes through it.
 */
enum jp_store_cum {
    JP_CUM_BYTES,
    JP_CUM_OBJECTS,
    JP_CUM_ALLOC_BYTES,
    JP_CUM_ALLOC_OBJECTS,
    JP_CUM_FLAT, /* bytes that it holds itself */
};

/* Make jp_cum known on the connection. */
JP_MUST_CHECK bool jp_store_cum_add(const struct jp_sql *sql, struct jp_error *error);

/* Sum up the dump, and bind the sums to a parameter of STATEMENT, which frees them. */
JP_MUST_CHECK bool jp_store_cum_bind(const struct jp_sql *sql, int64_t dump,
                                     sqlite3_stmt *statement, int index, struct jp_error *error);

#endif
