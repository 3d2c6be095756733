/* SPDX-License-Identifier: BSD-2-Clause */
/* --sql: questions to a store, one table for each statement that has a result. */
#include "config.h"

#include "jp_file.h"
#include "jp_mode.h"
#include "jp_sql_print.h"
#include "jp_stored.h"

#include <string.h>

struct asking {
    struct jp_session *session;
    JP_VEC(struct jp_store_tag) parameters;
};

static bool take_parameters(struct asking *asking, struct jp_error *error)
{
    const struct jp_option_value *const value = &asking->session->options->values[JP_OPT_PARAM];

    for (size_t i = 0; i < value->list.count; i++) {
        struct jp_store_tag parameter;
        if (!jp_stored_pair(asking->session, "param", value->list.data[i], &parameter, error))
            return false;
        jp_vec_push(&asking->parameters, parameter);
    }
    return true;
}

/* "-" is standard input and "@FILE" a file; everything else is SQL. */
static bool read_text(const char *text, struct jp_buf *sql, struct jp_error *error)
{
    const bool is_file = text[0] == '@' || strcmp(text, "-") == 0;
    struct jp_file file;

    if (!is_file) {
        jp_buf_add_text(sql, text);
        return true;
    }
    if (!jp_file_open(&file, text[0] == '@' ? text + 1 : "-", JP_FILE_NAMED_BY_USER, error))
        return false;
    jp_buf_add(sql, file.bytes);
    jp_file_release(&file);
    return true;
}

bool jp_mode_sql(struct jp_session *session, struct jp_buf *out, struct jp_error *error)
{
    const bool may_write = jp_options_is_on(session->options, JP_OPT_WRITE);
    struct jp_sql_print print = {.out = out, .format = session->format};
    struct asking asking = {.session = session};
    struct jp_buf sql = JP_BUF_INIT;
    struct jp_store *store = NULL;

    bool fine = take_parameters(&asking, error) &&
                read_text(jp_options_text(session->options, JP_OPT_SQL), &sql, error) &&
                (store = jp_stored_open(session, may_write ? JP_STORE_WRITE : JP_STORE_READ,
                                        error)) != NULL;
    if (fine) {
        struct jp_store_query query = jp_sql_print_query(&print);
        query.text = jp_buf_span(&sql);
        query.parameters = asking.parameters.data;
        query.parameter_count = asking.parameters.count;
        query.may_write = may_write;
        fine = jp_store_query(store, &query, error);
    }
    jp_sql_print_release(&print);
    jp_store_close(store);
    jp_vec_release(&asking.parameters);
    jp_buf_release(&sql);
    return fine;
}
