/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the files that read pprof's format share: the message is turned into a struct jp_pprof table
 * by table. A table's things are called by their ids in those that follow it, so the functions
 * jp_pprof_take_* are called in the order in which they stand here. False: the file is damaged, or
 * of no use.
 */
#ifndef JP_PPROF_PRIVATE_H
#define JP_PPROF_PRIVATE_H

#include "jp_index.h"
#include "jp_pprof.h"
#include "jp_pprof.pb-c.h"

/* The ids that the file gives to things of one kind, in their order. */
struct jp_pprof_ids {
    JP_VEC(uint64_t) list;
    struct jp_index index;
};

struct jp_pprof_decoder {
    struct jp_pprof *pprof;
    const JpPprof__Profile *message;
    const char *path;
    struct jp_error *error;
    struct jp_diags *diags;
    uint32_t *strings; /* per element of the string table: id in dump.strings */
    uint32_t *places;  /* per mapping of the message: its index in dump.maps.list */
    struct jp_pprof_ids mappings;
    struct jp_pprof_ids functions;
    struct jp_pprof_ids locations;
    size_t columns[JP_PPROF_VALUE_COUNT]; /* of the sample's values; SIZE_MAX: none */
    struct jp_index threads;              /* over dump.threads, by uid */
};

/* Say that WHAT, which something refers to by ID, is not there. */
bool jp_pprof_damaged(const struct jp_pprof_decoder *decoder, const char *what, uint64_t id);

/* The index of the thing with the id, or JP_INDEX_NONE. */
uint32_t jp_pprof_id_find(const struct jp_pprof_ids *ids, uint64_t id);
/* The next of WHAT, in plural, has this id; false: it cannot have it. */
JP_MUST_CHECK bool jp_pprof_id_add(const struct jp_pprof_decoder *decoder, struct jp_pprof_ids *ids,
                                   const char *what, uint64_t id);

/* The id in dump.strings of the string table's element INDEX. */
JP_MUST_CHECK bool jp_pprof_take_string(const struct jp_pprof_decoder *decoder, int64_t index,
                                        uint32_t *string);
struct jp_span jp_pprof_text_of(const struct jp_pprof_decoder *decoder, uint32_t string);

/* Which columns the values of a heap are in, and how far apart its samples were. */
JP_MUST_CHECK bool jp_pprof_take_types(struct jp_pprof_decoder *decoder);
JP_MUST_CHECK bool jp_pprof_take_period(struct jp_pprof_decoder *decoder);

/* In order of their addresses, as maps of processes are. */
JP_MUST_CHECK bool jp_pprof_take_mappings(struct jp_pprof_decoder *decoder);
JP_MUST_CHECK bool jp_pprof_take_functions(struct jp_pprof_decoder *decoder);
JP_MUST_CHECK bool jp_pprof_take_locations(struct jp_pprof_decoder *decoder);

JP_MUST_CHECK bool jp_pprof_take_samples(struct jp_pprof_decoder *decoder);

#endif
