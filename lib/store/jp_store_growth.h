/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sums of growth(series): least squares over the dumps of a series, stack by stack. SQL would
 * sort the samples of all dumps by stack, which takes longer and longer the more there are; here
 * each dump is read once, in the order that it is stored in, and added to a table of stacks.
 */
#ifndef JP_STORE_GROWTH_H
#define JP_STORE_GROWTH_H

#include "jp_store_private.h"

/*
 * The SQL function jp_growth(sums, stack, what) gives what jp_store_growth_bind has summed up of a
 * stack; NULL where there is none.
 */
enum jp_store_growth {
    JP_GROWTH_DUMPS,    /* of the series, whole ones; NULL when none of them has the stack */
    JP_GROWTH_SEEN,     /* those that have the stack */
    JP_GROWTH_PER_HOUR, /* slope in bytes; NULL when the times are of no use */
    JP_GROWTH_PER_DUMP, /* slope in bytes; NULL for a series of one dump */
    JP_GROWTH_BYTES,    /* last minus first dump */
};

/* Make jp_growth known on the connection. */
JP_MUST_CHECK bool jp_store_growth_add(const struct jp_sql *sql, struct jp_error *error);

/* Sum up the whole dumps (jp_whole.h) of the series called NAME, and bind the sums to a parameter
 * of STATEMENT, which frees them.
 */
JP_MUST_CHECK bool jp_store_growth_bind(const struct jp_store *store, const char *name,
                                        sqlite3_stmt *statement, int index, struct jp_error *error);

#endif
