/* SPDX-License-Identifier: BSD-2-Clause */
/* --symbols: the names of addresses that somebody asked about. */
#ifndef JP_REPORT_SYMBOLS_H
#define JP_REPORT_SYMBOLS_H

#include "jp_naming.h"
#include "jp_table.h"

struct jp_symbol_answers {
    const struct jp_profile *profile; /* resolved; its locations are plain addresses, plus one */
    enum jp_naming naming;
    const uint64_t *addresses; /* as asked */
    const uint32_t *locations; /* of each */
    size_t count;
};

/* A line each: the function that holds the code, whatever is inlined there; "??" without a name. */
void jp_report_symbols(struct jp_buf *out, const struct jp_symbol_answers *answers);

/*
 * "symbols": address, depth, function, file, line, column, module, module_address, missing. A row
 * for each frame, the innermost inlined call first; one without a function when there is no name.
 * The caller releases TABLE.
 */
void jp_report_table_symbols(struct jp_table *table, const struct jp_symbol_answers *answers);

#endif
