/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of lib/store share. */
#ifndef JP_STORE_PRIVATE_H
#define JP_STORE_PRIVATE_H

#include "jp_sql.h"
#include "jp_store.h"

/* "JPRF": what PRAGMA application_id says of a store. */
#define JP_STORE_APPLICATION 0x4a505246

/* The schema that this program writes; older ones are brought up to it when a store is changed. */
enum { JP_STORE_VERSION = 2 };

struct jp_store {
    struct jp_sql sql;
    struct jp_store_options options;
    int64_t version; /* of its schema: an older one is read as it is */
    bool is_new;     /* there was no file when it was opened */
};

/* Begin a change of the store; waits for others. */
JP_MUST_CHECK bool jp_store_begin(struct jp_store *store, struct jp_error *error);
JP_MUST_CHECK bool jp_store_commit(struct jp_store *store, struct jp_error *error);
void jp_store_rollback(struct jp_store *store);

/* Remove the file of a new store without dumps, unless another process uses it. */
void jp_store_remove_new(struct jp_store *store);
/* Under a lock: has another process removed the file? */
bool jp_store_is_removed(const struct jp_store *store);

/*
 * Within a change: bring the tables of a store of VERSION up to date, one step after the other.
 * What is done when the change fails is undone with it.
 */
JP_MUST_CHECK bool jp_store_upgrade(struct jp_store *store, int64_t version,
                                    struct jp_error *error);

/* Are all views of this program there, with the text that it has? Others are nobody's business. */
JP_MUST_CHECK bool jp_store_has_views(const struct jp_store *store, bool *has_all,
                                      struct jp_error *error);
/* Within a change: make them, in place of those of the same names. */
JP_MUST_CHECK bool jp_store_make_views(const struct jp_store *store, struct jp_error *error);

/* The rows of schema.sql that stand for the empty stack. */
enum { JP_STORE_NO_STACK = 0 };

#endif
