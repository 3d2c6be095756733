/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions and tables that SQL has on our connections; see jp_store_query.h. */
#ifndef JP_STORE_FUNCTIONS_H
#define JP_STORE_FUNCTIONS_H

#include "jp_store_private.h"

JP_MUST_CHECK bool jp_store_functions_add(struct jp_store *store, struct jp_error *error);

/*
 * diff() and growth(): names of views, which they take precedence over. STORE must outlive the
 * connection.
 */
JP_MUST_CHECK bool jp_store_tables_add(struct jp_store *store, struct jp_error *error);

#endif
