/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of lib/store share. */
#ifndef JP_STORE_PRIVATE_H
#define JP_STORE_PRIVATE_H

#include "jp_sql.h"
#include "jp_store.h"

/* "JPRF": what PRAGMA application_id says of a store. */
#define JP_STORE_APPLICATION 0x4a505246

/* The schema that this program writes; older ones are brought up to it when a store is changed. */
enum { JP_STORE_VERSION = 1 };

struct jp_store {
    struct jp_sql sql;
    struct jp_store_options options;
};

/* Begin a change of the store; waits for others. */
JP_MUST_CHECK bool jp_store_begin(struct jp_store *store, struct jp_error *error);
JP_MUST_CHECK bool jp_store_commit(struct jp_store *store, struct jp_error *error);
void jp_store_rollback(struct jp_store *store);

/* The rows of schema.sql that stand for the empty stack. */
enum { JP_STORE_NO_STACK = 0 };

#endif
