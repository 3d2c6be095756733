/* SPDX-License-Identifier: BSD-2-Clause */
/* What storing dumps and loading them share. */
#ifndef JP_STORED_PRIVATE_H
#define JP_STORED_PRIVATE_H

#include "jp_stored.h"

/* A dump of the command line: a file, or a name of stored dumps. */
struct jp_stored_name {
    const char *text;
    enum jp_side side;
    bool is_baseline; /* of a series: it is compared with this */
    int64_t id;       /* of a file, once it is in the store */
};

struct jp_stored {
    struct jp_session *session;
    struct jp_store *store;
    JP_VEC(struct jp_stored_name) list;
    JP_VEC(struct jp_store_tag) tags;
    struct jp_symbolize_options symbolize;
    struct jp_store_import_options import;
    size_t file_count;
};

/* How the files of the list are to be stored. False: an option is of no use. */
JP_MUST_CHECK bool jp_stored_take_options(struct jp_stored *stored, struct jp_error *error);

/* Put the files of the list into the store; each gets its id. */
JP_MUST_CHECK bool jp_stored_import(struct jp_stored *stored, struct jp_error *error);

/*
 * Whoever only stores sees no report, and would miss names when the program is long gone. The last
 * dump stands for all: those of one import are much alike.
 */
JP_MUST_CHECK bool jp_stored_tell_missing_names(struct jp_stored *stored, struct jp_error *error);

#endif
