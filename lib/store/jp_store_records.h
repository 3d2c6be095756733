/* SPDX-License-Identifier: BSD-2-Clause */
/* The records of a stored dump, as they were printed, with the factors that correct them. */
#ifndef JP_STORE_RECORDS_H
#define JP_STORE_RECORDS_H

#include "jp_sql.h"
#include "jp_unbias.h"

struct jp_store_record {
    uint64_t seq;
    uint32_t stack;  /* of the store */
    uint32_t thread; /* seq of the thread in the dump, or JP_DUMP_PROCESS */
    struct jp_corrected values;
};

struct jp_store_records {
    struct jp_store_record *data;
    size_t count;
    size_t capacity;
};

/*
 * The records of dump ID in the order of its file, those of a thread before the process's. The
 * caller releases RECORDS, in any case.
 */
JP_MUST_CHECK bool jp_store_records_read(const struct jp_sql *sql, int64_t id, bool with_threads,
                                         struct jp_store_records *records, struct jp_error *error);

#endif
