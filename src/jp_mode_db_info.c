/* SPDX-License-Identifier: BSD-2-Clause */
/* --db-info: what is in a store, as the answers to a few fixed questions. */
#include "config.h"

#include "jp_mode.h"
#include "jp_sql_print.h"
#include "jp_store_query.h"
#include "jp_stored.h"

#include <string.h>

bool jp_mode_db_info(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    struct jp_store *const store = jp_stored_open(session, JP_STORE_READ, error);

    if (!store)
        return false;
    struct jp_sql_print print = {.out = out, .format = session->format};
    struct jp_store_query query = jp_sql_print_query(&print);
    query.text = jp_store_info_text();
    bool fine = jp_store_query(store, &query, error);
    query.text = jp_store_sizes_text();
    fine = fine && (!query.text.len || jp_store_query(store, &query, error));
    jp_sql_print_release(&print);
    jp_store_close(store);
    return fine;
}
