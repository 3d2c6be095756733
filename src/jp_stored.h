/* SPDX-License-Identifier: BSD-2-Clause */
/* --db: dumps go into a store, and reports are made from it. */
#ifndef JP_STORED_H
#define JP_STORED_H

#include "jp_session.h"
#include "jp_store.h"

/* Is a mode chosen that is about the store itself, and not about dumps? */
bool jp_stored_is_whole(const struct jp_options *options);

/*
 * Load the bases that lie in stores of their own, ahead of all other dumps. Without such bases
 * nothing is done.
 */
JP_MUST_CHECK bool jp_stored_read_bases(struct jp_session *session, struct jp_error *error);

/* The store of --db; NULL: ERROR says why. */
struct jp_store *jp_stored_open(struct jp_session *session, enum jp_store_access access,
                                struct jp_error *error);

/* Take "KEY=VALUE", a value of --OPTION, apart. */
JP_MUST_CHECK bool jp_stored_pair(struct jp_session *session, const char *option, const char *text,
                                  struct jp_store_tag *pair, struct jp_error *error);

/* Is there a store? */
static inline bool jp_stored_is_wanted(const struct jp_options *options)
{
    return jp_options_text(options, JP_OPT_DB)[0] != '\0';
}

/* Nothing is asked for but that dumps go into the store. */
bool jp_stored_is_import_only(const struct jp_session *session);

/*
 * Put the dumps that are files into the store, then load all that were named from it. With an
 * import only, nothing is loaded; session->words says what was done.
 */
JP_MUST_CHECK bool jp_stored_read(struct jp_session *session, struct jp_error *error);

#endif
